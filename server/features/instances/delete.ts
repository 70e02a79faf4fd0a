import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import type { Instance, Kind } from './kind.ts';
import { lockInstance } from './read.ts';
import { changeAndConverge } from './stop.ts';

/**
 * Deletes an instance whatever it is doing; its name and memory are free at once. Succeeds if it is already deleted.
 * @throws NotFound, Forbidden, Conflict
 */
export async function deleteInstance<R extends Instance>(
  context: Context,
  kind: Kind<R>,
  input: { id: string },
): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const current = await lockInstance(tx, kind, actor, input.id);
    kind.requireManage(actor, current);
    if (current.status === 'Deleted') return;
    if (current.deleteProtect) throw new Conflict(kind.sentences.deleteProtected);
    await changeAndConverge(context, tx, kind, current, {
      to: 'Deleted',
      cause: 'deleted_by_user',
      userId: actor.userId,
    });
    await kind.keepCopy(context, tx, current);
    await record(tx, context, { action: kind.actions.delete, targetId: current.id });
  });
}
