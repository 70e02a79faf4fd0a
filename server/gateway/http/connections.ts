import type { Socket } from 'node:net';
import { Client, type Dispatcher, errors } from 'undici';
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
  /** Null if all that there may be are busy. To be given back once the answer is complete, or else dropped. */
  take(how: { isFresh: boolean }): Connection | null;
  giveBack(connection: Connection): void;
  /** Closes one that broke off: its end may be long in coming, and nobody's next request waits for that. */
  drop(connection: Connection): void;
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
            guard(socket);
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

/**
 * undici takes a reset for the end of an answer without a length, which would look complete. At a reset, or a close
 * without an error, it also asserts that this answer isn't paused, which would end the process.
 */
function guard(socket: Socket): void {
  socket.prependListener('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') error.code = 'EPIPE';
  });
  socket.prependListener('close', () => {
    if (!socket.errored && !socket.readableEnded) socket.emit('error', new errors.SocketError('closed'));
  });
}

export function createConnections(dial: () => Promise<Socket>, { most, mostIdle, idleMs }: Limits): Connections {
  const busy = new Set<UndiciConnection>();
  const idle: UndiciConnection[] = [];
  let isRetired = false;

  function forget(connection: UndiciConnection): void {
    const at = idle.indexOf(connection);
    if (at < 0) return;
    idle.splice(at, 1);
    connection.destroy();
  }

  return {
    take({ isFresh }) {
      if (busy.size >= most) return null;
      const connection = (isFresh ? undefined : idle.pop()) ?? new UndiciConnection(dial, idleMs, forget);
      busy.add(connection);
      return connection;
    },
    giveBack(connection) {
      if (!(connection instanceof UndiciConnection) || !busy.delete(connection)) return;
      if (isRetired || idle.length >= mostIdle) connection.destroy();
      else idle.push(connection);
    },
    drop(connection) {
      if (connection instanceof UndiciConnection && busy.delete(connection)) connection.destroy();
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
