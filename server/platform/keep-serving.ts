import type { EventEmitter } from 'node:events';
import type { Logger } from './logger.ts';

/** A server that couldn't accept one connection (out of file handles, for example) goes on with the next. */
export function keepServing(server: EventEmitter, log: Logger, name: string): void {
  server.on('error', (error) => log.error({ err: error, server: name }, 'a connection could not be taken'));
}
