import { and, eq } from 'drizzle-orm';
import { isOpen, PROGRAMS, type TaskReason, type TaskState } from '#shared/features/tasks/model.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts';
import { withLock } from '../../platform/with-lock.ts';
import { record } from '../audit/index.ts';
import { apiTokens } from '../auth/tables.ts';
import type { Dependencies } from '../context.ts';
import { changeAndConverge, lockRow, readInstance } from '../instances/index.ts';
import { type WorkspaceRecord, workspaceKind } from '../workspaces/index.ts';
import { workspaces } from '../workspaces/tables.ts';
import { isStillOpen, type TaskRecord } from './access.ts';
import { requestAdvance } from './advance-job.ts';
import { BEGIN, BEGUN, END, POLL, READ_SCHEMA, runInside, START } from './inside.ts';
import { noteWork } from './note-work.ts';
import { usedMs } from './present.ts';
import { showLog } from './show-log.ts';
import { tasks } from './tables.ts';
import { endToken, giveToken } from './token.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';
import { taskLock } from './when-free.ts';

const AGAIN_MS = 5 * SECOND;
/** A copy that isn't ready by then never will be. */
const PATIENCE_MS = HOUR;

/** Takes a task one step on, if anything happened to it, and comes back while it runs. Repeating it does no harm. */
export async function advanceTask(dependencies: Dependencies, id: string): Promise<void> {
  const { clock, db, locks, log } = dependencies;
  await withLock(locks, taskLock(id), 'alone', async () => {
    const [task] = await db.select().from(tasks).where(eq(tasks.id, id));
    if (!task || !isOpen(task.state)) return;
    try {
      await step(dependencies, task);
    } catch (error) {
      // Its machine may be away for a moment: the next look finds out.
      if (!isEngineError(error)) throw error;
      log.info({ err: error, taskId: id }, 'a task could not be looked at');
    }
  });
  const [after] = await db.select({ state: tasks.state }).from(tasks).where(eq(tasks.id, id));
  if (after?.state === 'preparing' || after?.state === 'running') {
    await requestAdvance(db, id, new Date(clock.now().getTime() + AGAIN_MS));
  }
}

export async function watchTasks({ db }: Dependencies): Promise<void> {
  const open = await db.select({ id: tasks.id }).from(tasks).where(isStillOpen);
  for (const { id } of open) await requestAdvance(db, id);
}

async function step(dependencies: Dependencies, task: TaskRecord): Promise<void> {
  const now = dependencies.clock.now();
  const copy = await readInstance(dependencies, workspaceKind, task.copyId);
  if (!copy || copy.status === 'Deleted') return settle(dependencies, task, 'failed', { reason: 'deleted' });
  if (task.expiresAt <= now) {
    await noteWork(dependencies, task, copy);
    return expire(dependencies, task);
  }
  await warnOfExpiry(dependencies, task);
  if (task.state === 'preparing') {
    if (copy.status === 'Active') return begin(dependencies, task, copy);
    const gaveUp = now.getTime() - task.createdAt.getTime() > PATIENCE_MS;
    if (copy.status === 'Offline' || gaveUp) await settle(dependencies, task, 'failed', { reason: 'launch' });
    return;
  }
  if (task.state === 'running') await look(dependencies, task, copy);
}

async function begin(dependencies: Dependencies, task: TaskRecord, copy: WorkspaceRecord): Promise<void> {
  const { clock, db } = dependencies;
  if (!task.baseTree && !(await noteBeginning(dependencies, task, copy))) return;
  if (!task.command) return settle(dependencies, task, 'waiting', { reason: 'ready' });
  // An attempt whose answer got lost may have begun it all the same.
  const begunBy = task.tokenId && (await runInside(dependencies, copy, { script: BEGUN, words: [task.id] }));
  if (!begunBy || begunBy.stdout.trim() !== task.tokenId) await start(dependencies, task, copy);
  const now = clock.now();
  // The command's work counts as nobody's, so the copy would fall asleep under it.
  const keepAwakeUntil = new Date(now.getTime() + task.minutes * MINUTE);
  await db.update(workspaces).set({ keepAwakeUntil }).where(eq(workspaces.id, copy.id));
  await db
    .update(tasks)
    .set({ state: 'running', resumedAt: now })
    .where(and(eq(tasks.id, task.id), eq(tasks.state, 'preparing')));
}

