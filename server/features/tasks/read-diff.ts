import type { ChangedFile, TaskDiff } from '#shared/features/tasks/contract.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { findOpen, findTask } from './access.ts';
import { cleanLog, showLog } from './advance.ts';
import { DIFF_SCHEMA, POLL, READ_DIFF, runInside } from './inside.ts';

const MOST_FILES = 200;
const LONGEST_PATCH = 40_000;

/** What changed since the task began: files, also those nobody committed, and the schema. @throws NotFound, Conflict */
export async function readDiff(context: Context, input: { id: string }): Promise<TaskDiff> {
  const { task, copy } = await findOpen(context, input.id);
  if (!task.baseTree) throw new Conflict(say('tasks.copyNotReady'));
  const { exitCode, stdout } = await runInside(context, copy, { script: READ_DIFF, words: [task.baseTree] });
  if (exitCode !== 0) throw new Conflict(say('tasks.diffFailed'));
  const parts = stdout.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));
  const schema =
    task.baseSchema === null ? null : await runInside(context, copy, { script: DIFF_SCHEMA, input: task.baseSchema });
  return {
    files: parts.slice(0, MOST_FILES).map(readPart),
    more: parts.length > MOST_FILES || stdout.length >= 2_000_000,
    schema: schema?.exitCode === 0 ? cleanLog(schema.stdout) : null,
  };
}

function readPart(part: string): ChangedFile {
  const head = part.split(/^@@ /m, 1)[0] ?? '';
  const after = (pattern: RegExp) => pattern.exec(head)?.[1];
  const path =
    after(/^rename to (.*)$/m) ??
    after(/^\+\+\+ "?b\/(.*?)"?\t?$/m) ??
    after(/^--- "?a\/(.*?)"?\t?$/m) ??
    after(/^diff --git .* "?b\/(.*?)"?$/m) ??
    '';
  const change = /^new file mode/m.test(head)
    ? 'added'
    : /^deleted file mode/m.test(head)
      ? 'deleted'
      : /^rename to/m.test(head)
        ? 'renamed'
        : 'changed';
  return { path, change, patch: cleanLog(part.slice(0, LONGEST_PATCH)), cut: part.length > LONGEST_PATCH };
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
