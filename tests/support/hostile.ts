import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { fc } from '#tests/support/fast-check.ts';

/** What one connection receives, piece by piece, and how it ends. */
export interface Script {
  pieces: Uint8Array[];
  end: 'end' | 'destroy' | 'reset' | 'stay';
}

const bytes = (most: number) => fc.uint8Array({ maxLength: most });
export const endings = fc.constantFrom<Script['end'][]>('end', 'destroy', 'reset', 'stay');

/** Data that begins like `heads` and continues unexpectedly. */
export function scripts(heads: fc.Arbitrary<string>): fc.Arbitrary<Script> {
  const head = heads.map((text) => new Uint8Array(Buffer.from(text, 'latin1')));
  return fc.record({
    pieces: fc.array(fc.oneof({ weight: 2, arbitrary: head }, { weight: 1, arbitrary: bytes(200) }), { maxLength: 6 }),
    end: endings,
  });
}

/** Listens on its own port, with TLS if asked to, and plays one script per connection; the last script repeats. */
export async function playServer({
  host = '127.0.0.1',
  port = 0,
  tls,
}: {
  host?: string;
  port?: number;
  tls?: TlsOptions;
}) {
  let left: Script[] = [];
  let last: Script = { pieces: [], end: 'destroy' };
  const open = new Set<Socket>();
  /** The plain connection below TLS. */
  const reset = (port: number | undefined) => {
    for (const socket of open) if (socket.remotePort === port) socket.resetAndDestroy();
  };
  const played = (socket: Socket) => {
    socket.on('error', () => undefined);
    last = left.shift() ?? last;
    const { pieces, end } = last;
    socket.once('data', () => {
      for (const piece of pieces) socket.write(piece);
      if (end === 'end') socket.end();
      if (end === 'destroy') socket.destroy();
      if (end === 'reset') setImmediate(() => reset(socket.remotePort));
    });
    socket.resume();
  };
  const server = tls
    ? createTlsServer({ ...tls, allowHalfOpen: true }, played)
    : createServer({ allowHalfOpen: true }, played);
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    play(next: Script[]) {
      left = [...next];
    },
    /** Breaks connections that are still open. */
    cut() {
      for (const socket of open) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Waits until everything due in this turn and the next few has happened: unhandled errors appear by then. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
}
