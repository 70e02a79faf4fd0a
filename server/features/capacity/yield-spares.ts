import { and, desc, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { forgetSpares } from '../instances/index.ts';
import { spares } from '../instances/tables.ts';

/** Removes spares of a machine, the oldest first, until those left fit into the memory that is free there. */
export async function yieldSpares(tx: Transaction, engineId: string, freeMb: number): Promise<void> {
  const there = await tx
    .select({ id: spares.id, memoryMb: spares.memoryMb })
    .from(spares)
    .where(and(eq(spares.engineId, engineId), ne(spares.status, 'taken')))
    .orderBy(desc(spares.createdAt), desc(spares.id))
    // Somebody who is just taking one reserves its memory themselves.
    .for('update', { skipLocked: true });
  let leftMb = freeMb;
  const gone = there.filter(({ memoryMb }) => {
    leftMb -= memoryMb;
    return leftMb < 0;
  });
  if (gone.length === 0) return;
  await forgetSpares(
    tx,
    gone.map(({ id }) => id),
  );
  await addJob(tx, 'instances.reconcile', {}, { key: 'instances.reconcile' });
}
