import { Conflict, NotFound } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { requirePaidUp } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { becomePending, changeStatus, findInstance, lockInstance, updateRecord } from '../instances/index.ts';
import { addPointBefore, holdPoint } from '../snapshots/index.ts';
import { mayGoBack } from './access.ts';
import { workspaceKind } from './kind.ts';

/**
 * Brings a workspace's files back to a restore point, and starts it. What is there now is kept as a point of its own
 * first. Succeeds if it is already on its way there. Rules: workspaces/README.md, "Restore points".
 * @throws NotFound, Forbidden, Conflict, PaymentRequired, Unavailable
 */
export async function goBack(context: Context, input: { id: string; pointId: string }): Promise<void> {
  const { actor, db } = context;
  const seen = await findInstance(db, workspaceKind, actor, input.id);
  workspaceKind.requireManage(actor, seen);
  await requirePaidUp(db, actor.organizationId);
  const holdRoom = await workspaceKind.findRoom(context, seen);
  await db.transaction(async (tx) => {
    const workspace = await lockInstance(tx, workspaceKind, actor, input.id);
    workspaceKind.requireManage(actor, workspace);
    const { status, backToId, asleepSince } = workspace;
    const point = await holdPoint(tx, { id: input.pointId, instanceId: workspace.id });
    if (!point) throw new NotFound();
    if (backToId === point.id && status === 'Pending') return;
    if (!mayGoBack(workspace)) throw new Conflict(say('workspaces.cannotGoBack', { status }));
    if (status === 'Offline' && asleepSince === null) await holdRoom(tx);
    // Its memory stays reserved: all of it commits together.
    const by = { cause: 'stopped_by_user', userId: actor.userId } as const;
    const stopped =
      status === 'Active'
        ? await changeStatus(context, tx, workspaceKind, workspace, { to: 'Offline', ...by })
        : workspace;
    // Without a container it is still completely in the point it went back to last.
    if (stopped.containerId !== null) await addPointBefore(context, tx, workspaceKind, stopped);
    const changed = await updateRecord(tx, workspaceKind, stopped, { backToId: point.id });
    const time = point.createdAt.toISOString().slice(0, 16).replace('T', ' ');
    const text = say('workspaces.goingBack', { time });
    await becomePending(context, tx, workspaceKind, changed ?? stopped, { text, userId: actor.userId });
    const details = { point: point.id, time: point.createdAt.toISOString() };
    await record(tx, context, { action: 'workspaces.go-back', targetId: workspace.id, details });
  });
}
