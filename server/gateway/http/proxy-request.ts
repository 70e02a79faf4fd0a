import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { Config } from '../../platform/config.ts';
import { requestHeaders, responseHeaders } from './headers.ts';

export interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  agent: Agent;
  hostname: string;
  config: Pick<Config, 'https' | 'trustProxy'>;
  /** Sent with the answer, flat: name, value. */
  extraHeaders: readonly string[];
  /** Nothing was answered yet: say what went wrong. */
  fail(error: Error): void;
}

/** A request without a body may be sent again when the container closed the kept connection at the same moment. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Streams one request to the container and its answer back; nothing is held but what is on its way. */
export function proxyRequest(exchange: Exchange, isRepeat = false): void {
  const { request, response, agent, config, fail } = exchange;
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  const upstream = sendRequest({
    agent,
    method: request.method,
    path: request.url,
    headers: requestHeaders(request, config),
    setDefaultHeaders: false,
  });
  const abandon = () => {
    if (!response.writableFinished) upstream.destroy();
  };

  upstream.on('error', (error) => {
    if (response.destroyed || response.writableFinished) return;
    if (response.headersSent) return stopReading(request, upstream);
    if (upstream.reusedSocket && !isRepeat && !hasBody && REPEATABLE.has(request.method ?? '')) {
      response.removeListener('close', abandon);
      proxyRequest(exchange, true);
      return;
    }
    stopReading(request, upstream);
    fail(error);
  });
  upstream.on('response', (answer) => forwardAnswer(exchange, answer));
  response.on('close', abandon);

  if (hasBody) request.pipe(upstream);
  else upstream.end();
}

/** The rest of a body that nobody wants is read past, so that the connection stays usable. */
function stopReading(request: IncomingMessage, upstream: ClientRequest): void {
  request.unpipe(upstream);
  request.resume();
}

function forwardAnswer({ response, hostname, extraHeaders }: Exchange, answer: IncomingMessage): void {
  let started = false;
  const headers = [...responseHeaders(answer, hostname), ...extraHeaders];
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  answer.on('data', (chunk: Buffer) => {
    started = true;
    if (!response.write(chunk)) answer.pause();
  });
  response.on('drain', () => answer.resume());
  answer.on('end', () => response.end());
  // Cut short by the container: the browser must see that, and not a complete answer.
  answer.on('error', () => response.destroy());
  // An answer whose body comes later, like a stream of events.
  setImmediate(() => started || response.destroyed || response.flushHeaders());
}
