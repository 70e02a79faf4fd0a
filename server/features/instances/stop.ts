import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { changeStatus } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import type { ChangeDependencies, Instance, Kind, StatusChange } from './kind.ts';
import { lockInstance } from './read.ts';
import { endSleep } from './sleep.ts';

/**
 * Stops an instance, or ends its launch; its files stay. Succeeds if it is already stopped. It is Offline at once: the
 * gateway lets nobody in while the container shuts its databases down. @throws NotFound, Forbidden, Conflict
 */
export async function stopInstance<R extends Instance>(
  context: Context,
  kind: Kind<R>,
  input: { id: string },
): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const running = await lockInstance(tx, kind, actor, input.id);
    kind.requireOperate(actor, running);
    const by = { cause: 'stopped_by_user', userId: actor.userId } as const;
    if (running.asleepSince !== null) {
      await endSleep(context, tx, kind, running, by);
      return record(tx, context, { action: kind.actions.stop, targetId: running.id });
    }
    if (running.status === 'Offline') return;
    if (running.status !== 'Active' && running.status !== 'Pending') {
      throw new Conflict(kind.sentences.cannotStop(running.status));
    }
    await changeAndConverge(context, tx, kind, running, { to: 'Offline', ...by });
    await record(tx, context, { action: kind.actions.stop, targetId: running.id });
  });
}

/** Changes its status as a new request, to which the engine is brought. */
export async function changeAndConverge<R extends Instance>(
  dependencies: ChangeDependencies,
  tx: Transaction,
  kind: Kind<R>,
  current: R,
  change: StatusChange<R>,
): Promise<R> {
  const set = { ...change.set, revision: current.revision + 1 } as Partial<R>;
  const changed = await changeStatus(dependencies, tx, kind, current, { ...change, set });
  await requestConvergence(tx, kind, current.id);
  return changed;
}
