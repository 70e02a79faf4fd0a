import type { IncomingMessage } from 'node:http';
import { parse } from 'hono/utils/cookie';
import type { Socket } from 'socket.io';
import { SESSION_COOKIE } from '#shared/api/wire.ts';
import type { Actor, Dependencies } from '../features/context.ts';
import type { ResolveSession } from '../features/routing.ts';
import { hostCookie } from '../platform/host-cookie.ts';

/** The session a socket belongs to. */
export interface SocketData {
  sessionKey: string;
  actor: Actor;
}

/** The session of a handshake, given as `sessionKey` or, from our own pages, by the cookie; null if there is none. */
export async function authenticateSocket(
  dependencies: Dependencies,
  resolveSession: ResolveSession,
  { handshake, request }: Pick<Socket, 'handshake' | 'request'>,
): Promise<SocketData | null> {
  const given: unknown = handshake.auth.sessionKey;
  const sessionKey = typeof given === 'string' && given ? given : cookieKey(dependencies, request);
  const actor = sessionKey ? await resolveSession(dependencies, sessionKey) : null;
  return sessionKey && actor ? { sessionKey, actor } : null;
}

/** The cookie counts only on connections from our own pages: another site's page would send it as well. */
function cookieKey(dependencies: Dependencies, request: IncomingMessage): string | undefined {
  const { origin, host, cookie } = request.headers;
  const ours = !origin || origin === new URL(dependencies.config.publicUrl).origin || isSameHost(origin, host);
  const name = hostCookie(dependencies.config, SESSION_COOKIE);
  return ours ? parse(cookie ?? '', name)[name] : undefined;
}

function isSameHost(origin: string, host: string | undefined): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
