import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { type Dispatcher, errors } from 'undici';
import { BadAnswer } from './answer.ts';
import type { Connection, Connections } from './connections.ts';
import { requestHeaders, responseHeaders, trailersOf } from './headers.ts';
import { type Exchange, flushHead, NO_BODY } from './proxy-request.ts';
import { hasLeft, onceOver } from './visit.ts';

type Controller = Dispatcher.DispatchController;
export type GetExchange = Pick<
  Exchange,
  'request' | 'response' | 'host' | 'names' | 'config' | 'extraHeaders' | 'fail'
>;

/** Only a request line and headers, as most requests are: nothing here can be read in two ways. */
export function isPlainGet({ method, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.te === undefined
  );
}

/** Passes such a request on, and its answer back, over undici, which costs less than Node's client. */
export function passGet(exchange: GetExchange, connections: Connections, connection: Connection): void {
  new Passage(exchange, connections, connection).start();
}

class Passage implements Dispatcher.DispatchHandler {
  readonly #exchange: GetExchange;
  readonly #connections: Connections;
  #connection: Connection;
  #controller: Controller | null = null;
  #isRepeat = false;
  #isOver = false;
  #hasBody = false;

  constructor(exchange: GetExchange, connections: Connections, connection: Connection) {
    this.#exchange = exchange;
    this.#connections = connections;
    this.#connection = connection;
  }

  start(): void {
    onceOver(this.#exchange, () => this.#over());
    this.#send();
  }

  #send(): void {
    const { request, config, names } = this.#exchange;
    this.#connection.get(request.url ?? '/', requestHeaders(request, config, names), this);
  }

  /** The answer has gone out, or its reader has left. */
  #over(): void {
    if (this.#exchange.response.writableFinished) return;
    this.#isOver = true;
    this.#controller?.abort(new Error('the client has left'));
  }

  onRequestStart(controller: Controller): void {
    this.#controller = controller;
    if (this.#isOver) controller.abort(new Error('the client has left'));
  }

  onResponseStart(controller: Controller, status: number, _headers: unknown, reason = ''): void {
    // Hints go no further.
    if (status > 101 && status < 200) return;
    if (status < 200 || !this.#writeHead(controller, status, reason)) {
      controller.abort(new BadAnswer(`status ${status} or a header can't be passed on`));
    } else if (NO_BODY.has(status)) this.#exchange.response.end();
    else setImmediate(flush, this);
  }

  #writeHead({ rawHeaders }: Controller, status: number, reason: string): boolean {
    const { request, response, host, names, extraHeaders } = this.#exchange;
    const answer = headOf(rawHeaders as Buffer[]);
    const headers = responseHeaders(answer, host.hostname, names);
    if (extraHeaders.length > 0) headers.push(...extraHeaders);
    const { trailer } = answer.headers;
    if (trailer !== undefined && answer.isChunked && request.httpVersion !== '1.0' && !NO_BODY.has(status)) {
      headers.push('Trailer', trailer);
    }
    try {
      response.writeHead(status, reasonOf(status, reason), headers);
      return true;
    } catch {
      return false;
    }
  }

  onResponseData(controller: Controller, chunk: Buffer): void {
    const { response } = this.#exchange;
    this.#hasBody = true;
    if (response.write(chunk)) return;
    controller.pause();
    response.once('drain', () => controller.resume());
  }

  onResponseEnd({ rawTrailers }: Controller): void {
    const { response } = this.#exchange;
    const trailers = rawTrailers as Buffer[];
    if (trailers.length > 0) response.addTrailers(trailersOf({ rawTrailers: trailers.map(textOf) }));
    if (!response.writableEnded) response.end();
    this.#connections.giveBack(this.#connection);
  }

  onResponseError(_controller: Controller, error: Error): void {
    const { response, fail } = this.#exchange;
    const mayRepeat = !this.#isRepeat && this.#connection.mayHaveBeenStale();
    this.#connections.drop(this.#connection);
    if (this.#isOver || response.destroyed || response.writableEnded || hasLeft(this.#exchange)) return;
    // Cut short by the container: the browser must see that, not a complete answer.
    if (response.headersSent) return void response.destroy();
    const fresh = mayRepeat ? this.#connections.take({ isFresh: true }) : null;
    if (fresh) this.#repeat(fresh);
    else fail(failureOf(error));
  }

  #repeat(fresh: Connection): void {
    this.#isRepeat = true;
    this.#connection = fresh;
    this.#controller = null;
    this.#send();
  }

  /** For an answer whose body comes later, such as an event stream. */
  flushHead(): void {
    if (!this.#hasBody) flushHead(this.#exchange.response);
  }
}

function flush(passage: Passage): void {
  passage.flushHead();
}

/** undici leaves the white space behind a value. */
function textOf(bytes: Buffer): string {
  let end = bytes.length;
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0x09)) end -= 1;
  return bytes.toString('latin1', 0, end);
}

function headOf(raw: readonly Buffer[]) {
  const rawHeaders: string[] = [];
  const headers: { connection?: string; trailer?: string } = {};
  let isChunked = false;
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [name, value] = [textOf(raw[at] as Buffer), textOf(raw[at + 1] as Buffer)];
    rawHeaders.push(name, value);
    if (name.length === 10 || name.length === 7 || name.length === 17) {
      const lower = name.toLowerCase();
      if (lower === 'connection' || lower === 'trailer') {
        headers[lower] = headers[lower] === undefined ? value : `${headers[lower]}, ${value}`;
      } else if (lower === 'transfer-encoding') isChunked = true;
    }
  }
  return { rawHeaders, headers, isChunked };
}

/** undici reads the words behind the status as UTF-8. */
function reasonOf(status: number, reason: string): string {
  if (/^[\t\x20-\x7e]*$/.test(reason)) return reason;
  return reason.includes('\ufffd') ? (STATUS_CODES[status] ?? '') : Buffer.from(reason).toString('latin1');
}

/** Tells what is no valid answer from a connection that was lost. */
function failureOf(error: Error): Error {
  const isLost = error instanceof errors.SocketError && /closed$/.test(error.message);
  const isOdd =
    error instanceof errors.UndiciError || error instanceof errors.HTTPParserError || error.name === 'AssertionError';
  return isOdd && !isLost ? new BadAnswer(error.message) : error;
}
