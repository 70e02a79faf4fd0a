import { type Agent, request as sendRequest } from 'node:http';
import { BadAnswer } from './answer.ts';
import { MAX_HEADER_BYTES, type RequestConfig, requestHeaders, responseHeaders } from './headers.ts';
import type { Names } from './names.ts';
import { onceOver, type Visit } from './visit.ts';

const ASKED = /^(?:host|origin|access-control-request-.+|x-forwarded-.+)$/i;
const ANSWERED = /^(?:access-control-.+|vary)$/i;

/**
 * Lets the program decide a CORS preflight, which never carries a cookie. Only the question goes in and only its answer
 * comes out, because anybody may have asked.
 */
export function proxyPreflight({
  visit: { request, response, host },
  agent,
  names,
  config,
  fail,
}: {
  visit: Visit;
  agent: Agent;
  names: Names | null;
  config: RequestConfig;
  fail(error: Error): void;
}): void {
  const upstream = sendRequest({
    agent,
    method: 'OPTIONS',
    path: request.url,
    headers: only(ASKED, requestHeaders(request, config, names)),
    setDefaultHeaders: false,
    maxHeaderSize: MAX_HEADER_BYTES,
  });
  const broken = (error: Error) => response.destroyed || response.headersSent || fail(error);
  upstream.on('error', broken);
  upstream.on('close', () => broken(new BadAnswer('no answer to a preflight')));
  upstream.on('upgrade', (_answer, other) => other.destroy());
  upstream.on('response', (answer) => {
    answer.on('error', () => undefined);
    answer.once('data', () => answer.destroy());
    const { statusCode: status = 0 } = answer;
    if (response.destroyed) return;
    if (status < 200) return broken(new BadAnswer(`status ${status}`));
    const headers = only(ANSWERED, responseHeaders(answer, host.hostname, names));
    response.writeHead(status, '', status === 204 ? headers : [...headers, 'Content-Length', '0']);
    response.end();
  });
  onceOver({ request, response }, () => response.writableFinished || upstream.destroy());
  request.resume();
  upstream.end();
}

function only(wanted: RegExp, headers: readonly string[]): string[] {
  return headers.filter((_, at) => wanted.test(headers[at - (at % 2)] ?? ''));
}
