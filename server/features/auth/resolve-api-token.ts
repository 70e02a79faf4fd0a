import type { PendingQuery, Row } from 'postgres';
import type { Role } from '#shared/features/auth/model.ts';
import type { TokenReach, TokenScope } from '#shared/features/auth/token-scopes.ts';
import { MINUTE } from '../../platform/clock.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Actor, Dependencies } from '../context.ts';

/** Tells tokens from session keys, for us and for scanners of leaked secrets. */
export const API_TOKEN_PREFIX = 'slipway_';
const LONGEST_TOKEN = 200;

interface TokenRow {
  id: string;
  name: string;
  user_id: string;
  membership_id: string;
  organization_id: string;
  role: Role;
  noted: boolean;
  scopes: TokenScope[];
  reach: TokenReach;
  workspace_ids: string[];
  admin_flag: boolean;
}

/**
 * API token, or a key of an hour that stands for one → who is asking: its user, only in the organization it was made
 * for. Null if it is unknown or expired, or the user or membership is gone. Of an internal administrator's rights a token
 * has those over machines, if it was given that scope.
 */
export async function resolveApiToken(dependencies: Dependencies, key: string): Promise<Actor | null> {
  if (key.length > LONGEST_TOKEN) return null;
  const { clock, lookups } = dependencies;
  const hash = hashToken(key);
  const ofAnHour = lookups`select token_id from oauth_access_tokens
    where token_hash = ${hash} and expires_at > ${clock.now().toISOString()}`;
  return resolve(dependencies, lookups`(t.token_hash = ${hash} or t.id = (${ofAnHour}))`);
}

/** The same, for what a token was exchanged for. */
export function resolveApiTokenById(dependencies: Dependencies, id: string): Promise<Actor | null> {
  return resolve(dependencies, dependencies.lookups`t.id = ${id}`);
}

async function resolve({ lookups, sql, clock }: Dependencies, which: PendingQuery<Row[]>): Promise<Actor | null> {
  const now = clock.now();
  const [row] = await lookups<TokenRow[]>`
    select t.id, t.name, t.user_id, m.id as membership_id, m.organization_id, m.role, t.scopes, t.reach, t.workspace_ids,
      u.admin_flag,
      coalesce(t.last_used_at > ${new Date(now.getTime() - MINUTE).toISOString()}, false) as noted
    from api_tokens t
    join users u on u.id = t.user_id and u.status = 'active'
    join memberships m on m.user_id = t.user_id and m.organization_id = t.organization_id and m.status = 'active'
    where ${which} and (t.expires_at is null or t.expires_at > ${now.toISOString()})`;
  if (!row) return null;
  // At most once a minute, so that a busy script causes few writes.
  if (!row.noted) await sql`update api_tokens set last_used_at = ${now.toISOString()} where id = ${row.id}`;
  return {
    userId: row.user_id,
    sessionId: row.id,
    organizationId: row.organization_id,
    membershipId: row.membership_id,
    role: row.role,
    adminFlag: row.admin_flag && row.scopes.includes('machines'),
    apiToken: {
      id: row.id,
      name: row.name,
      scopes: row.scopes,
      reaches: row.reach === 'all' ? null : row.reach === 'own' ? [] : row.workspace_ids,
    },
  };
}
