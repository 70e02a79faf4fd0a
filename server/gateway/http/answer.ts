import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { AUTHENTICATION_MESSAGE } from '#shared/api/envelope.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { knownLocale } from '../../platform/translate.ts';
import { IDE_PORT } from './host.ts';
import { PAGE_HEADERS, type Page, pageText, renderPage } from './page.ts';
import { isNavigation } from './site.ts';
import type { Visit } from './visit.ts';

/** What the gateway needs to answer on its own. */
export type Asked = { request: IncomingMessage; response: ServerResponse } & Partial<Pick<Visit, 'reader'>>;

/** A program's answer that isn't valid http, or can't be passed on. */
export class BadAnswer extends Error {}

/** A page for people; for programs the same in a few bytes of JSON. */
export function answerPage(asked: Asked, page: Page): void {
  const { request, response } = asked;
  if (isNavigation(request))
    send(response, page.status, PAGE_HEADERS, renderPage(page, knownLocale(request.headers['accept-language'])));
  else answerJson(asked, page.status, { success: false, message: pageText(page) });
}

/** Tells a page on another port of the workspace what to do about it. */
export function answerStranger(asked: Asked, port: number): void {
  const message = asked.reader ? pageText({ name: 'otherPort', status: 401, port }) : AUTHENTICATION_MESSAGE;
  answerJson(asked, 401, { authenticated: false, message });
}

export function answerRedirect({ response }: Asked, location: string, cookie?: string): void {
  send(response, 302, {
    Location: location,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    ...(cookie && { 'Set-Cookie': cookie }),
  });
}

/** The page for a failure on the way to the container. */
export function failurePage(error: unknown, port: number): Page {
  if (isEngineError(error, 'port-not-listening')) {
    return port === IDE_PORT ? { name: 'notListening', status: 502 } : { name: 'portNotListening', status: 502, port };
  }
  if (isEngineError(error)) return { name: 'unreachable', status: 502 };
  const isUnreadable = error instanceof BadAnswer || /^HPE_/.test(String((error as { code?: unknown })?.code));
  return { name: isUnreadable ? 'badAnswer' : 'brokenOff', status: 502 };
}

/** A page that isn't an error. */
export function answerHtml({ response }: Asked, headers: Record<string, string>, html: string): void {
  send(response, 200, headers, html);
}

/** @param isKept if its address changes with it */
export function answerScript({ response }: Asked, script: string, isKept: boolean): void {
  const cache = isKept ? 'public, max-age=31536000, immutable' : 'no-cache';
  const headers = { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': cache };
  send(response, 200, { ...headers, 'X-Content-Type-Options': 'nosniff' }, script);
}

/** What one of our own scripts asked for. */
export function answerData(asked: Asked, data: object): void {
  answerJson(asked, 200, data);
}

function answerJson({ response, reader }: Asked, status: number, body: object): void {
  const headers = {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(reader && {
      'Access-Control-Allow-Origin': reader,
      'Access-Control-Allow-Credentials': 'true',
      Vary: 'Origin',
    }),
  };
  send(response, status, headers, JSON.stringify(body));
}

function send(response: ServerResponse, status: number, headers: Record<string, string>, body = ''): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const length = Buffer.byteLength(body);
  response.writeHead(status, STATUS_CODES[status] ?? '', { ...headers, 'Content-Length': length });
  response.end(body);
}
