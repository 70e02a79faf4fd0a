import type { Task } from '#shared/features/tasks/contract.ts';
import { UNDO_HOURS } from '#shared/features/tasks/model.ts';
import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts';
import type { Context } from '../context.ts';
import { mayManage, type WorkspaceRecord } from '../workspaces/index.ts';
import type { readTasks, TaskRecord } from './access.ts';

type Row = Awaited<ReturnType<typeof readTasks>>[number];

/** How long the command ran, in milliseconds; not while a person had taken over. */
export function usedMs({ usedSeconds, resumedAt }: Pick<TaskRecord, 'usedSeconds' | 'resumedAt'>, now: Date): number {
  return usedSeconds * SECOND + (resumedAt ? now.getTime() - resumedAt.getTime() : 0);
}

/** Until when it can be undone that the task was discarded; null if it wasn't, or nothing was kept of its copy. */
export function undoableUntil(
  { outcome, finishedAt }: Pick<TaskRecord, 'outcome' | 'finishedAt'>,
  { launchedAt }: Pick<WorkspaceRecord, 'launchedAt'>,
): Date | null {
  if (outcome !== 'discarded' || !finishedAt || !launchedAt) return null;
  return new Date(finishedAt.getTime() + UNDO_HOURS * HOUR);
}

export function presentTask(
  { actor, clock }: Context,
  { task, copy, sourceName, templateId, templateName, userName, notedAt }: Row,
): Task {
  const mayFinish = mayManage(actor, copy);
  const undoDate = mayFinish ? undoableUntil(task, copy) : null;
  return {
    id: task.id,
    title: task.title,
    instructions: task.instructions,
    command: task.command,
    program: task.program,
    branch: task.branch,
    state: task.state,
    reason: task.reason,
    outcome: task.outcome,
    exit_code: task.exitCode,
    taken_over: task.takenOverAt !== null,
    source: task.sourceId
      ? { kind: 'workspace', id: task.sourceId, name: sourceName ?? '' }
      : { kind: 'template', id: templateId ?? '', name: templateName ?? '' },
    workspace: { id: copy.id, name: copy.name, workspace_status: copy.status },
    user_name: userName,
    minutes: task.minutes,
    used_minutes: Math.floor(usedMs(task, clock.now()) / MINUTE),
    cents: task.cents,
    create_date: task.createdAt.toISOString(),
    expire_date: task.expiresAt.toISOString(),
    diff_date: notedAt?.toISOString() ?? null,
    undo_date: undoDate && undoDate > clock.now() ? undoDate.toISOString() : null,
    may_finish: mayFinish,
  };
}
