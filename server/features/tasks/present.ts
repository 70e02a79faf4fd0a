import type { Task } from '#shared/features/tasks/contract.ts';
import { MINUTE, SECOND } from '../../platform/clock.ts';
import type { Context } from '../context.ts';
import { mayManage } from '../workspaces/index.ts';
import type { readTasks, TaskRecord } from './access.ts';

type Row = Awaited<ReturnType<typeof readTasks>>[number];

/** How long the command ran, in milliseconds; not while a person had taken over. */
export function usedMs({ usedSeconds, resumedAt }: Pick<TaskRecord, 'usedSeconds' | 'resumedAt'>, now: Date): number {
  return usedSeconds * SECOND + (resumedAt ? now.getTime() - resumedAt.getTime() : 0);
}

export function presentTask({ actor, clock }: Context, { task, copy, sourceName, userName }: Row): Task {
  return {
    id: task.id,
    title: task.title,
    instructions: task.instructions,
    command: task.command,
    branch: task.branch,
    state: task.state,
    reason: task.reason,
    outcome: task.outcome,
    exit_code: task.exitCode,
    taken_over: task.takenOverAt !== null,
    source: { id: task.sourceId, name: sourceName },
    workspace: { id: copy.id, name: copy.name, workspace_status: copy.status },
    user_name: userName,
    minutes: task.minutes,
    used_minutes: Math.floor(usedMs(task, clock.now()) / MINUTE),
    cents: task.cents,
    create_date: task.createdAt.toISOString(),
    expire_date: task.expiresAt.toISOString(),
    may_finish: mayManage(actor, copy),
  };
}
