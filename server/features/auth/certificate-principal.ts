import { and, eq, gt, isNull } from 'drizzle-orm';
import { isId } from '../../platform/ids.ts';
import type { Actor, Dependencies } from '../context.ts';
import { resolveApiTokenById } from './resolve-api-token.ts';
import { sessions } from './tables.ts';

/** What an SSH certificate says of whom it was issued to: it works only while this session or token does. */
export function principalOf({ apiToken, sessionId }: Pick<Actor, 'apiToken' | 'sessionId'>): string {
  return `${apiToken ? 'token' : 'session'}:${sessionId}`;
}

/** The token, or the person of the session, in whatever organization; null if it has ended. */
export async function resolvePrincipal(
  dependencies: Dependencies,
  principal: string,
): Promise<{ token: Actor } | { userId: string } | null> {
  const [kind = '', id = ''] = principal.split(':');
  if (!isId(id)) return null;
  if (kind === 'token') {
    const token = await resolveApiTokenById(dependencies, id);
    return token && { token };
  }
  const [session] = await dependencies.db
    .select({ userId: sessions.userId })
    .from(sessions)
    .where(
      and(eq(sessions.id, id), gt(sessions.expiresAt, dependencies.clock.now()), isNull(sessions.impersonationId)),
    );
  return kind === 'session' && session ? session : null;
}
