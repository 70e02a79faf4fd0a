import { and, eq, ne } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import type { Dependencies } from '../context.ts';
import { removeNetwork } from './networks.ts';
import { type Instance, tablesOf } from './tables.ts';

/** Removes the organization's network from the engine if nothing else uses it there. */
export async function freeNetwork(
  { db }: Pick<Dependencies, 'db'>,
  engine: Engine,
  { id, organizationId, engineId }: Pick<Instance, 'id' | 'organizationId' | 'engineId'>,
): Promise<void> {
  for (const { instances: table } of Object.values(tablesOf)) {
    const [other] = await db
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          eq(table.organizationId, organizationId),
          eq(table.engineId, engineId),
          ne(table.status, 'Deleted'),
          ne(table.id, id),
        ),
      )
      .limit(1);
    if (other) return;
  }
  await removeNetwork(engine, organizationId);
}
