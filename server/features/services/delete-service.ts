import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockService, requireManage } from './access.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';

/** Deletes a service and its data for good, whatever it is doing. Fine when it is deleted already. @throws NotFound, Forbidden, Conflict */
export async function deleteService(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const service = await lockService(tx, actor, input.id);
    requireManage(actor);
    if (service.status === 'Deleted') return;
    if (service.deleteProtect) {
      throw new Conflict('This service is protected from deletion. Turn the protection off first.');
    }
    await changeStatus(context, tx, service, {
      to: 'Deleted',
      cause: 'deleted_by_user',
      userId: actor.userId,
      set: { revision: service.revision + 1 },
    });
    await requestConvergence(tx, service.id);
    await record(tx, context, { action: 'services.delete', targetId: service.id });
  });
}
