import { type Agent, type IncomingMessage, STATUS_CODES, request as sendRequest } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../../platform/config.ts';
import { countWhileOpen } from '../../platform/metrics.ts';
import { join } from '../join.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

export interface UpgradeExchange {
  request: IncomingMessage;
  socket: Duplex;
  /** What the client sent right behind its request. */
  head: Buffer;
  agent: Agent;
  hostname: string;
  config: Pick<Config, 'https' | 'trustProxy'>;
  /** Sent with the answer, flat: name, value. */
  extraHeaders: readonly string[];
  fail(error: Error): void;
  /** The client sent something: `bytes` on the wire. */
  onTraffic(bytes: number): void;
}

/** Passes a WebSocket handshake on and joins the two connections; frames are not looked at. */
export function proxyUpgrade(exchange: UpgradeExchange): void {
  const { request, socket, head, agent, hostname, config, extraHeaders, fail, onTraffic } = exchange;
  const upstream = sendRequest({
    agent,
    method: 'GET',
    path: request.url,
    headers: [...requestHeaders(request, config), 'Connection', 'Upgrade', 'Upgrade', 'websocket'],
    setDefaultHeaders: false,
  });
  const abandon = () => upstream.destroy();
  socket.once('close', abandon);
  upstream.on('error', fail);
  upstream.on('response', (answer) => {
    socket.write(headText(answer, [...responseHeaders(answer, hostname), ...extraHeaders, 'Connection', 'close']));
    answer.on('error', () => socket.destroy());
    answer.pipe(socket);
  });
  upstream.on('upgrade', (answer, other, otherHead) => {
    socket.removeListener('close', abandon);
    upstream.removeListener('error', fail);
    const headers = [...responseHeaders(answer, hostname), 'Connection', 'Upgrade', 'Upgrade', 'websocket'];
    socket.write(headText(answer, headers));
    if (otherHead.length > 0) socket.write(otherHead);
    if (head.length > 0) other.write(head);
    socket.on('data', (chunk: Buffer) => onTraffic(chunk.length));
    countWhileOpen('websocket', socket);
    join(socket, other);
  });
  upstream.end();
}

function headText(answer: IncomingMessage, headers: string[]): string {
  const status = answer.statusCode ?? 502;
  const lines = [`HTTP/1.1 ${status} ${answer.statusMessage || STATUS_CODES[status] || ''}`];
  for (let at = 0; at + 1 < headers.length; at += 2) lines.push(`${headers[at]}: ${headers[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}
