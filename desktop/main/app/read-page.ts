import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SERVER_META } from '#shared/desktop/origins.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ico': 'image/x-icon',
};

/** A file of `folder` as the answer to a page; null if there is none. */
export async function readPage(folder: string, pathname: string, policy: string): Promise<Response | null> {
  const file = path.join(folder, path.posix.normalize(pathname));
  const type = TYPES[path.extname(file)];
  if (!type || !file.startsWith(folder + path.sep)) return null;
  const body = await readFile(file).catch(() => null);
  return body && new Response(new Uint8Array(body), { headers: headersOf(type, policy) });
}

/** The UI's page, told where its server is. */
export async function readUi(folder: string, server: string, policy: string): Promise<Response> {
  const page = await readFile(path.join(folder, 'index.html'), 'utf8');
  const meta = `<meta name="${SERVER_META}" content="${server}">`;
  const headers = headersOf('text/html; charset=utf-8', policy);
  return new Response(page.replace('<head>', `<head>${meta}`), { headers });
}

function headersOf(type: string, policy: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cache-Control': 'no-cache',
  };
}
