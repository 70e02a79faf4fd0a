import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { GatewayDirectory } from '../directory.ts';
import { entryOf } from './access.ts';
import { hostAddress, parseHost, safePath } from './host.ts';
import { PAGE_HEADERS, type Page, renderPage } from './page.ts';
import { issueCode } from './tickets.ts';

export const OPEN_PATH = '/open';
export const TICKET_PATH = '/.slipway/ticket';

export interface OpenContext {
  config: Pick<Config, 'https' | 'publicUrl' | 'workspaceDomain' | 'workspaceUrlSuffix'>;
  db: Database;
  clock: Clock;
  directory: Pick<GatewayDirectory, 'find' | 'mayOpen' | 'isMember'>;
}

/** Who is asking, from the session cookie: this is a top-level navigation on the UI's origin. */
export interface OpenSession {
  userId: string;
  organizationId: string;
  sessionId: string;
}

/**
 * Answers `GET /open?host=<workspace host>&path=<path>` on the UI's origin: people who may open the workspace are
 * redirected there with a code, others to the login or to a page that says why not. A workspace of another organization
 * looks as if it didn't exist.
 */
export async function openWorkspace(
  context: OpenContext,
  session: OpenSession | null,
  query: { host?: string; path?: string; locale?: string | null },
): Promise<Response> {
  const { config, directory } = context;
  const host = parseHost(query.host, config.workspaceDomain);
  const path = safePath(query.path);
  const home = { text: 'toWorkspaces', href: config.publicUrl } as const;
  if (!host) return pageResponse({ name: 'notFound', status: 404, action: home }, query.locale);
  if (!session) {
    const back = `${OPEN_PATH}?${new URLSearchParams({ host: host.hostname, path })}`;
    return redirect(`${config.publicUrl}/login?${new URLSearchParams({ redirect: back })}`);
  }
  const target = await directory.find(host.slug);
  if (!target || target.organizationId !== session.organizationId) {
    return pageResponse({ name: 'notFound', status: 404, action: home }, query.locale);
  }
  if (!(await entryOf(directory, session, target, host.port))) {
    return pageResponse({ name: 'forbidden', status: 403, action: home }, query.locale);
  }
  const { userId, organizationId, sessionId } = session;
  const { workspaceId } = target;
  const code = await issueCode(context, { workspaceId, port: host.port, userId, organizationId, sessionId });
  return redirect(`${hostAddress(config, host.hostname)}${TICKET_PATH}?${new URLSearchParams({ code, path })}`);
}

function redirect(location: string): Response {
  return new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' },
  });
}

function pageResponse(page: Page, locale: string | null = null): Response {
  return new Response(renderPage(page, locale), { status: page.status, headers: PAGE_HEADERS });
}
