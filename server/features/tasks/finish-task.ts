import { eq } from 'drizzle-orm';
import { isOpen, type MergeWay } from '#shared/features/tasks/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { deleteInstance, findInstance } from '../instances/index.ts';
import { refreshSecrets } from '../secrets/index.ts';
import { requireManage, type WorkspaceRecord, workspaceKind } from '../workspaces/index.ts';
import { workspaces } from '../workspaces/tables.ts';
import { findOpen, type TaskRecord } from './access.ts';
import { APPLY, END, PUSH, READ_PATCH, runInside } from './inside.ts';
import { noteWork } from './note-work.ts';
import { tasks } from './tables.ts';
import { endToken } from './token.ts';
import { whenFree } from './when-free.ts';

/** Brings the changes to where they belong, all or none, and deletes the copy. @throws NotFound, Forbidden, Conflict */
export async function mergeTask(context: Context, input: { id: string; way: MergeWay }): Promise<void> {
  await finish(context, input.id, async (task, copy) => {
    if (!task.baseTree) throw new Conflict(say('tasks.copyNotReady'));
    const source = input.way === 'apply' ? await findSource(context, task) : null;
    await endCommand(context, task, copy);
    await noteWork(context, task, copy);
    if (source) await apply(context, task.baseTree, copy, source);
    else await push(context, task, copy);
    await deleteInstance(context, workspaceKind, { id: copy.id });
    return 'merged';
  });
}

/** @throws NotFound, Forbidden, Conflict for a copy of a template, which takes no changes */
async function findSource({ actor, db }: Context, { sourceId }: TaskRecord): Promise<WorkspaceRecord> {
  if (!sourceId) throw new Conflict(say('tasks.ofTemplate'));
  const source = await findInstance(db, workspaceKind, actor, sourceId);
  requireManage(actor, source);
  return source;
}

/** The copy becomes an ordinary workspace. @throws NotFound, Forbidden, Conflict */
export async function keepTask(context: Context, input: { id: string }): Promise<void> {
  await finish(context, input.id, async (task, copy) => {
    await endCommand(context, task, copy);
    await noteWork(context, task, copy);
    return 'kept';
  });
}

/** Deletes the copy, which `undoTask` brings back for a day. @throws NotFound, Forbidden, Conflict */
export async function discardTask(context: Context, input: { id: string }): Promise<void> {
  await finish(context, input.id, async (task, copy) => {
    await noteWork(context, task, copy);
    await deleteInstance(context, workspaceKind, { id: copy.id });
    return 'discarded';
  });
}

type Outcome = NonNullable<TaskRecord['outcome']>;
const ACTIONS = { merged: 'tasks.merge', kept: 'tasks.keep', discarded: 'tasks.discard' } as const;

/** One at a time: of two people who finish it at once, the second is told. */
async function finish(
  context: Context,
  id: string,
  work: (task: TaskRecord, copy: WorkspaceRecord) => Promise<Outcome>,
): Promise<void> {
  const seen = await findOpen(context, id);
  requireManage(context.actor, seen.copy);
  await whenFree(context, id, async () => {
    const { task, copy } = await findOpen(context, id);
    const outcome = await work(task, copy);
    await context.db.transaction(async (tx) => {
      const [current] = await tx.select().from(tasks).where(eq(tasks.id, id)).for('update');
      if (!current || !isOpen(current.state)) return;
      await tx
        .update(tasks)
        .set({
          state: 'done',
          outcome,
          reason: null,
          resumedAt: null,
          takenOverAt: null,
          finishedAt: context.clock.now(),
        })
        .where(eq(tasks.id, id));
      if (outcome === 'kept') await giveAllSecrets(tx, copy);
      await endToken(context, tx, current);
      await record(tx, context, { action: ACTIONS[outcome], targetId: id, details: { title: task.title } });
    });
  });
}

/** From now on it has what any workspace of its person has. */
async function giveAllSecrets(tx: Transaction, { id, organizationId }: WorkspaceRecord): Promise<void> {
  await tx.update(workspaces).set({ secretNames: null }).where(eq(workspaces.id, id));
  await refreshSecrets(tx, organizationId);
}

async function endCommand(context: Context, task: TaskRecord, copy: WorkspaceRecord): Promise<void> {
  if (task.state === 'running') await runInside(context, copy, { script: END, words: [task.id] });
}

async function apply(context: Context, baseTree: string, copy: WorkspaceRecord, source: WorkspaceRecord) {
  const patch = await runInside(context, copy, { script: READ_PATCH, words: [baseTree] });
  if (patch.exitCode === 75) throw new Conflict(say('tasks.changesTooLarge'));
  if (patch.exitCode !== 0) throw new Conflict(say('tasks.diffFailed'));
  const { exitCode } = await runInside(context, source, { script: APPLY, input: patch.stdout });
  if (exitCode !== 0) {
    throw new Conflict(say('tasks.changesConflict', { name: source.name }));
  }
}

async function push(context: Context, { branch, title }: TaskRecord, copy: WorkspaceRecord) {
  const { exitCode } = await runInside(context, copy, { script: PUSH, words: [branch, title] });
  if (exitCode !== 0) {
    throw new Conflict(say('tasks.pushFailed', { branch }));
  }
}
