import type { IncomingMessage } from 'node:http';
import { responseHeaders } from './headers.ts';
import type { Names } from './names.ts';
import type { Visit } from './visit.ts';

/** Null leaves the page as it is. */
export type Rewrite = (html: string) => string | null;

/** Request headers that would bring a page compressed, in part or not at all. */
export const WHOLE_PAGE: ReadonlySet<string> = new Set([
  'accept-encoding',
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
]);
/** What the container says about bytes that are no longer the same, and about keeping them. */
const REPLACED: ReadonlySet<string> = new Set([
  'accept-ranges',
  'cache-control',
  'content-digest',
  'content-length',
  'content-md5',
  'content-type',
  'digest',
  'etag',
  'expires',
  'last-modified',
  'repr-digest',
]);
const MAX_BYTES = 1024 * 1024;
const UTF8_PAGE = /^text\/html\s*(;\s*charset="?utf-?8"?\s*)?$/i;

/** A program compresses even if it wasn't asked to, or has pages in another charset: those stay as they are. */
export function isReadable({ statusCode, headers }: IncomingMessage): boolean {
  return (
    statusCode === 200 && headers['content-encoding'] === undefined && UTF8_PAGE.test(headers['content-type'] ?? '')
  );
}

/** Reads the answer until its end, or until it's too large; what comes then is left to be read. */
export function collectPage(answer: IncomingMessage, done: (read: Buffer[], isWhole: boolean) => void): void {
  const read: Buffer[] = [];
  let bytes = 0;
  const stop = (isWhole: boolean) => {
    answer.off('data', take).off('end', finish).off('error', fail);
    done(read, isWhole);
  };
  const finish = () => stop(true);
  const fail = () => stop(false);
  const take = (chunk: Buffer) => {
    read.push(chunk);
    bytes += chunk.length;
    if (bytes > MAX_BYTES) stop(false);
  };
  answer.on('data', take).on('end', finish).on('error', fail);
}

/** Null if the page stays as it is. */
export function rewritten(read: readonly Buffer[], rewrite: Rewrite): string | null {
  try {
    return rewrite(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(read)));
  } catch {
    return null;
  }
}

/** False if nothing was sent, because its headers can't be passed on. */
export function sendPage(
  { response, host, names }: Pick<Visit, 'response' | 'host'> & { names: Names | null },
  answer: IncomingMessage,
  page: string,
): boolean {
  const headers = responseHeaders(answer, host.hostname, names, REPLACED);
  // It is made for one person, and for this moment.
  headers.push('Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store');
  headers.push('Content-Length', String(Buffer.byteLength(page)));
  try {
    response.writeHead(200, headers);
  } catch {
    return false;
  }
  response.end(page);
  return true;
}
