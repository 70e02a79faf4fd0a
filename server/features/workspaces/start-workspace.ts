import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import { requirePaidUp } from '../billing/index.ts';
import type { Actor, Context, Origin, Services } from '../context.ts';
import { addMessage } from '../instances/index.ts';
import { findWorkspace, lockWorkspace } from './access.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { workspaceKind } from './kind.ts';
import { capacityOf, reserveCapacity } from './reserve-capacity.ts';

/** Starts a stopped workspace in the background; fine when it runs or starts already. @throws NotFound, Conflict, PaymentRequired */
export async function startWorkspace(context: Context, input: { id: string }): Promise<void> {
  await beginStart(context, context.actor, input.id);
}

/** What a start is without a request around it: waking up by a visit or over SSH does the same. */
export async function beginStart(
  services: Services & { origin?: Origin },
  actor: Pick<Actor, 'userId' | 'organizationId' | 'role'>,
  id: string,
): Promise<void> {
  const place = await findWorkspace(services.db, actor, id);
  await requirePaidUp(services.db, actor.organizationId);
  const capacityMb = await capacityOf(services, place);
  await services.db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, actor, id);
    if (workspace.status === 'Active' || workspace.status === 'Pending') return;
    if (workspace.status !== 'Offline')
      throw new Conflict(`The workspace is ${workspace.status} and can’t be started.`);
    const { cpuCores, memoryMb } = workspace;
    // Its disk is reserved as long as it is there.
    await reserveCapacity(services, tx, { place, need: { cpuCores, memoryMb, diskGb: 0 }, capacityMb });
    const started = await changeStatus(services, tx, workspace, {
      to: 'Pending',
      cause: 'started',
      userId: actor.userId,
      set: { revision: workspace.revision + 1 },
    });
    await addMessage(services, tx, workspaceKind, {
      id,
      revision: started.revision,
      code: 'W01',
      text: 'Starting the workspace.',
    });
    await requestConvergence(tx, id);
    const { userId, organizationId } = actor;
    await record(tx, services, { action: 'workspaces.start', targetId: id, userId, organizationId });
  });
}
