import { eq } from 'drizzle-orm';
import { isOpen } from '#shared/features/tasks/model.ts';
import { DAY } from '../../platform/clock.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockInstance } from '../instances/index.ts';
import { bringBack, requireManage, workspaceKind } from '../workspaces/index.ts';
import { findTask } from './access.ts';
import { undoableUntil } from './present.ts';
import { tasks } from './tables.ts';
import { whenFree } from './when-free.ts';

/**
 * Brings back a task that was discarded within a day: its copy, stopped, and at least a day to decide. Its command
 * doesn't run again. Succeeds if it is back already. @throws NotFound, Forbidden, Conflict
 */
export async function undoTask(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  const { task } = await findTask(context, input.id);
  await whenFree(context, task.id, () =>
    db.transaction(async (tx) => {
      const copy = await lockInstance(tx, workspaceKind, actor, task.copyId);
      requireManage(actor, copy);
      const [current] = await tx.select().from(tasks).where(eq(tasks.id, task.id)).for('update');
      if (!current || isOpen(current.state)) return;
      const now = clock.now();
      const until = undoableUntil(current, copy);
      if (!until || until <= now) throw new Conflict(say('tasks.notUndoable'));
      await bringBack(context, tx, copy.id);
      const dayOn = new Date(now.getTime() + DAY);
      await tx
        .update(tasks)
        .set({
          ...{ state: 'waiting', outcome: null, finishedAt: null },
          expiresAt: current.expiresAt > dayOn ? current.expiresAt : dayOn,
        })
        .where(eq(tasks.id, task.id));
      await record(tx, context, { action: 'tasks.undo', targetId: task.id, details: { title: task.title } });
    }),
  );
}
