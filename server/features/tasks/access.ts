import { and, desc, eq, type InferSelectModel, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isOpen } from '#shared/features/tasks/model.ts';
import type { Executor } from '../../platform/database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Actor, Context } from '../context.ts';
import { findInstance, visibleInstances } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import { templates } from '../templates/tables.ts';
import type { WorkspaceRecord } from '../workspaces/index.ts';
import { workspaceKind } from '../workspaces/index.ts';
import { workspaces } from '../workspaces/tables.ts';
import { taskDiffs, tasks } from './tables.ts';

export type TaskRecord = InferSelectModel<typeof tasks>;

const sources = alias(instances, 'sources');
/** Nobody looks through more. */
const MOST = 200;

/** Tasks with their workspaces: whoever sees a copy sees its task. A token limited to the copy sees no other. */
export function readTasks(db: Executor, actor: Actor, where?: SQL) {
  return db
    .select({
      task: tasks,
      copy: instances,
      sourceName: sources.name,
      templateId: workspaces.templateId,
      templateName: templates.name,
      userName: users.name,
      notedAt: taskDiffs.notedAt,
    })
    .from(tasks)
    .innerJoin(instances, eq(instances.id, tasks.copyId))
    .leftJoin(sources, eq(sources.id, tasks.sourceId))
    .innerJoin(workspaces, eq(workspaces.id, instances.id))
    .leftJoin(templates, eq(templates.id, workspaces.templateId))
    .innerJoin(users, eq(users.id, tasks.userId))
    .leftJoin(taskDiffs, eq(taskDiffs.taskId, tasks.id))
    .where(and(eq(tasks.organizationId, actor.organizationId), visibleInstances(actor), where))
    .orderBy(desc(tasks.createdAt), desc(tasks.id))
    .limit(MOST);
}

/** @throws NotFound */
export async function findTask({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string) {
  const [row] = isId(id) ? await readTasks(db, actor, eq(tasks.id, id)) : [];
  if (!row) throw new NotFound();
  return row;
}

/** Its copy, of a task that isn't over. @throws NotFound, Conflict */
export async function findOpen(context: Context, id: string): Promise<{ task: TaskRecord; copy: WorkspaceRecord }> {
  const { task } = await findTask(context, id);
  if (!isOpen(task.state)) throw new Conflict(say('tasks.over'));
  return { task, copy: await findInstance(context.db, workspaceKind, context.actor, task.copyId) };
}

/** Tasks that a person or a command can still work on. */
export const isStillOpen = or(eq(tasks.state, 'preparing'), eq(tasks.state, 'running'), eq(tasks.state, 'waiting'));
