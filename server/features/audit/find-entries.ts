import { and, desc, eq, gte, ilike, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { AUDIT_ACTIONS, type AuditAction } from '#shared/features/audit/actions.ts';
import type { AuditFilters, AuditRow } from '#shared/features/audit/contract.ts';
import { containing } from '../../platform/containing.ts';
import type { Executor } from '../../platform/database.ts';
import type { Actor } from '../context.ts';
import { users } from '../people/tables.ts';
import { auditLog } from './tables.ts';

const READ: AuditAction = 'access.read';
const realUsers = alias(users, 'real_users');

/** Names for these ids, of things and people of the active organization. */
export type NameThings = (
  executor: Executor,
  actor: Pick<Actor, 'organizationId'>,
  ids: string[],
) => Promise<Map<string, string>>;

export interface Part {
  nameThings: NameThings;
  limit: number;
  offset?: number;
  /** Only entries older than this id: the next part of an export. */
  before?: number;
}

/** A part of the active organization's log, newest first. */
export async function findEntries(
  executor: Executor,
  actor: Actor,
  filters: AuditFilters,
  { nameThings, ...part }: Part,
): Promise<AuditRow[]> {
  const rows = await executor
    .select({ entry: auditLog, userName: users.name, realUserName: realUsers.name })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .leftJoin(realUsers, eq(realUsers.id, auditLog.realUserId))
    .where(and(matches(actor, filters), part.before === undefined ? undefined : lt(auditLog.id, part.before)))
    .orderBy(desc(auditLog.id))
    .limit(part.limit)
    .offset(part.offset ?? 0);
  const ids = rows.flatMap(({ entry }) => [entry.targetId, ...Object.values(entry.details ?? {})]);
  const names = await nameThings(
    executor,
    actor,
    ids.filter((id) => typeof id === 'string'),
  );
  return rows.map(({ entry, userName, realUserName }) => ({
    id: String(entry.id),
    create_date: entry.createdAt.toISOString(),
    user_id: entry.userId,
    user_name: userName,
    real_user_name: realUserName,
    action: entry.action,
    target_id: entry.targetId,
    target_name: names.get(entry.targetId ?? '') ?? null,
    outcome: entry.outcome,
    details: Object.fromEntries(
      Object.entries(entry.details ?? {}).map(([name, value]) => [name, names.get(String(value)) ?? value]),
    ),
    ip_address: entry.ipAddress,
  }));
}

export async function countEntries(executor: Executor, actor: Actor, filters: AuditFilters): Promise<number> {
  const [total] = await executor
    .select({ records: sql<number>`count(*)::int` })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.userId))
    .leftJoin(realUsers, eq(realUsers.id, auditLog.realUserId))
    .where(matches(actor, filters));
  return total?.records ?? 0;
}

function matches(actor: Actor, { who, action, from, to, reads }: AuditFilters): SQL | undefined {
  const person = who && containing(who);
  return and(
    eq(auditLog.organizationId, actor.organizationId),
    person
      ? or(...[users, realUsers].flatMap((of) => [of.name, of.username, of.email].map((field) => ilike(field, person))))
      : undefined,
    action ? (isAction(action) ? eq(auditLog.action, action) : ilike(auditLog.action, containing(action))) : undefined,
    reads || action === READ ? undefined : ne(auditLog.action, READ),
    from ? gte(auditLog.createdAt, new Date(from)) : undefined,
    to ? lte(auditLog.createdAt, new Date(to)) : undefined,
  );
}

/** `organizations.update` must not find `organizations.update-payment-method`. */
function isAction(text: string): boolean {
  return AUDIT_ACTIONS.some((action) => action === text);
}
