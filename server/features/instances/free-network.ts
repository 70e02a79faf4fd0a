import { and, eq, ne } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import type { Dependencies } from '../context.ts';
import { removeNetwork } from './networks.ts';
import { readSpares } from './spares.ts';
import { type Instance, instances } from './tables.ts';

/** Removes the organization's network from the engine if nothing else uses it there, or will. */
export async function freeNetwork(
  { db }: Pick<Dependencies, 'db'>,
  engine: Engine,
  { id, organizationId, engineId }: Pick<Instance, 'id' | 'organizationId' | 'engineId'>,
): Promise<void> {
  const [other] = await db
    .select({ id: instances.id })
    .from(instances)
    .where(
      and(
        eq(instances.organizationId, organizationId),
        eq(instances.engineId, engineId),
        ne(instances.status, 'Deleted'),
        ne(instances.id, id),
      ),
    )
    .limit(1);
  const hasSpares = (await readSpares(db, engineId)).some((spare) => spare.organizationId === organizationId);
  if (!other && !hasSpares) await removeNetwork(engine, organizationId);
}
