import { type AnyColumn, and, eq, type SQL, sql } from 'drizzle-orm';
import type { Route } from '#shared/api/route.ts';
import type { Executor } from '../../platform/database.ts';
import { Forbidden, NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Actor, PublicContext } from '../context.ts';
import { visibleTo } from '../groups/index.ts';
import type { Requester } from './kind.ts';
import { instances, snapshots } from './tables.ts';

type Asking = Pick<Actor, 'apiToken'>;

/** SQL condition for the instances an API token reaches, by the column of their id; none for people. */
export function reachedBy({ apiToken }: Asking, instanceId: AnyColumn): SQL | undefined {
  if (!apiToken?.reaches) return undefined;
  const chosen = sql.join([sql`null`, ...apiToken.reaches.map((id) => sql`${id}::uuid`)], sql`, `);
  return sql`(${instanceId} in (${chosen})
    or ${instanceId} in (select made.id from ${instances} made where made.token_id = ${apiToken.id}))`;
}

/** SQL condition for the workspaces and services a person sees, or their token. */
export function visibleInstances(actor: Requester): SQL | undefined {
  return and(visibleTo(actor, instances), reachedBy(actor, instances.id));
}

/** A token limited to some workspaces doesn't see lists, options and results about others. */
export function isLimited({ apiToken }: Asking): boolean {
  return apiToken?.reaches != null;
}

/** What a path's parameter names, as the instances that are behind it. */
const NAMED = {
  workspaceID: { table: instances, id: instances.id, instanceId: instances.id },
  organizationServiceID: { table: instances, id: instances.id, instanceId: instances.id },
  snapshotID: { table: snapshots, id: snapshots.id, instanceId: snapshots.instanceId },
} as const;

/**
 * Runs before every call: a token limited to some workspaces makes only calls about these, and those that say in the
 * contract how they keep to them. @throws Forbidden; NotFound, as for what the person doesn't see
 */
export async function refuseBeyondReach(
  { actor, db }: Pick<PublicContext, 'actor'> & { db: Executor },
  route: Pick<Route, 'access' | 'reach'>,
  params: Record<string, unknown> | undefined,
): Promise<void> {
  if (!actor || !isLimited(actor) || route.access === 'public' || route.reach) return;
  const named = Object.entries(NAMED).find(([name]) => params && name in params);
  if (!named) throw new Forbidden(say('instances.tokenLimited'));
  const [name, { table, id, instanceId }] = named;
  const value = params?.[name];
  const found =
    typeof value === 'string' && isId(value)
      ? await db
          .select({ id })
          .from(table)
          .where(and(eq(id, value), reachedBy(actor, instanceId)))
      : [];
  if (found.length === 0) throw new NotFound();
}
