import { and, eq, isNull } from 'drizzle-orm';
import { SAFETY_KEPT_MS, snapshotName } from '#shared/features/snapshots/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import type { Instance, Kind } from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import { announceSnapshot } from './announce.ts';
import { TYPES } from './names.ts';

/**
 * Records that a snapshot is to be taken; the caller holds the instance's lock and requests the convergence that takes
 * it. Returns one that is still to be taken instead of adding a second.
 */
export async function addSnapshot<R extends Instance>(
  dependencies: Pick<Dependencies, 'clock' | 'publish'>,
  tx: Transaction,
  kind: Kind<R>,
  source: R,
  { safety, stack }: { safety: boolean; stack?: { stackId: string; restartUserId: string | null } },
): Promise<{ id: string; added: boolean }> {
  const [waiting] = await tx
    .select({ id: snapshots.id })
    .from(snapshots)
    .where(
      and(
        eq(snapshots.instanceId, source.id),
        eq(snapshots.status, 'Pending'),
        eq(snapshots.safety, safety),
        isNull(snapshots.point),
        isNull(snapshots.forkId),
      ),
    )
    .limit(1);
  if (waiting && !stack) return { id: waiting.id, added: false };
  const now = dependencies.clock.now();
  const { organizationId, userId, engineId } = source;
  const id = newId();
  await tx.insert(snapshots).values({
    id,
    organizationId,
    userId,
    type: TYPES[kind.word],
    instanceId: source.id,
    ...kind.describe(source),
    ...stack,
    safety,
    name: snapshotName(source.name, now),
    status: 'Pending',
    engineId,
    createdAt: now,
    scheduledDeleteAt: safety ? new Date(now.getTime() + SAFETY_KEPT_MS) : null,
  });
  await announceSnapshot(dependencies, tx, { organizationId, safety });
  return { id, added: true };
}
