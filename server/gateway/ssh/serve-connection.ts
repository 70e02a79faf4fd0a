import type { Connection } from 'ssh2';
import type { Engines } from '../../compute/engines.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GatewayDirectory } from '../directory.ts';
import type { Login } from './authenticate.ts';
import { baseEnvironment } from './commands.ts';
import { joinForward, mayForwardTo } from './forward.ts';
import { MAX_CHANNELS } from './limits.ts';
import { serveSession } from './serve-session.ts';
import { createWaker } from './wake.ts';

export interface ConnectionInput {
  connection: Connection;
  login: Login;
  client: { address: string; port: number };
  directory: GatewayDirectory;
  engines: Engines;
  log: Logger;
  /** Aborts when the connection ends. */
  signal: AbortSignal;
  onTraffic(): void;
  /** A container was entered: when it goes, so does the connection. */
  onEnter(containerId: string): void;
}

/** Serves a signed-in connection: sessions, and forwarding to the workspace's own ports. All else ssh2 refuses. */
export function serveConnection(input: ConnectionInput): void {
  const { connection, login, client, directory, engines, log, signal, onTraffic, onEnter } = input;
  const environment = baseEnvironment(client);
  const wake = createWaker({ directory, target: login.target, userId: login.userId, signal });
  const waker: typeof wake = {
    async ready(asking, progress) {
      const ready = await wake.ready(asking, progress);
      if (ready.ok) onEnter(ready.containerId);
      return ready;
    },
  };
  let channels = 0;

  connection.on('session', (accept, reject) => {
    if (channels >= MAX_CHANNELS) return reject();
    channels += 1;
    const onEnd = () => {
      channels -= 1;
    };
    serveSession({ connection, session: accept(), engines, waker, log, environment, signal, onTraffic, onEnd });
  });

  connection.on('tcpip', (accept, reject, { destIP, destPort }) => {
    if (channels >= MAX_CHANNELS || !mayForwardTo(destIP, destPort)) return reject();
    channels += 1;
    forward().catch(() => {
      channels -= 1;
      reject();
    });

    async function forward(): Promise<void> {
      const ready = await waker.ready({ withTerminal: false }, () => undefined);
      if (!ready.ok) throw new Error(ready.error);
      const stream = await engines.get(ready.target.engineId).dial(ready.containerId, destPort);
      if (signal.aborted) return void stream.destroy();
      const channel = accept();
      channel.on('error', () => undefined);
      stream.once('close', () => {
        channels -= 1;
      });
      onTraffic();
      joinForward(channel, stream, signal, onTraffic);
    }
  });
}
