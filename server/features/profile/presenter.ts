import type { InferSelectModel } from 'drizzle-orm';
import type { ApiToken, Impersonation, Session } from '#shared/features/profile/contract.ts';
import { SESSION_AT_MOST_MS } from '../auth/index.ts';
import type { apiTokens, impersonations, sessions } from '../auth/tables.ts';

export function presentSession(row: InferSelectModel<typeof sessions>, currentId: string): Session {
  return {
    id: row.id,
    current: row.id === currentId,
    ip_address: row.ipAddress,
    user_agent: row.userAgent,
    program: row.program,
    computer: row.computer,
    create_date: row.createdAt.toISOString(),
    last_seen: row.updatedAt.toISOString(),
    expiry_date: new Date(row.createdAt.getTime() + SESSION_AT_MOST_MS).toISOString(),
  };
}

export function presentApiToken(
  row: InferSelectModel<typeof apiTokens>,
  organizationName: string,
  workspaces: ReadonlyMap<string, string>,
  now: Date,
): ApiToken {
  return {
    id: row.id,
    name: row.name,
    hint: row.hint,
    connected: row.hint === '',
    organization_name: organizationName,
    create_date: row.createdAt.toISOString(),
    last_used: row.lastUsedAt?.toISOString() ?? null,
    expiry_date: row.expiresAt?.toISOString() ?? null,
    expired: row.expiresAt !== null && row.expiresAt <= now,
    scopes: row.scopes,
    reach: row.reach,
    workspaces: row.workspaceIds.flatMap((id) => {
      const name = workspaces.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    at_once: row.atOnce,
    cents: row.cents,
    spent_cents: row.spentCents,
  };
}

interface ImpersonationRow {
  impersonation: InferSelectModel<typeof impersonations>;
  byName: string;
  organizationName: string;
}

export function presentImpersonation(
  { impersonation, byName, organizationName }: ImpersonationRow,
  now: Date,
): Impersonation {
  const { expiresAt } = impersonation;
  const end = impersonation.endedAt ?? (expiresAt <= now ? expiresAt : null);
  return {
    id: impersonation.id,
    by_name: byName,
    organization_name: organizationName,
    reason: impersonation.reason,
    start_date: impersonation.startedAt.toISOString(),
    end_date: end?.toISOString() ?? null,
  };
}
