import { eq } from 'drizzle-orm';
import { canBecome } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { ChangeDependencies, Instance, Kind, StatusChange } from './kind.ts';
import { HEALTHY } from './not-answering.ts';
import { updateRecord } from './records.ts';
import { instanceStatusChanges, instances } from './tables.ts';

/**
 * The only way an instance changes status: checks the status machine, records cause and time, and tells gateways and
 * open pages on commit. The caller holds the row's lock. Rules: workspaces/README.md, "Status machine". @throws
 * Conflict if the machine doesn't allow it
 */
export async function changeStatus<R extends Instance>(
  dependencies: ChangeDependencies,
  tx: Transaction,
  kind: Kind<R>,
  record: R,
  change: StatusChange<R>,
): Promise<R> {
  const { to } = change;
  const { cannotBecome, changedMeanwhile } = kind.sentences;
  const wakes = record.asleepSince !== null && record.status === 'Offline' && to === 'Active';
  if (!wakes && !canBecome(record.status, to)) throw new Conflict(cannotBecome(record.status, to));
  const now = dependencies.clock.now();
  const set = {
    asleepSince: null,
    ...change.set,
    ...HEALTHY,
    ...kind.columnsOn(to),
    status: to,
    ...(to === 'Active' && { activeSince: now }),
    ...(to === 'Deleted' && { deletedAt: now }),
  };
  const changed = await updateRecord(tx, kind, record, set, eq(instances.status, record.status));
  if (!changed) throw new Conflict(changedMeanwhile);
  if (to === 'Deleted') await kind.onDeleted(tx, record.id);
  await keepChange(dependencies, tx, kind, changed, change);
  return changed;
}

/**
 * Records a change and announces it; called directly for changes without a new status, and for an instance that was
 * just inserted.
 */
export async function keepChange<R extends Instance>(
  dependencies: ChangeDependencies,
  tx: Transaction,
  kind: Pick<Kind<R>, 'word' | 'plural'>,
  record: R,
  { cause, detail, userId }: Omit<StatusChange<R>, 'to' | 'set'>,
): Promise<void> {
  await tx.insert(instanceStatusChanges).values({
    instanceId: record.id,
    status: record.status,
    cause,
    detail: detail ?? null,
    userId: userId ?? null,
    createdAt: dependencies.clock.now(),
  });
  await announce(dependencies, tx, kind, record);
}

/** Tells gateways and open pages, on commit, that something about it changed. */
export async function announce(
  { bus, publish }: Pick<ChangeDependencies, 'bus' | 'publish'>,
  tx: Transaction,
  { word, plural }: Pick<Kind, 'word' | 'plural'>,
  { id, slug, organizationId }: Pick<Instance, 'id' | 'slug' | 'organizationId'>,
): Promise<void> {
  // The gateways know workspaces and services by host name.
  await bus.notify(tx, 'workspace_changed', { id, slug, organizationId });
  await publish(tx, word, id, { id });
  await publish(tx, plural, organizationId, { id: organizationId });
}
