import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addTask,
  discardTask,
  getTask,
  handBackTask,
  keepTask,
  listTasks,
  mergeTask,
  type Task,
  takeOverTask,
  taskDiff,
  taskLog,
  undoTask,
} from '#shared/features/tasks/contract.ts';
import { isOpen, type MergeWay } from '#shared/features/tasks/model.ts';
import { startWorkspace } from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import { POLL_MS } from '../../lib/poll.ts';
import { pageQuery, routeQuery, sendsBody } from '../../lib/route-query.ts';

/** Every query about tasks starts with this key. */
const tasksKey = ['tasks'] as const;
const CHANGE = { stale: [tasksKey, ['workspaces']] };

export const taskListQuery = queryOptions({
  ...pageQuery([...tasksKey, 'list'], listTasks),
  select: ({ tasks }) => tasks,
  refetchInterval: ({ state }) => (state.data?.tasks.some((task) => isOpen(task.state)) ? POLL_MS : false),
});

export function taskQuery(taskID: string) {
  return queryOptions({
    ...pageQuery([...tasksKey, 'one', taskID], getTask, { params: { taskID } }),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.state) ? POLL_MS : false),
  });
}

export function taskLogQuery(taskID: string, running: boolean) {
  return queryOptions({
    ...routeQuery([...tasksKey, 'log', taskID], taskLog, { params: { taskID } }),
    select: ({ log }) => log,
    refetchInterval: running ? POLL_MS / 5 : false,
  });
}

/** Asked again whenever it stands differently, and now and then while something works in the copy. */
export const taskDiffQuery = ({ id: taskID, state, workspace }: Task) =>
  queryOptions({
    ...routeQuery([...tasksKey, 'diff', taskID, state, workspace.workspace_status], taskDiff, { params: { taskID } }),
    refetchInterval: isOpen(state) && workspace.workspace_status === 'Active' ? 3 * POLL_MS : false,
    placeholderData: keepPreviousData,
  });

export const addTaskMutation = sendsBody(addTask, CHANGE);

const ROUTES = { takeOver: takeOverTask, handBack: handBackTask, keep: keepTask, discard: discardTask, undo: undoTask };
export type TaskAction = keyof typeof ROUTES | MergeWay;

export const startCopyMutation = (workspaceID: string) =>
  mutationOptions({ mutationFn: () => call(startWorkspace, { params: { workspaceID } }), meta: CHANGE });

export const taskActionMutation = (taskID: string) =>
  mutationOptions({
    mutationFn: (action: TaskAction) =>
      action === 'apply' || action === 'push'
        ? call(mergeTask, { params: { taskID }, body: { way: action } })
        : call(ROUTES[action], { params: { taskID } }),
    meta: CHANGE,
  });
