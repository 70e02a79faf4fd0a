import type { Duplex } from 'node:stream';
import type { Connection, ServerChannel } from 'ssh2';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Engines } from '../../compute/engines.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GatewayDirectory } from '../directory.ts';
import type { Login } from './authenticate.ts';
import { baseEnvironment } from './commands.ts';
import { dialSocket } from './dial-socket.ts';
import { joinForward, mayForwardTo } from './forward.ts';
import { MAX_CHANNELS } from './limits.ts';
import { serveRemoteForwards } from './remote-forwards.ts';
import { serveSession } from './serve-session.ts';
import { isUsable } from './usable-channel.ts';
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
  /** Has the container fallen asleep since it was entered? */
  isAsleep(): boolean;
}

export interface ServedConnection {
  /** Are there sessions that tell the person themselves that they are being sent away? */
  hasSessions(): boolean;
}

/** Serves a signed-in connection: sessions, and forwarding to and from the workspace. ssh2 refuses everything else. */
export function serveConnection(input: ConnectionInput): ServedConnection {
  const { connection, login, client, directory, engines, log, signal, onTraffic, onEnter, isAsleep } = input;
  const environment = baseEnvironment(client);
  const wake = createWaker({ directory, target: login.target, userId: login.userId, isAsleep, signal });
  const waker: typeof wake = {
    async ready(asking, progress) {
      const ready = await wake.ready(asking, progress);
      if (ready.ok) onEnter(ready.containerId);
      return ready;
    },
  };
  let channels = 0;
  let sessions = 0;

  function takeChannel(): (() => void) | null {
    if (channels >= MAX_CHANNELS || signal.aborted) return null;
    channels += 1;
    let isGiven = false;
    return () => {
      if (!isGiven) channels -= 1;
      isGiven = true;
    };
  }

  connection.on('session', (accept, reject) => {
    const giveBack = takeChannel();
    if (!giveBack) return reject();
    sessions += 1;
    const onEnd = () => {
      giveBack();
      sessions -= 1;
    };
    serveSession({ connection, session: accept(), engines, waker, log, environment, signal, onTraffic, onEnd });
  });

  type Dial = (engine: Engine, containerId: string) => Promise<Duplex>;
  async function forward(accept: () => ServerChannel, reject: () => void, dial: Dial): Promise<void> {
    const giveBack = takeChannel();
    if (!giveBack) return reject();
    try {
      const ready = await waker.ready({ withTerminal: false }, () => undefined);
      if (!ready.ok) throw new Error(ready.error);
      const stream = await dial(engines.get(ready.target.engineId), ready.containerId);
      stream.once('close', giveBack);
      if (signal.aborted) return void stream.destroy();
      const channel = accept();
      if (!isUsable(channel)) {
        stream.destroy();
        channel.close();
        return;
      }
      onTraffic();
      joinForward(channel, stream, signal, onTraffic);
    } catch (error) {
      giveBack();
      if (signal.aborted) return;
      if (!isEngineError(error)) log.debug({ err: error }, 'ssh forwarding refused');
      reject();
    }
  }

  connection.on('tcpip', (accept, reject, { destIP, destPort }) => {
    if (!mayForwardTo(destIP, destPort)) return reject();
    void forward(accept, reject, (engine, containerId) => engine.dial(containerId, destPort));
  });
  connection.on('openssh.streamlocal', (accept, reject, { socketPath }) => {
    void forward(accept, reject, (engine, containerId) => dialSocket(engine, containerId, socketPath));
  });
  serveRemoteForwards({ connection, engines, waker, signal, onTraffic, takeChannel });
  return { hasSessions: () => sessions > 0 };
}
