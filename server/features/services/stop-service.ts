import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockService, requireManage } from './access.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';

/** Stops a service, or ends its launch; its data stays. Fine when it is stopped already. @throws NotFound, Forbidden, Conflict */
export async function stopService(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const service = await lockService(tx, actor, input.id);
    requireManage(actor);
    if (service.status === 'Offline') return;
    if (service.status !== 'Active' && service.status !== 'Pending') {
      throw new Conflict(`The service is ${service.status} and can’t be stopped.`);
    }
    await changeStatus(context, tx, service, {
      to: 'Offline',
      cause: 'stopped_by_user',
      userId: actor.userId,
      set: { revision: service.revision + 1 },
    });
    await requestConvergence(tx, service.id);
    await record(tx, context, { action: 'services.stop', targetId: service.id });
  });
}
