import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { addSnapshot } from '../snapshots/index.ts';
import { lockService, requireManage } from './access.ts';
import { findItem } from './catalogue.ts';
import { requestConvergence } from './converge-job.ts';
import { serviceSource } from './snapshot-source.ts';

/**
 * Has a snapshot of a stopped service taken in the background. Asked twice before it is taken, it is one.
 * @throws NotFound, Forbidden, Conflict while it is not stopped, or when its item has no snapshot_flag (spec/2 §4)
 */
export async function snapshotService(context: Context, input: { id: string }): Promise<{ id: string }> {
  const { actor, db } = context;
  return db.transaction(async (tx) => {
    const service = await lockService(tx, actor, input.id);
    requireManage(actor);
    const item = findItem(service.serviceId);
    if (!item?.snapshot_flag) throw new Conflict('This service keeps nothing that a snapshot could hold.');
    if (service.status !== 'Offline') throw new Conflict('Only a stopped service can be snapshotted. Stop it first.');
    if (service.containerId === null) {
      throw new Conflict('There is nothing to keep yet. Start the service once, then stop it.');
    }
    const { id, added } = await addSnapshot(context, tx, serviceSource(service), { safety: false });
    if (added) {
      await requestConvergence(tx, service.id);
      await record(tx, context, { action: 'services.snapshot', targetId: service.id, details: { snapshot: id } });
    }
    return { id };
  });
}
