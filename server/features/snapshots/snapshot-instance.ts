import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { endSleep, type Instance, type Kind, lockInstance, requestConvergence } from '../instances/index.ts';
import { addSnapshot } from './add-snapshot.ts';

/**
 * Takes a snapshot of a stopped instance in the background. Two requests before it is taken are one.
 * @throws NotFound, Forbidden, Conflict if it isn't stopped, or has nothing to keep
 */
export async function snapshotInstance<R extends Instance>(
  context: Context,
  kind: Kind<R>,
  input: { id: string },
): Promise<{ id: string }> {
  const { actor, db } = context;
  return db.transaction(async (tx) => {
    const source = await lockInstance(tx, kind, actor, input.id);
    kind.requireManage(actor, source);
    const { mustBeStopped, nothingToKeep } = kind.sentences;
    const reason = kind.whyNoSnapshot(source);
    if (reason !== null) throw new Conflict(reason);
    if (source.status !== 'Offline') throw new Conflict(mustBeStopped);
    if (source.containerId === null) throw new Conflict(nothingToKeep);
    const { id, added } = await addSnapshot(context, tx, kind, source, { safety: false });
    if (added) {
      // Programs that are frozen would leave their files as after a power cut.
      if (source.asleepSince !== null) {
        await endSleep(context, tx, kind, source, { cause: 'stopped_by_user', userId: actor.userId });
      } else await requestConvergence(tx, kind, source.id);
      const entry = { targetId: source.id, details: { snapshot: id } };
      await record(tx, context, { action: kind.actions.snapshot, ...entry });
    }
    return { id };
  });
}
