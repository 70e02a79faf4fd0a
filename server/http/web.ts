import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { say } from '../platform/say.ts';

const YEAR = 'public, max-age=31536000, immutable';

/**
 * The web build: hashed assets are cached forever, every other path is the UI's page. The policy allows our own
 * scripts, the page's inline ones by hash, Stripe's for card fields, and calls to `helpDesk`, where the support form
 * goes.
 */
export function serveWeb(folder: string, { helpDesk }: { helpDesk?: string | undefined } = {}): Hono {
  const readPage = watchPage(path.join(folder, 'index.html'), helpDesk ? new URL(helpDesk).origin : '');
  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('Referrer-Policy', 'same-origin');
    c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  });
  app.use(
    '/assets/*',
    serveStatic({
      root: path.relative(process.cwd(), folder),
      precompressed: true,
      onFound: (_, c) => c.header('Cache-Control', YEAR),
    }),
  );
  app.get('/assets/*', (c) => c.text(say('errors.noSuchFile'), 404));
  app.use('/*', async (c, next) => {
    if (c.req.path === '/' || !/\.[a-z0-9]+$/i.test(c.req.path)) return next();
    return serveStatic({ root: path.relative(process.cwd(), folder) })(c, next);
  });
  app.get('/*', (c) => {
    const { page, policy } = readPage();
    c.header('Content-Security-Policy', policy);
    c.header('X-Frame-Options', 'DENY');
    c.header('Cache-Control', 'no-cache');
    return c.html(page);
  });
  return app;
}

/** The page and its policy, read again after a new build, which renames its assets. */
function watchPage(file: string, helpDesk: string): () => { page: string; policy: string } {
  let builtAt = 0;
  let current = { page: '', policy: '' };
  return () => {
    const changedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? builtAt;
    if (changedAt !== builtAt) {
      const page = readFileSync(file, 'utf8');
      current = { page, policy: contentSecurityPolicy(page, helpDesk) };
      builtAt = changedAt;
    }
    return current;
  };
}

function contentSecurityPolicy(page: string, helpDesk: string): string {
  const inline = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, body = '']) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`,
  );
  return [
    "default-src 'self'",
    `script-src 'self' ${inline.join(' ')} https://js.stripe.com`,
    'frame-src https://js.stripe.com https://hooks.stripe.com',
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self' https://api.stripe.com ${helpDesk}`.trimEnd(),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
