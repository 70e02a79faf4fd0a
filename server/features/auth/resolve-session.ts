import { eq } from 'drizzle-orm';
import type { Role } from '#shared/features/auth/model.ts';
import { DAY } from '../../platform/clock.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Actor, Services } from '../context.ts';
import { sessions } from './tables.ts';

/** Sessions end after this long without use (decisions §3). */
export const SESSION_LIFETIME_MS = 30 * DAY;
const RENEW_AFTER_MS = DAY;
const LONGEST_KEY = 200;

interface SessionRow {
  session_id: string;
  user_id: string;
  membership_id: string;
  organization_id: string;
  role: Role;
  admin_flag: boolean;
  renew: boolean;
}

/**
 * Session key → who is asking; null when it is unknown, expired, the user is deleted or belongs nowhere any more.
 * One query on the hashed key; the active organization falls back to another membership when it was lost.
 */
export async function resolveSession(services: Services, key: string): Promise<Actor | null> {
  if (key.length === 0 || key.length > LONGEST_KEY) return null;
  const now = services.clock.now();
  const renewBefore = new Date(now.getTime() - RENEW_AFTER_MS).toISOString();
  const [row] = await services.sql<SessionRow[]>`
    select s.id as session_id, s.user_id, m.id as membership_id, m.organization_id, m.role, u.admin_flag,
      s.updated_at < ${renewBefore} as renew
    from sessions s
    join users u on u.id = s.user_id and u.status = 'active'
    join lateral (
      select id, organization_id, role from memberships
      where user_id = s.user_id and status = 'active'
      order by (organization_id = s.organization_id) desc nulls last, (role = 'owner') desc, created_at
      limit 1
    ) m on true
    where s.token = ${hashToken(key)} and s.expires_at > ${now.toISOString()}`;
  if (!row) return null;
  if (row.renew) await renew(services, row.session_id, now);
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    organizationId: row.organization_id,
    membershipId: row.membership_id,
    role: row.role,
    adminFlag: row.admin_flag,
  };
}

/** At most once a day, so that reading stays reading. */
async function renew(services: Services, sessionId: string, now: Date): Promise<void> {
  await services.db
    .update(sessions)
    .set({ updatedAt: now, expiresAt: new Date(now.getTime() + SESSION_LIFETIME_MS) })
    .where(eq(sessions.id, sessionId));
}
