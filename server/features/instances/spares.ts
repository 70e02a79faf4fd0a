import { and, eq, inArray } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { spares } from './tables.ts';

/** The ids of an engine's spares, taken ones included; or only those with this status. */
export async function findSpares(
  executor: Executor,
  engineId: string,
  status?: (typeof spares.status.enumValues)[number],
): Promise<string[]> {
  const here = and(eq(spares.engineId, engineId), status && eq(spares.status, status));
  const rows = await executor.select({ id: spares.id }).from(spares).where(here);
  return rows.map(({ id }) => id);
}

/** Nobody can take these any more; reconciling removes their containers. What somebody takes meanwhile stays. */
export async function forgetSpares(executor: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await executor.delete(spares).where(and(inArray(spares.id, [...ids]), inArray(spares.status, ['making', 'ready'])));
}
