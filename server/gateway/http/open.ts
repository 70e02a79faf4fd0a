import { AUTHENTICATION_MESSAGE } from '#shared/api/envelope.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import type { Database } from '../../platform/database.ts';
import type { GatewayDirectory } from '../directory.ts';
import { entryOf } from './access.ts';
import { hostAddress, IDE_PORT, isKnownPort, isOpenPort, parseHost, safePath } from './host.ts';
import { PAGE_HEADERS, type Page, renderPage } from './page.ts';
import { issueCode } from './tickets.ts';

export const OPEN_PATH = '/open';
export const TICKET_PATH = '/.slipway/ticket';

export interface OpenContext {
  config: Pick<Config, 'https' | 'publicUrl' | 'workspaceDomain' | 'workspaceUrlSuffix'>;
  db: Database;
  clock: Clock;
  directory: Pick<
    GatewayDirectory,
    'find' | 'mayOpen' | 'isMember' | 'editorGuest' | 'noteGuest' | 'noteOpened' | 'notePort'
  >;
}

/** Who is asking, from the session cookie: this is a top-level navigation on the UI's origin. */
export interface OpenSession {
  userId: string;
  organizationId: string;
  sessionId: string;
}

/** What a visit asks for. */
interface OpenQuery {
  host?: string | undefined;
  path?: string | undefined;
}

/** Where a visit goes on: into the workspace, to the login, or no further than a page that says why. */
type Way = { kind: 'inside' | 'login'; address: string } | { kind: 'page'; page: Page };

/**
 * Answers `GET /open?host=<workspace host>&path=<path>` on the UI's origin: people who may open the workspace are
 * redirected there with a code, others to the login or to a page that says why not.
 */
export async function openWorkspace(
  context: OpenContext,
  session: OpenSession | null,
  query: OpenQuery & { locale?: string | null },
): Promise<Response> {
  const way = await findWay(context, session, query);
  return way.kind === 'page' ? pageResponse(way.page, query.locale) : redirect(way.address);
}

/** The same for the UI's own page at this address, which the login leads to: the address to go to, or why not. */
export async function tellWay(context: OpenContext, session: OpenSession | null, query: OpenQuery): Promise<Response> {
  const way = await findWay(context, session, query);
  const headers = { 'Cache-Control': 'no-store' };
  if (way.kind === 'inside') return Response.json({ success: true, url: way.address }, { headers });
  if (way.kind === 'page') return Response.json({ success: false }, { status: way.page.status, headers });
  return Response.json({ authenticated: false, message: AUTHENTICATION_MESSAGE }, { status: 401, headers });
}

/** A workspace of another organization looks as if it didn't exist. */
async function findWay(context: OpenContext, session: OpenSession | null, query: OpenQuery): Promise<Way> {
  const { config, directory } = context;
  const host = parseHost(query.host, config.workspaceDomain);
  const path = safePath(query.path);
  const home = { text: 'toWorkspaces', href: config.publicUrl } as const;
  const notFound: Way = { kind: 'page', page: { name: 'notFound', status: 404, action: home } };
  if (!host) return notFound;
  if (!session) {
    const back = `${OPEN_PATH}?${new URLSearchParams({ host: host.hostname, path })}`;
    return { kind: 'login', address: `${config.publicUrl}/login?${new URLSearchParams({ redirect: back })}` };
  }
  const target = await directory.find(host.slug);
  if (!target || target.organizationId !== session.organizationId) return notFound;
  const entry = await entryOf(directory, session, target, host.port);
  if (!entry) return { kind: 'page', page: { name: 'forbidden', status: 403, action: home } };
  if (entry === 'person' && isOpenPort(target, host.port) && !isKnownPort(target, host.port)) {
    await directory.notePort(target.workspaceId, host.port);
  }
  const { userId, organizationId, sessionId } = session;
  const { workspaceId } = target;
  const shareId = typeof entry === 'object' ? entry.shareId : null;
  if (shareId !== null) await directory.noteGuest(shareId);
  else if (host.port === IDE_PORT) await directory.noteOpened(workspaceId, userId);
  const code = await issueCode(context, { workspaceId, port: host.port, userId, organizationId, sessionId, shareId });
  const ticket = new URLSearchParams({ code, path });
  return { kind: 'inside', address: `${hostAddress(config, host.hostname)}${TICKET_PATH}?${ticket}` };
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
