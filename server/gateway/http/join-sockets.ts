import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { countWhileOpen } from '../../platform/metrics.ts';
import { join } from '../join.ts';
import { responseHeaders } from './headers.ts';
import type { Names } from './names.ts';
import type { Handshake, Visit } from './visit.ts';

/** A WebSocket handshake of a client, and whom to tell of its traffic. */
export type WatchedHandshake = Handshake & { onTraffic(bytes: number): void };

interface Joined {
  host: Visit['host'];
  names: Names | null;
  /** Headers added to the answer, flat: name, value. */
  extraHeaders: readonly string[];
}

/** Passes on the program's side of a WebSocket handshake and joins the two connections; frames aren't inspected. */
export function joinSockets(
  { host, names, extraHeaders }: Joined,
  { socket, head, onTraffic }: WatchedHandshake,
  answer: IncomingMessage,
  other: Duplex,
  otherHead: Buffer,
): void {
  const headers = [...responseHeaders(answer, host.hostname, names), ...extraHeaders];
  headers.push('Connection', 'Upgrade', 'Upgrade', 'websocket');
  const lines = ['HTTP/1.1 101 Switching Protocols'];
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  if (otherHead.length > 0) socket.write(otherHead);
  if (head.length > 0) other.write(head);
  socket.on('data', (chunk: Buffer) => onTraffic(chunk.length));
  countWhileOpen('websocket', socket);
  join(socket, other);
}
