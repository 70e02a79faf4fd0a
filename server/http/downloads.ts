import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { say } from '../platform/say.ts';

/** Packages, and what electron-updater reads beside them. */
const SERVED = /^[^./\\][^/\\]*\.(dmg|zip|exe|msi|appimage|deb|rpm|tar\.gz|yml|blockmap)$/i;

/** `/downloads/<name>`: the operator's packages of the desktop app, to be kept and never shown as pages. */
export function serveDownloads(folder: string): Hono {
  const app = new Hono();
  const files = serveStatic({
    root: path.relative(process.cwd(), folder),
    rewriteRequestPath: (asked) => asked.slice('/downloads'.length),
  });
  app.use('/downloads/*', async (c, next) => {
    await next();
    c.header('Content-Disposition', 'attachment');
  });
  app.get('/downloads/:name', (c, next) => (SERVED.test(c.req.param('name')) ? files(c, next) : next()));
  app.get('/downloads/*', (c) => c.text(say('errors.noSuchFile'), 404));
  return app;
}
