import { eq, sql } from 'drizzle-orm';
import type { Role } from '#shared/features/auth/model.ts';
import { DAY, SECOND } from '../../platform/clock.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Actor, Dependencies } from '../context.ts';
import { API_TOKEN_PREFIX, resolveApiToken } from './resolve-api-token.ts';
import { sessions } from './tables.ts';

/** A session ends after this long without use. */
export const SESSION_LIFETIME_MS = 30 * DAY;
/** And after this long in any case: a stolen key must not last forever. */
export const SESSION_AT_MOST_MS = 90 * DAY;
const ENDS_AFTER = sql`${SESSION_AT_MOST_MS / SECOND} * interval '1 second'`;
const RENEW_AFTER_MS = DAY;
const LONGEST_KEY = 200;

/** A valid session, its person and organization, with the database's names. */
export interface SessionRow {
  session_id: string;
  user_id: string;
  membership_id: string;
  organization_id: string;
  role: Role;
  admin_flag: boolean;
  renew: boolean;
  expires_at: string;
  impersonation_id: string | null;
  real_user_id: string;
  real_user_name: string;
  reason: string;
}

/**
 * Session key or API token → who is asking; null if it is unknown or expired, or the user is deleted or belongs nowhere
 * any more. One query on the hashed key; a lost active organization falls back to another membership. Somebody acting
 * as the user does so in one organization only, as an administrator, while their own session lasts.
 */
export async function resolveSession(dependencies: Dependencies, key: string): Promise<Actor | null> {
  if (key.startsWith(API_TOKEN_PREFIX)) return resolveApiToken(dependencies, key);
  const query = sessionQuery(dependencies, key);
  const [row] = query ? await query : [];
  return row ? toActor(dependencies, row) : null;
}

/** The query for a key's session, to run or embed; null if no session can have this key. */
export function sessionQuery({ lookups, clock }: Dependencies, key: string) {
  if (key.length === 0 || key.length > LONGEST_KEY) return null;
  const now = clock.now();
  const renewBefore = new Date(now.getTime() - RENEW_AFTER_MS).toISOString();
  return lookups<SessionRow[]>`
    select s.id as session_id, s.user_id, m.id as membership_id, m.organization_id, m.role, u.admin_flag, s.expires_at, s.provider,
      s.updated_at < ${renewBefore} and i.id is null as renew, i.id as impersonation_id, i.real_user_id,
      ru.name as real_user_name, i.reason
    from sessions s
    join users u on u.id = s.user_id and u.status = 'active'
    left join impersonations i on i.id = s.impersonation_id
    left join users ru on ru.id = i.real_user_id and ru.status = 'active' and ru.admin_flag
    left join sessions rs on rs.id = i.real_session_id and rs.expires_at > ${now.toISOString()}
    join lateral (
      select id, organization_id, role from memberships
      where user_id = s.user_id and status = 'active' and (i.id is null or organization_id = s.organization_id)
      order by (organization_id = s.organization_id) desc nulls last, (role = 'owner') desc, created_at
      limit 1
    ) m on true
    where s.token = ${hashToken(key)} and s.expires_at > ${now.toISOString()}
      and (i.id is null or (ru.id is not null and rs.id is not null))`;
}

export async function toActor(dependencies: Dependencies, row: SessionRow): Promise<Actor> {
  if (row.renew) await renew(dependencies, row.session_id);
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    organizationId: row.organization_id,
    membershipId: row.membership_id,
    role: row.role,
    adminFlag: row.admin_flag,
    ...(row.impersonation_id && {
      impersonator: {
        impersonationId: row.impersonation_id,
        userId: row.real_user_id,
        name: row.real_user_name,
        reason: row.reason,
        endsAt: new Date(row.expires_at),
      },
    }),
  };
}

/** At most once a day, so that reading causes few writes. Older sessions get their absolute end here. */
async function renew({ db, clock }: Dependencies, sessionId: string): Promise<void> {
  const now = clock.now();
  const unused = new Date(now.getTime() + SESSION_LIFETIME_MS).toISOString();
  await db
    .update(sessions)
    .set({ updatedAt: now, expiresAt: sql`least(${unused}::timestamptz, ${sessions.createdAt} + ${ENDS_AFTER})` })
    .where(eq(sessions.id, sessionId));
}
