import {
  type Agent,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { BadAnswer } from './answer.ts';
import { MAX_HEADER_BYTES, type RequestConfig, requestHeaders, responseHeaders, trailersOf } from './headers.ts';
import { joinSockets, type WatchedHandshake } from './join-sockets.ts';
import type { Names } from './names.ts';
import { collectPage, isReadable, type Rewrite, rewritten, sendPage, WHOLE_PAGE } from './rewrite-page.ts';
import { hasLeft, onceOver, type Visit } from './visit.ts';

export interface Exchange extends Pick<Visit, 'request' | 'response' | 'host'> {
  agent: Agent;
  names: Names | null;
  config: RequestConfig;
  /** Headers added to the answer, flat: name, value. */
  extraHeaders: readonly string[];
  handshake?: WatchedHandshake | undefined;
  /** Changes an HTML page on its way to the browser. */
  rewrite?: Rewrite | null;
  /** Nothing was answered yet: say what went wrong. */
  fail(error: Error): void;
}

/** A request without a body is sent again if the container closed the kept-alive connection at the same moment. */
const REPEATABLE = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Statuses whose answers have no body. */
export const NO_BODY = new Set([204, 304]);
const NONE: ReadonlySet<string> = new Set();
const NOTHING_YET = Buffer.alloc(0);

/**
 * Streams one request to the container and its answer back, without buffering. Whatever the container sends, the client
 * gets one answer: the program's, or what `fail` says.
 */
export function proxyRequest(exchange: Exchange, isRepeat = false): void {
  const { request, response, agent, names, config, handshake, fail } = exchange;
  const hasBody = request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  const headers = requestHeaders(request, config, names, exchange.rewrite ? WHOLE_PAGE : NONE);
  if (handshake) headers.push('Connection', 'Upgrade', 'Upgrade', 'websocket');
  const upstream = sendRequest({
    agent,
    method: request.method,
    path: request.url,
    headers,
    setDefaultHeaders: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  upstream.maxHeadersCount = 0;
  const stay = onceOver(exchange, () => response.writableFinished || upstream.destroy());
  let isSettled = false;
  const broken = (error: Error) => {
    isSettled = true;
    if (response.destroyed || response.writableFinished || hasLeft(exchange)) return;
    if (response.headersSent) return stopReading(request, upstream);
    if (upstream.reusedSocket && !isRepeat && !hasBody && REPEATABLE.has(request.method ?? '')) {
      stay();
      proxyRequest(exchange, true);
      return;
    }
    stopReading(request, upstream);
    fail(error);
  };

  upstream.on('error', broken);
  // Node's only sign of an invalid answer.
  upstream.on('close', () => isSettled || broken(new BadAnswer('the connection ended without an answer')));
  upstream.on('response', (answer) => {
    isSettled = true;
    if (forwardAnswer(exchange, answer)) return;
    upstream.destroy();
    broken(new BadAnswer(`status ${answer.statusCode} or a header can't be passed on`));
  });
  upstream.on('upgrade', (answer: IncomingMessage, other: Duplex, otherHead: Buffer) => {
    isSettled = true;
    if (handshake && !response.destroyed) {
      stay();
      response.detachSocket(handshake.socket);
      joinSockets(exchange, handshake, answer, other, otherHead);
      return;
    }
    other.destroy();
    broken(new BadAnswer('an upgrade that nobody asked for'));
  });

  if (!hasBody) return void upstream.end();
  // Must come before the pipe, which ends the request.
  request.on('end', () => upstream.destroyed || upstream.addTrailers(trailersOf(request)));
  request.pipe(upstream);
}

/** Sends the head of an answer whose body comes later. Node's `flushHeaders` writes bytes above 127 as UTF-8. */
export function flushHead(response: ServerResponse): void {
  if (!response.destroyed && !response.writableEnded) response.write(NOTHING_YET);
}

/** Drains a body nobody wants, so that the connection stays usable. */
function stopReading(request: IncomingMessage, upstream: ClientRequest): void {
  request.unpipe(upstream);
  request.resume();
}

/** False if nothing was sent, because this answer can't be. */
function forwardAnswer(exchange: Exchange, answer: IncomingMessage): boolean {
  const { rewrite } = exchange;
  if (!rewrite || !isReadable(answer)) return passOn(exchange, answer);
  collectPage(answer, (read, isWhole) => {
    if (exchange.response.destroyed || hasLeft(exchange)) return;
    if (answer.errored) return exchange.fail(answer.errored);
    const page = isWhole ? rewritten(read, rewrite) : null;
    if (page ? sendPage(exchange, answer, page) : passOn(exchange, answer, read)) return;
    answer.destroy();
    exchange.fail(new BadAnswer("a header can't be passed on"));
  });
  return true;
}

/** @param read what came of it already */
function passOn(exchange: Exchange, answer: IncomingMessage, read: readonly Buffer[] = []): boolean {
  const { request, response, host, names, extraHeaders } = exchange;
  const status = answer.statusCode ?? 0;
  let started = false;
  const headers = [...responseHeaders(answer, host.hostname, names), ...extraHeaders];
  const isChunked = answer.headers['transfer-encoding'] !== undefined && request.httpVersion !== '1.0';
  if (isChunked && answer.headers.trailer && request.method !== 'HEAD' && !NO_BODY.has(status)) {
    headers.push('Trailer', answer.headers.trailer);
  }
  try {
    if (status < 200) return false;
    response.writeHead(status, answer.statusMessage, headers);
  } catch {
    return false;
  }
  const write = (chunk: Buffer) => {
    started = true;
    if (!response.write(chunk)) answer.pause();
  };
  const finish = () => {
    response.addTrailers(trailersOf(answer));
    response.end();
  };
  answer.on('data', write);
  response.on('drain', () => answer.resume());
  // Cut short by the container: the browser must see that, not a complete answer.
  answer.on('error', () => response.destroy());
  read.forEach(write);
  if (answer.readableEnded) finish();
  else answer.on('end', finish);
  // An answer whose body comes later, such as an event stream.
  setImmediate(() => started || flushHead(response));
  return true;
}
