import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { instances, snapshots } from '../instances/tables.ts';
import { announceSnapshot } from './announce.ts';
import { endForkCopies } from './fork-copies.ts';
import { snapshotImage } from './names.ts';
import { sweepPoints } from './restore-points.ts';
import { requestStore } from './store-job.ts';
import { waitsForRegistry } from './store-snapshot.ts';

/**
 * Deletes expired snapshots, copies that no fork waits for and restore points that aren't kept any more, frees the images
 * of deleted ones that no container uses any more, and retries failed pushes to the registry.
 */
export async function sweepSnapshots(dependencies: Dependencies): Promise<void> {
  await deleteDue(dependencies);
  await endForkCopies(dependencies);
  await sweepPoints(dependencies);
  await storeWaiting(dependencies);
  await freeImages(dependencies);
}

async function deleteDue(dependencies: Dependencies): Promise<void> {
  const { clock, db } = dependencies;
  await db.transaction(async (tx) => {
    const gone = await tx
      .update(snapshots)
      .set({ status: 'Deleted', deletedAt: clock.now() })
      .where(
        and(
          lte(snapshots.scheduledDeleteAt, clock.now()),
          or(
            eq(snapshots.status, 'Pending Deletion'),
            and(snapshots.safety, inArray(snapshots.status, ['Active', 'Failed'])),
          ),
        ),
      )
      .returning();
    for (const snapshot of gone) await announceSnapshot(dependencies, tx, snapshot);
  });
}

async function storeWaiting({ db }: Dependencies): Promise<void> {
  for (const { id } of await db.select({ id: snapshots.id }).from(snapshots).where(waitsForRegistry()))
    await requestStore(db, id);
}

async function freeImages({ clock, db, engines, log, registry }: Dependencies): Promise<void> {
  const waiting = await db
    .select({ id: snapshots.id, registry: snapshots.registry })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.status, 'Deleted'),
        isNull(snapshots.imageRemovedAt),
        // A launch in progress may not have created its container yet.
        sql`not exists (select 1 from ${instances} where ${instances.status} <> 'Deleted'
          and ${snapshots.id} in (${instances.snapshotId}, ${instances.restoreId}, ${instances.backToId}))`,
      ),
    );
  for (const { id, registry: place } of waiting) {
    try {
      // Launches have left copies on other engines than the one it was taken on.
      for (const engine of engines.list()) await engine.removeImage(snapshotImage(id));
      if (place) await registry.remove(snapshotImage(id));
      await db.update(snapshots).set({ imageRemovedAt: clock.now() }).where(eq(snapshots.id, id));
    } catch (error) {
      // A container about to go still uses it, or the engine is away: the next sweep tries again.
      if (!isEngineError(error)) throw error;
      log.warn({ err: error, snapshotId: id }, 'image of a snapshot could not be removed yet');
    }
  }
}
