import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import { API_BASE } from '#shared/api/wire.ts';
import { createApp } from '../app.ts';
import { createReadCounter } from '../features/audit/count-reads.ts';
import { dismissAdministrators } from '../features/auth/impersonation/dismiss-administrators.ts';
import { resolveSession } from '../features/auth/resolve-session.ts';
import type { Dependencies } from '../features/context.ts';
import { downloadFolder } from '../features/desktop/list-downloads.ts';
import { createDirectory } from '../features/entrance/directory.ts';
import { createOpenRoute } from '../gateway/http/open-route.ts';
import { serveDownloads } from '../http/downloads.ts';
import { serveOAuth } from '../http/oauth.ts';
import { pageHeaders } from '../http/page-headers.ts';
import { servePrebuildWebhook } from '../http/prebuild-webhook.ts';
import { serveStripeWebhook } from '../http/stripe-webhook.ts';
import { serveTlsAsk } from '../http/tls-ask.ts';
import { serveWeb } from '../http/web.ts';
import { outboxPages } from '../mail/index.ts';
import { type McpServer, startMcp } from '../mcp/serve-mcp.ts';
import { keepServing } from '../platform/keep-serving.ts';
import { attachRealtime } from '../realtime/attach-realtime.ts';
import { closeServer, listen } from './listen.ts';
import type { Start } from './start.ts';

const FLUSH_READS_MS = 10_000;
const BUILD = path.resolve(import.meta.dirname, '../../dist/web');

/** The UI's origin: pages, the API and live rooms. */
export async function startApi({ dependencies, health, closers }: Start): Promise<void> {
  const { config, log } = dependencies;
  await dismissAdministrators(dependencies);
  const reads = createReadCounter(dependencies);
  const flushing = setInterval(() => void reads.flush(), FLUSH_READS_MS).unref();
  const api = createApp(dependencies, { reads });
  const mcp = await startMcp(dependencies, { api: api.fetch, resolveSession });
  const pages = pagesApp(dependencies, health.routes, mcp);
  const web = createAdaptorServer({ fetch: webOrigin(api.fetch, pages.fetch) }) as Server;
  const realtime = await attachRealtime(web, dependencies, { resolveSession });
  await listen(web, config.port, config.host);
  keepServing(web, log, 'web');
  closers.push(async () => {
    await Promise.all([realtime.close(), mcp.close()]);
    await closeServer(web);
    clearInterval(flushing);
    await reads.flush();
  });
}

type Fetch = (request: Request, environment: object) => Response | Promise<Response>;

function webOrigin(api: Fetch, pages: Fetch): Fetch {
  return (request, environment) => {
    const fetch = getPath(request).startsWith(`${API_BASE}/`) ? api : pages;
    return fetch(request, environment);
  };
}

/** API tokens open no pages: the gateway watches the visitor's session, and theirs is none. */
const resolvePerson: typeof resolveSession = async (dependencies, key) => {
  const actor = await resolveSession(dependencies, key);
  return actor?.apiToken ? null : actor;
};

/** Health, MCP and its authorization, the way into workspaces, and the UI itself. */
function pagesApp(dependencies: Dependencies, health: Hono, mcp: McpServer): Hono {
  const { config } = dependencies;
  const app = new Hono();
  app.use(pageHeaders(config));
  app.route('/', health);
  app.route('/', mcp.routes);
  app.route('/', serveOAuth(dependencies, resolveSession));
  app.route('/', serveStripeWebhook(dependencies));
  app.route('/', servePrebuildWebhook(dependencies));
  const directory = createDirectory(dependencies);
  app.route('/', serveTlsAsk(directory, config.workspaceDomain));
  app.route('/', createOpenRoute({ ...dependencies, directory, resolveSession: resolvePerson }));
  if (config.development) app.route('/dev/outbox', outboxPages(dependencies));
  const downloads = downloadFolder(config);
  if (downloads) app.route('/', serveDownloads(downloads));
  if (existsSync(path.join(BUILD, 'index.html'))) app.route('/', serveWeb(BUILD, { helpDesk: config.supportUrl }));
  return app;
}
