import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { changeStatus } from './change-status.ts';
import type { Instance, Kind } from './kind.ts';
import { lockInstance } from './read.ts';
import { becomePending, beginStart } from './start.ts';

/** Stop and start in one call. A stopped one is only started. @throws NotFound, Forbidden, Conflict */
export async function restartInstance<R extends Instance>(
  context: Context,
  kind: Kind<R>,
  input: { id: string },
): Promise<void> {
  const { actor, db } = context;
  const { userId } = actor;
  const restarted = await db.transaction(async (tx) => {
    const running = await lockInstance(tx, kind, actor, input.id);
    kind.requireOperate(actor, running);
    const asleep = running.asleepSince !== null;
    if (running.status === 'Offline' && !asleep) return false;
    if (running.status === 'Pending') return true;
    if (running.status !== 'Active' && !asleep) throw new Conflict(kind.sentences.cannotRestart(running.status));
    // Its memory stays reserved: both changes commit together.
    const stopped = asleep
      ? running
      : await changeStatus(context, tx, kind, running, { to: 'Offline', cause: 'stopped_by_user', userId });
    await becomePending(context, tx, kind, stopped, { text: kind.sentences.restarting, userId });
    await record(tx, context, { action: kind.actions.restart, targetId: running.id });
    return true;
  });
  if (!restarted) await beginStart(context, kind, actor, input.id);
}
