import type { IncomingMessage, ServerResponse } from 'node:http';
import { AUTHENTICATION_MESSAGE } from '#shared/api/envelope.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { knownLocale } from '../../platform/translate.ts';
import { IDE_PORT } from './host.ts';
import { PAGE_HEADERS, type Page, pageText, renderPage } from './page.ts';
import { isNavigation } from './site.ts';

/** A page for a person; for a program the same in a few bytes of JSON. */
export function answerPage(request: IncomingMessage, response: ServerResponse, page: Page): void {
  if (isNavigation(request))
    send(response, page.status, PAGE_HEADERS, renderPage(page, knownLocale(request.headers['accept-language'])));
  else answerJson(response, page.status, { success: false, message: pageText(page) });
}

export function answerStranger(response: ServerResponse): void {
  answerJson(response, 401, { authenticated: false, message: AUTHENTICATION_MESSAGE });
}

export function answerRedirect(response: ServerResponse, location: string, cookie?: string): void {
  send(response, 302, {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    ...(cookie && { 'Set-Cookie': cookie }),
  });
}

/** Which page tells of a failure on the way to the container. */
export function failurePage(error: unknown, port: number): Page {
  if (isEngineError(error, 'port-not-listening')) {
    return port === IDE_PORT ? { name: 'notListening', status: 502 } : { name: 'portNotListening', status: 502, port };
  }
  if (isEngineError(error)) return { name: 'unreachable', status: 502 };
  return { name: 'brokenOff', status: 502 };
}

function answerJson(response: ServerResponse, status: number, body: object): void {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  send(response, status, headers, JSON.stringify(body));
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body = ''): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
