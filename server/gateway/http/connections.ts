import type { Socket } from 'node:net';
import { Client, type Dispatcher } from 'undici';
import { MAX_HEADER_BYTES } from './headers.ts';

/** A connection to a container for one GET at a time. It dials anew when its socket is gone. */
export interface Connection {
  /** @param headers flat: name, value */
  get(path: string, headers: string[], listener: Dispatcher.DispatchHandler): void;
  /** Was it kept from an earlier request, and lost before anything was answered? The container may have closed it. */
  mayHaveBeenStale(): boolean;
}

/** Kept connections to one port of a container. */
export interface Connections {
  /** Null if all that there may be are busy. To be given back when the answer has ended, however it did. */
  take(how: { isFresh: boolean }): Connection | null;
  giveBack(connection: Connection): void;
  /** Closes idle connections at once, and busy ones as they are given back. */
  retire(): void;
  destroy(): void;
}

interface Limits {
  most: number;
  mostIdle: number;
  idleMs: number;
}

class UndiciConnection implements Connection {
  readonly #client: Client;
  #socket: Socket | null = null;
  #isKept = false;
  #readBefore = 0;

  constructor(dial: () => Promise<Socket>, idleMs: number, onGone: (connection: UndiciConnection) => void) {
    this.#client = new Client('http://workspace', {
      pipelining: 1,
      connect: (_options, done) => {
        dial().then(
          (socket) => {
            socket.prependListener('error', hideReset);
            this.#socket = socket;
            this.#isKept = false;
            done(null, socket);
          },
          (error) => done(error, null),
        );
      },
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      keepAliveTimeoutThreshold: 1_000,
    });
    this.#client.on('disconnect', () => {
      this.#socket = null;
      onGone(this);
    });
  }

  get(path: string, headers: string[], listener: Dispatcher.DispatchHandler): void {
    this.#isKept = this.#socket !== null;
    this.#readBefore = this.#socket?.bytesRead ?? 0;
    this.#client.dispatch({ method: 'GET', path, headers }, listener);
  }

  mayHaveBeenStale(): boolean {
    return this.#isKept && (this.#socket?.bytesRead ?? 0) === this.#readBefore;
  }

  destroy(): void {
    this.#client.destroy(null, () => undefined);
  }
}

/** undici takes a reset for the end of an answer without a length; it would look complete. */
function hideReset(error: NodeJS.ErrnoException): void {
  if (error.code === 'ECONNRESET') error.code = 'EPIPE';
}

export function createConnections(dial: () => Promise<Socket>, { most, mostIdle, idleMs }: Limits): Connections {
  const busy = new Set<UndiciConnection>();
  const idle: UndiciConnection[] = [];
  let isRetired = false;

  function drop(connection: UndiciConnection): void {
    const at = idle.indexOf(connection);
    if (at < 0) return;
    idle.splice(at, 1);
    connection.destroy();
  }

  return {
    take({ isFresh }) {
      if (busy.size >= most) return null;
      const connection = (isFresh ? undefined : idle.pop()) ?? new UndiciConnection(dial, idleMs, drop);
      busy.add(connection);
      return connection;
    },
    giveBack(connection) {
      if (!(connection instanceof UndiciConnection) || !busy.delete(connection)) return;
      if (isRetired || idle.length >= mostIdle) connection.destroy();
      else idle.push(connection);
    },
    retire() {
      isRetired = true;
      for (const connection of idle.splice(0)) connection.destroy();
    },
    destroy() {
      isRetired = true;
      for (const connection of [...idle.splice(0), ...busy]) connection.destroy();
    },
  };
}
