import { isManager } from '#shared/features/auth/model.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context, Origin, Services } from '../context.ts';
import { reserveOnHost } from '../hosts/index.ts';
import { addMessage } from '../instances/index.ts';
import { type Asking, lockService, requireManage } from './access.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { serviceKind } from './kind.ts';

/** Starts a stopped service in the background; fine when it runs or starts already. @throws NotFound, Forbidden, Conflict */
export async function startService(context: Context, input: { id: string }): Promise<void> {
  await lockService(context.db, context.actor, input.id);
  requireManage(context.actor);
  await beginServiceStart(context, context.actor, input.id);
}

/** What a start is without a request around it: a visit of whoever may open it does the same. */
export async function beginServiceStart(
  services: Services & { origin?: Origin },
  actor: Asking,
  id: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const service = await lockService(tx, actor, id);
    if (!isManager(actor) && service.userId !== actor.userId) throw new Forbidden();
    if (service.status === 'Active' || service.status === 'Pending') return;
    if (service.status !== 'Offline') throw new Conflict(`The service is ${service.status} and can’t be started.`);
    const { cpuCores, memoryMb } = service;
    await reserveOnHost(tx, service.serverId, { cpuCores, memoryMb, diskGb: 0 });
    const started = await changeStatus(services, tx, service, {
      to: 'Pending',
      cause: 'started',
      userId: actor.userId,
      set: { revision: service.revision + 1 },
    });
    const { revision } = started;
    await addMessage(services, tx, serviceKind, { id, revision, code: 'E01', text: 'Starting the service.' });
    await requestConvergence(tx, id);
    const { userId, organizationId } = actor;
    await record(tx, services, { action: 'services.start', targetId: id, userId, organizationId });
  });
}
