import { and, eq, isNull, lte } from 'drizzle-orm';
import { undoUntil } from '#shared/api/undo.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { reserveOnHost } from '../capacity/index.ts';
import { findItem } from '../catalogue/index.ts';
import type { Context, Dependencies } from '../context.ts';
import { changeAndConverge, changeStatus, lockInstance, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { requireManage } from './access.ts';
import { mayHoldAgain } from './holder.ts';
import { serviceKind } from './kind.ts';

/**
 * Stops a service whatever it is doing, and hides it. Its data, values and host name are kept for 24 hours, or until its
 * host needs the disk. Succeeds if it is already deleted. @throws NotFound, Forbidden, Conflict
 */
export async function deleteService(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  const by = { cause: 'deleted_by_user', userId: actor.userId } as const;
  await db.transaction(async (tx) => {
    const service = await lockInstance(tx, serviceKind, actor, input.id);
    requireManage(actor);
    if (service.status === 'Deleted' || service.status === 'Pending Deletion') return;
    if (service.deleteProtect) throw new Conflict(serviceKind.sentences.deleteProtected);
    const settled =
      service.status === 'Pending'
        ? await changeStatus(context, tx, serviceKind, service, { ...by, to: 'Offline' })
        : service;
    const set = { scheduledDeleteAt: undoUntil(clock.now()) };
    await changeAndConverge(context, tx, serviceKind, settled, { ...by, to: 'Pending Deletion', set });
    await record(tx, context, { action: 'services.delete', targetId: service.id });
  });
}

/**
 * Takes a deletion back: the service is there again, stopped, with its data. Succeeds if it isn't deleted.
 * @throws NotFound, Forbidden; Conflict once it is gone, without room on its host, or if its user has another one
 */
export async function restoreService(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  await db.transaction(async (tx) => {
    const service = await lockInstance(tx, serviceKind, actor, input.id);
    requireManage(actor);
    const { id, name, status, scheduledDeleteAt } = service;
    const isDue = status === 'Pending Deletion' && scheduledDeleteAt !== null && scheduledDeleteAt <= clock.now();
    if (status === 'Deleted' || isDue) throw new Conflict(say('services.goneForGood', { name }));
    if (status !== 'Pending Deletion') return;
    const item = findItem(service.catalogueId);
    const disk = { cpuCores: 0, memoryMb: 0, diskGb: service.diskGb };
    await withoutForm(async () => {
      if (item) await mayHoldAgain(tx, actor.organizationId, item, service.userId);
      await reserveOnHost(context, tx, service.serverId, disk, id);
    });
    await changeStatus(context, tx, serviceKind, service, {
      to: 'Offline',
      cause: 'cancelled',
      userId: actor.userId,
      set: { revision: service.revision + 1, scheduledDeleteAt: null },
    });
    await record(tx, context, { action: 'services.restore', targetId: id });
  });
}

/** What is wrong with a field is said without one. */
async function withoutForm(check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new Conflict(Object.values(error.fields)[0] ?? error.message);
  }
}

/** Deletes for good what can't be had back any more. One at a time, so that one failure holds up nothing. */
export async function deleteDueServices(dependencies: Dependencies): Promise<void> {
  const { clock, db } = dependencies;
  const isDue = and(eq(instances.status, 'Pending Deletion'), lte(instances.scheduledDeleteAt, clock.now()));
  for (const { id } of await readRecords(db, serviceKind, and(isDue, isNull(instances.deletedAt)))) {
    await db.transaction(async (tx) => {
      const [service] = await readRecords(tx, serviceKind, and(eq(instances.id, id), isDue), { lock: 'free' });
      if (service)
        await changeAndConverge(dependencies, tx, serviceKind, service, { to: 'Deleted', cause: 'scheduled' });
    });
  }
}
