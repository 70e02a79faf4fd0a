import { and, asc, eq, ne, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { changeAndConverge, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';

/** Pending Deletion, and its disk is only kept while nobody needs it. */
const isDeleted = eq(instances.status, 'Pending Deletion');

/**
 * Deletes for good what was deleted on a host, the oldest first, until no more than `mostGb` is kept of it. One that
 * somebody is just having back keeps its disk.
 * @param except what the disk is for
 */
export async function giveUpDeleted(
  dependencies: Pick<Dependencies, 'bus' | 'clock' | 'kinds' | 'publish'>,
  tx: Transaction,
  { here, mostGb, except }: { here: SQL; mostGb: number; except: string | undefined },
): Promise<void> {
  const kept = await tx
    .select({ id: instances.id, kind: instances.kind, diskGb: instances.diskGb })
    .from(instances)
    .where(and(here, isDeleted, except ? ne(instances.id, except) : undefined))
    .orderBy(asc(instances.scheduledDeleteAt), asc(instances.id));
  let keptGb = kept.reduce((sum, { diskGb }) => sum + diskGb, 0);
  for (const { id, kind, diskGb } of kept) {
    if (keptGb <= mostGb) return;
    const which = and(eq(instances.id, id), isDeleted);
    const [record] = await readRecords(tx, dependencies.kinds[kind], which, { lock: 'free' });
    if (!record) continue;
    const change = { to: 'Deleted', cause: 'scheduled' } as const;
    await changeAndConverge(dependencies, tx, dependencies.kinds[kind], record, change);
    keptGb -= diskGb;
  }
}
