import { eq } from 'drizzle-orm';
import type { ChangedFile, TaskDiff } from '#shared/features/tasks/contract.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Executor } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { maskOf, type WorkspaceRecord } from '../workspaces/index.ts';
import type { TaskRecord } from './access.ts';
import { DIFF_SCHEMA, POLL, READ_DIFF, runInside } from './inside.ts';
import { cleanLog, showLog } from './show-log.ts';
import { taskDiffs, tasks } from './tables.ts';

const MOST_FILES = 200;
const LONGEST_PATCH = 40_000;
/** Characters of all patches that are noted. */
const MOST_NOTED = 1_000_000;

type Changes = Omit<TaskDiff, 'as_of'>;

/** What the copy says now. @throws Conflict, EngineError */
export async function readChanges(
  dependencies: Pick<Dependencies, 'engines'>,
  { baseTree, baseSchema }: Pick<TaskRecord, 'baseTree' | 'baseSchema'>,
  copy: WorkspaceRecord,
): Promise<Changes> {
  if (!baseTree) throw new Conflict(say('tasks.copyNotReady'));
  const { exitCode, stdout } = await runInside(dependencies, copy, { script: READ_DIFF, words: [baseTree] });
  if (exitCode !== 0) throw new Conflict(say('tasks.diffFailed'));
  const parts = stdout.split(/^(?=diff --git )/m).filter((part) => part.startsWith('diff --git '));
  const schema =
    baseSchema === null ? null : await runInside(dependencies, copy, { script: DIFF_SCHEMA, input: baseSchema });
  return {
    files: parts.slice(0, MOST_FILES).map(readPart),
    more: parts.length > MOST_FILES || stdout.length >= 2_000_000,
    schema: schema?.exitCode === 0 ? cleanLog(schema.stdout) : null,
  };
}

/** What was noted last; null if nothing was. */
export async function readNoted(db: Executor, taskId: string): Promise<TaskDiff | null> {
  const [noted] = await db.select().from(taskDiffs).where(eq(taskDiffs.taskId, taskId));
  if (!noted) return null;
  const { files, more, schema, notedAt } = noted;
  return { files, more, schema, as_of: notedAt.toISOString() };
}

/**
 * Notes what a task changed and wrote, so that it can be seen when its copy is stopped or gone. A copy that can't be
 * asked leaves what was noted before.
 */
export async function noteWork(
  dependencies: Pick<Dependencies, 'clock' | 'db' | 'engines' | 'log' | 'secrets'>,
  task: TaskRecord,
  copy: WorkspaceRecord,
): Promise<void> {
  const { clock, db, log } = dependencies;
  if (!task.baseTree || copy.status !== 'Active') return;
  try {
    const mask = await maskOf(dependencies, copy);
    const { files, more, schema } = await readChanges(dependencies, task, copy);
    const masked = files.map(({ patch, ...file }) => ({ ...file, patch: mask(patch) }));
    const noted = { files: shorten(masked), more, schema: schema && mask(schema), notedAt: clock.now() };
    await db
      .insert(taskDiffs)
      .values({ taskId: task.id, ...noted })
      .onConflictDoUpdate({ target: taskDiffs.taskId, set: noted });
    if (!task.command) return;
    const { stdout } = await runInside(dependencies, copy, { script: POLL, words: [task.id] });
    const written = await showLog(dependencies, copy, stdout.slice(stdout.indexOf('\n') + 1));
    await db.update(tasks).set({ log: written }).where(eq(tasks.id, task.id));
  } catch (error) {
    if (!isEngineError(error) && !(error instanceof Conflict)) throw error;
    log.info({ err: error, taskId: task.id }, 'what a task changed could not be noted');
  }
}

function shorten(files: ChangedFile[]): ChangedFile[] {
  let left = MOST_NOTED;
  return files.map((file) => {
    const patch = file.patch.slice(0, left);
    left -= patch.length;
    return { ...file, patch, cut: file.cut || patch.length < file.patch.length };
  });
}

function readPart(part: string): ChangedFile {
  const head = part.split(/^@@ /m, 1)[0] ?? '';
  /** Git quotes a name that has a quote, a backslash or a control character; the last stays escaped. */
  const after = (pattern: RegExp) => {
    const [, quote, name] = pattern.exec(head) ?? [];
    return quote ? name?.replace(/\\(["\\])/g, '$1') : name;
  };
  const path =
    after(/^rename to ("?)(.*)\1$/m) ??
    after(/^\+\+\+ ("?)b\/(.*?)\1\t?$/m) ??
    after(/^--- ("?)a\/(.*?)\1\t?$/m) ??
    after(/^diff --git .* ("?)b\/(.*?)\1$/m) ??
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
