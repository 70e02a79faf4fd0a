import type { Connection, ServerChannel } from 'ssh2';
import type { Engines } from '../../compute/engines.ts';
import { joinForward } from './forward.ts';
import { MAX_LISTENERS } from './limits.ts';
import { type Listener, listenInside, type Visit } from './listen-inside.ts';
import { isUsable } from './usable-channel.ts';
import type { Waker } from './wake.ts';

interface RemoteForwards {
  connection: Connection;
  engines: Engines;
  waker: Waker;
  /** Ends with the connection. */
  signal: AbortSignal;
  onTraffic(): void;
  /** Takes one of the connection's channels; null if none is left, else how to return it. */
  takeChannel(): (() => void) | null;
}

/**
 * Serves `ssh -R`: a port of the workspace's loopback address, whatever address the client names, whose visitors are
 * brought to the client. As with any sshd, anyone in the workspace can be a visitor.
 */
export function serveRemoteForwards(input: RemoteForwards): void {
  const { connection, engines, waker, signal, onTraffic, takeChannel } = input;
  const listeners = new Map<string, Listener>();
  /** Including those being set up. */
  let taken = 0;

  connection.on('request', (accept, reject, name, info) => {
    if (name === 'tcpip-forward') {
      listen(info.bindAddr, info.bindPort).then(
        (port) => accept?.(port),
        () => reject?.(),
      );
    } else if (name === 'cancel-tcpip-forward') {
      if (cancel(`${info.bindAddr} ${info.bindPort}`)) accept?.();
      else reject?.();
    } else reject?.();
  });

  async function listen(address: string, port: number): Promise<number> {
    if (signal.aborted || taken >= MAX_LISTENERS) throw new Error('no more listeners');
    taken += 1;
    try {
      const listener = await start(address, port);
      listeners.set(`${address} ${listener.port}`, listener);
      return listener.port;
    } catch (error) {
      taken -= 1;
      throw error;
    }
  }

  async function start(address: string, port: number): Promise<Listener> {
    const ready = await waker.ready({ withTerminal: false }, () => undefined);
    if (!ready.ok) throw new Error(ready.error);
    const onVisit = (visit: Visit) => void bring(visit).catch(() => undefined);
    const engine = engines.get(ready.target.engineId);
    return listenInside(engine, ready.containerId, { port, closed: signal, onVisit });

    async function bring(visit: Visit): Promise<void> {
      const giveBack = takeChannel();
      // Accept the visitor anyway, so that it is let go at once.
      const channel = giveBack && (await openChannel(address, visit.port, visit.fromPort).catch(() => null));
      try {
        const stream = await visit.meet();
        stream.once('close', () => giveBack?.());
        if (!channel || signal.aborted) return void stream.destroy();
        if (!isUsable(channel)) {
          channel.close();
          stream.destroy();
          return;
        }
        onTraffic();
        joinForward(channel, stream, signal, onTraffic);
      } catch (error) {
        channel?.close();
        giveBack?.();
        throw error;
      } finally {
        if (!channel) giveBack?.();
      }
    }
  }

  function cancel(asked: string): boolean {
    const listener = listeners.get(asked);
    if (!listener) return false;
    listeners.delete(asked);
    taken -= 1;
    listener.close();
    return true;
  }

  function openChannel(address: string, port: number, fromPort: number): Promise<ServerChannel> {
    return new Promise((resolve, reject) => {
      connection.forwardOut(address, port, '127.0.0.1', fromPort, (error, channel) => {
        if (error) reject(error);
        else resolve(channel);
      });
    });
  }
}
