import { and, asc, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import type { Spare } from '../instances/index.ts';
import { spares } from '../instances/tables.ts';
import type { Resources } from './resources.ts';

interface Wanted {
  organizationId: string;
  image: string;
  resources: Resources;
}

/** Takes one of the organization's spares that is just like a new workspace, for a workspace of the same id; null if none is. */
export async function claimSpare(tx: Transaction, { organizationId, image, resources }: Wanted): Promise<Spare | null> {
  const { cpuCores, memoryMb, diskGb } = resources;
  const alike = and(
    eq(spares.organizationId, organizationId),
    eq(spares.image, image),
    eq(spares.status, 'ready'),
    eq(spares.cpuCores, cpuCores),
    eq(spares.memoryMb, memoryMb),
    eq(spares.diskGb, diskGb),
  );
  const [spare] = await tx
    .select()
    .from(spares)
    .where(alike)
    .orderBy(asc(spares.createdAt), asc(spares.id))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!spare) return null;
  await setStatus(tx, spare, 'taken');
  return spare;
}

/** The spare if the workspace's place is its own; else somebody else may have it. */
export async function keepSpareAt(tx: Transaction, spare: Spare, engineId: string): Promise<Spare | null> {
  if (spare.engineId === engineId) return spare;
  await setStatus(tx, spare, 'ready');
  return null;
}

async function setStatus(tx: Transaction, { id }: Spare, status: Spare['status']): Promise<void> {
  await tx.update(spares).set({ status }).where(eq(spares.id, id));
}
