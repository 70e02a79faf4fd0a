import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Services } from '../context.ts';
import { organizationServices } from '../services/tables.ts';
import { workspaces } from '../workspaces/tables.ts';
import { announceSnapshot } from './announce.ts';
import { snapshotImage } from './names.ts';
import { restartStacks } from './stacks.ts';
import { snapshots } from './tables.ts';

/** Deletes the snapshots whose time has come, and frees the images of deleted ones that no container uses any more. */
export async function sweepSnapshots(services: Services): Promise<void> {
  await deleteDue(services);
  await restartStacks(services);
  await freeImages(services);
}

async function deleteDue(services: Services): Promise<void> {
  const { clock, db } = services;
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
    for (const snapshot of gone) await announceSnapshot(services, tx, snapshot);
  });
}

async function freeImages({ clock, db, engines, log }: Services): Promise<void> {
  const waiting = await db
    .select({ id: snapshots.id, engineId: snapshots.engineId })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.status, 'Deleted'),
        isNull(snapshots.imageRemovedAt),
        // A launch that is under way may not have made its container yet.
        sql`not exists (select 1 from ${workspaces} where ${workspaces.status} <> 'Deleted'
          and (${workspaces.snapshotId} = ${snapshots.id} or ${workspaces.restoreId} = ${snapshots.id}))
          and not exists (select 1 from ${organizationServices} where ${organizationServices.status} <> 'Deleted'
          and ${organizationServices.snapshotId} = ${snapshots.id})`,
      ),
    );
  for (const { id, engineId } of waiting) {
    try {
      // Launches have left copies on other hosts.
      const kept = engines.list().filter((engine) => engine.id !== engineId);
      for (const engine of kept) await engine.removeImage(snapshotImage(id));
      await engines
        .list()
        .find((engine) => engine.id === engineId)
        ?.removeImage(snapshotImage(id));
      await db.update(snapshots).set({ imageRemovedAt: clock.now() }).where(eq(snapshots.id, id));
    } catch (error) {
      // In use by a container that is about to go, or the engine is away: the next sweep looks again.
      if (!isEngineError(error)) throw error;
      log.warn({ err: error, snapshotId: id }, 'image of a snapshot could not be removed yet');
    }
  }
}
