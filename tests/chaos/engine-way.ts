import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createConnection, createServer, type Server, type Socket } from 'node:net';

/** A socket that leads to a container engine, and can be closed while the engine works on. */
export interface EngineWay {
  socketPath: string;
  /** Ends what goes through it, and lets nothing in. */
  close(): Promise<void>;
  open(): Promise<void>;
}

export async function engineWay(socketPath: string, engineSocket: string): Promise<EngineWay> {
  const sockets = new Set<Socket>();
  let server: Server;
  const way: EngineWay = {
    socketPath,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
    async open() {
      await rm(socketPath, { force: true });
      // Each side may go on sending after the other has said all it had to say.
      server = createServer({ allowHalfOpen: true }, (client) => {
        const engine = createConnection({ path: engineSocket, allowHalfOpen: true });
        for (const [from, to] of [
          [client, engine],
          [engine, client],
        ] as const) {
          sockets.add(from);
          from.pipe(to);
          from.on('error', () => to.destroy());
          from.on('close', () => {
            sockets.delete(from);
            to.destroySoon();
          });
        }
      }).listen(socketPath);
      await once(server, 'listening');
    },
  };
  await way.open();
  return way;
}
