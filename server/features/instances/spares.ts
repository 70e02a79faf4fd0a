import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { spares } from './tables.ts';

export type Spare = typeof spares.$inferSelect;

/** An engine's spares, taken ones included. */
export function readSpares(executor: Executor, engineId: string): Promise<Spare[]> {
  return executor.select().from(spares).where(eq(spares.engineId, engineId));
}

/** Nobody can take these any more; reconciling removes their containers. What somebody takes meanwhile stays. */
export async function forgetSpares(executor: Executor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await executor.delete(spares).where(and(inArray(spares.id, [...ids]), ne(spares.status, 'taken')));
}