/** Before the command, which changes it. @returns false if the copy can't be worked in, which ends the task */
async function noteBeginning(dependencies: Dependencies, task: TaskRecord, copy: WorkspaceRecord): Promise<boolean> {
  const [begun, schema] = await Promise.all([
    runInside(dependencies, copy, { script: BEGIN, words: [task.branch] }),
    runInside(dependencies, copy, { script: READ_SCHEMA }),
  ]);
  const baseTree = begun.stdout.trim();
  if (begun.exitCode !== 0 || !/^[0-9a-f]{40,64}$/.test(baseTree)) {
    const log = begun.stderr.slice(-2_000).toWellFormed();
    await settle(dependencies, task, 'failed', { reason: 'launch', log });
    return false;
  }
  const base = { baseTree, baseSchema: schema.exitCode === 0 ? schema.stdout : null };
  await dependencies.db.update(tasks).set(base).where(eq(tasks.id, task.id));
  return true;
}

async function start(dependencies: Dependencies, task: TaskRecord, copy: WorkspaceRecord): Promise<void> {
  const { id, token } = await dependencies.db.transaction((tx) => giveToken(dependencies, tx, task));
  const { id: taskId, command, program, instructions } = task;
  const install = program ? PROGRAMS[program].package : '';
  await runInside(dependencies, copy, {
    script: START,
    words: [taskId, command ?? '', dependencies.config.publicUrl, install, id],
    input: `${token}\n${instructions}\0`,
  });
}

async function look(dependencies: Dependencies, task: TaskRecord, copy: WorkspaceRecord): Promise<void> {
  const { clock, db } = dependencies;
  if (copy.status !== 'Active') {
    if (copy.status === 'Offline' && copy.asleepSince === null) {
      await settle(dependencies, task, 'waiting', { reason: 'stopped' });
    }
    return;
  }
  const { stdout } = await runInside(dependencies, copy, { script: POLL, words: [task.id] });
  // Without an answer it may still run: only its limits are looked at.
  const answered = stdout !== '';
  const [first = '', ...lines] = stdout.split('\n');
  const log = answered ? await showLog(dependencies, copy, lines.join('\n')) : task.log;
  if (answered && first !== 'running') {
    const exitCode = /^\d{1,3}$/.test(first) ? Number(first) : null;
    await settle(dependencies, task, 'waiting', { reason: exitCode === null ? 'stopped' : 'ended', exitCode, log });
    return noteWork(dependencies, task, copy);
  }
  const [token] = task.tokenId ? await db.select().from(apiTokens).where(eq(apiTokens.id, task.tokenId)) : [];
  const spent = task.cents > 0 && (token?.spentCents ?? 0) >= task.cents;
  const over = usedMs(task, clock.now()) >= task.minutes * MINUTE;
  if (!spent && !over) return void (await db.update(tasks).set({ log }).where(eq(tasks.id, task.id)));
  await runInside(dependencies, copy, { script: END, words: [task.id] });
  await settle(dependencies, task, 'waiting', { reason: over ? 'minutes' : 'cents', log });
  await noteWork(dependencies, task, copy);
}

type Settled = Partial<Pick<TaskRecord, 'exitCode' | 'log'>> & { reason: TaskReason };

/** Its command is over, and so is its token. */
async function settle(
  { bus, clock, db }: Dependencies,
  task: TaskRecord,
  state: TaskState,
  set: Settled,
): Promise<void> {
  const usedSeconds = Math.floor(usedMs(task, clock.now()) / SECOND);
  await db.transaction(async (tx) => {
    const [current] = await tx.select().from(tasks).where(eq(tasks.id, task.id)).for('update');
    if (current?.state !== task.state) return;
    await tx
      .update(tasks)
      .set({ ...set, state, usedSeconds, resumedAt: null, takenOverAt: null })
      .where(eq(tasks.id, task.id));
    await endToken({ bus }, tx, current);
  });
}

/** Forgotten: its copy goes with it. */
async function expire(dependencies: Dependencies, task: TaskRecord): Promise<void> {
  const { bus, clock, db } = dependencies;
  await db.transaction(async (tx) => {
    const copy = await lockRow(tx, workspaceKind, task.copyId);
    if (copy && copy.status !== 'Deleted') {
      await changeAndConverge(dependencies, tx, workspaceKind, copy, {
        to: 'Deleted',
        cause: 'scheduled',
      });
    }
    await tx.update(tasks).set({ state: 'expired', reason: null, resumedAt: null }).where(eq(tasks.id, task.id));
    await endToken({ bus }, tx, task);
    const { organizationId } = task;
    await record(tx, { clock }, { action: 'tasks.expire', targetId: task.id, organizationId });
  });
}
