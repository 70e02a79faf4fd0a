import { eq } from 'drizzle-orm';
import { SECOND } from '../../platform/clock.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { findOpen, type TaskRecord } from './access.ts';
import { runInside, SIGNAL } from './inside.ts';
import { usedMs } from './present.ts';
import { tasks } from './tables.ts';

/** Suspends the command while a person works in the copy; its minutes stop too. @throws NotFound, Conflict */
export async function takeOver(context: Context, input: { id: string }): Promise<void> {
  const { task, copy } = await findOpen(context, input.id);
  mustRun(task);
  if (task.takenOverAt) return;
  await runInside(context, copy, { script: SIGNAL, words: [task.id, 'STOP'] });
  const now = context.clock.now();
  const usedSeconds = Math.floor(usedMs(task, now) / SECOND);
  await change(context, task, 'tasks.take-over', { takenOverAt: now, resumedAt: null, usedSeconds });
}

/** The command continues where it was. @throws NotFound, Conflict */
export async function handBack(context: Context, input: { id: string }): Promise<void> {
  const { task, copy } = await findOpen(context, input.id);
  mustRun(task);
  if (!task.takenOverAt) return;
  await runInside(context, copy, { script: SIGNAL, words: [task.id, 'CONT'] });
  await change(context, task, 'tasks.hand-back', { takenOverAt: null, resumedAt: context.clock.now() });
}

function mustRun({ state }: TaskRecord): void {
  if (state !== 'running') throw new Conflict(say('tasks.commandNotRunning'));
}

async function change(
  context: Context,
  { id }: TaskRecord,
  action: 'tasks.take-over' | 'tasks.hand-back',
  set: Partial<TaskRecord>,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const [current] = await tx.select().from(tasks).where(eq(tasks.id, id)).for('update');
    if (current?.state !== 'running') return;
    await tx.update(tasks).set(set).where(eq(tasks.id, id));
    await record(tx, context, { action, targetId: id });
  });
}
