import type { TaskDiff } from '#shared/features/tasks/contract.ts';
import { isOpen } from '#shared/features/tasks/model.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { findOpen, findTask } from './access.ts';
import { POLL, runInside } from './inside.ts';
import { readChanges, readNoted } from './note-work.ts';
import { showLog } from './show-log.ts';

/**
 * What changed since the task began: files, also those nobody committed, and the schema. As the copy is now, or, if it
 * doesn't run any more, as it was noted last. @throws NotFound, Conflict
 */
export async function readDiff(context: Context, input: { id: string }): Promise<TaskDiff> {
  const { task } = await findTask(context, input.id);
  const open = isOpen(task.state) ? await findOpen(context, input.id) : null;
  if (open?.copy.status === 'Active') return { ...(await readChanges(context, task, open.copy)), as_of: null };
  const noted = await readNoted(context.db, task.id);
  if (noted) return noted;
  throw new Conflict(open ? say('tasks.notRunning', { name: open.copy.name }) : say('tasks.nothingNoted'));
}

/** The end of what the command wrote: as it is now while it runs, else as it was. @throws NotFound */
export async function readLog(context: Context, input: { id: string }): Promise<string> {
  const { task } = await findTask(context, input.id);
  if (task.state !== 'running') return task.log;
  const { copy } = await findOpen(context, input.id);
  if (copy.status !== 'Active') return task.log;
  const { stdout } = await runInside(context, copy, { script: POLL, words: [task.id] });
  return showLog(context, copy, stdout.slice(stdout.indexOf('\n') + 1));
}
