import { z } from 'zod';
import { idParam } from '#shared/api/envelope.ts';
import {
  addTask,
  addTaskBody,
  discardTask,
  getTask,
  keepTask,
  listTasks,
  mergeTask,
  taskDiff,
  taskLog,
  undoTask,
} from '#shared/features/tasks/contract.ts';
import { findTemplate, templateField } from '../find-template.ts';
import { findWorkspace, workspaceField } from '../find-workspace.ts';
import { answerWith, defineTool } from '../tool.ts';

const taskInput = z.strictObject({ task: idParam.describe('Id of the task') });

const list = defineTool({
  name: 'list_tasks',
  title: 'List tasks',
  description: 'The newest tasks in workspaces that this token reaches, with their state.',
  kind: 'reads',
  needs: [listTasks],
  input: z.strictObject({}),
  async run(use) {
    const { tasks } = await use.call(listTasks, {});
    const shown = tasks.map(({ id, title, state, reason, outcome, source, workspace }) => {
      return { id, title, state, reason, outcome, from: source.name, workspace_id: workspace.id };
    });
    return answerWith({ tasks: shown });
  },
});

const get = defineTool({
  name: 'get_task',
  title: 'A task',
  description: 'Where a task stands: its state, its workspace, its branch, its time and its budget.',
  kind: 'reads',
  needs: [getTask],
  input: taskInput,
  run: async (use, { task }) => answerWith(await use.call(getTask, { params: { taskID: task } })),
});

const log = defineTool({
  name: 'task_log',
  title: 'Log of a task',
  description: 'The end of what the command of a task wrote.',
  kind: 'reads',
  needs: [taskLog],
  input: taskInput,
  async run(use, { task }) {
    const { log: text } = await use.call(taskLog, { params: { taskID: task } });
    return { text: text || 'Nothing yet.' };
  },
});

const diff = defineTool({
  name: 'task_diff',
  title: 'Changes of a task',
  description: 'What changed since a task began: its files, also those nobody committed, and its database’s schema.',
  kind: 'reads',
  needs: [taskDiff],
  input: taskInput,
  run: async (use, { task }) => answerWith(await use.call(taskDiff, { params: { taskID: task } })),
});

const { title, instructions, command, program, snapshot_id, scopes, minutes, days, secrets } = addTaskBody.shape;

const create = defineTool({
  name: 'create_task',
  title: 'Begin a task',
  description:
    'Begins a task in a throwaway copy of a workspace as it is now, or of one of its snapshots, with its database, or in a new workspace from a template; with a branch of its own. With a command or a program, the copy runs it; without one it waits for somebody to work in it. It may be charged for.',
  kind: 'changes',
  needs: [addTask],
  input: z.strictObject({
    workspace: workspaceField.optional(),
    template: templateField.describe('Instead of a workspace: name or id of a template to begin with'),
    title,
    instructions: instructions.default('').describe('The command finds them in SLIPWAY_TASK_INSTRUCTIONS'),
    command: command.default('').describe('Run by bash in the project, such as the start of an agent'),
    program: program.describe(
      'An agent installed from npm into the copy; without a command it gets the instructions, and needs the secret with its key',
    ),
    snapshot_id: snapshot_id.describe('A snapshot of the workspace to begin with'),
    scopes: scopes.describe('What the command’s own token may do with the copy'),
    minutes: minutes.describe('How long the command may run'),
    days: days.describe('When the copy is deleted if nobody finished the task'),
    secrets: secrets.describe('Names of the workspace’s secrets that the copy gets; none if left out'),
  }),
  async run(use, { workspace, template, ...body }) {
    const source = {
      ...(workspace && { workspace_id: (await findWorkspace(use, workspace)).id }),
      ...(template && { template_id: await findTemplate(use, template) }),
    };
    const { message, taskID, workspaceID } = await use.call(addTask, { body: { ...body, ...source } });
    return answerWith({ message, task_id: taskID, workspace_id: workspaceID });
  },
});

const finish = defineTool({
  name: 'finish_task',
  title: 'Finish a task',
  description:
    'Accepts the work of a task: “apply” writes its changes into the workspace it was copied from, all or none, “push” pushes its branch; both delete the copy. “keep” makes the copy an ordinary workspace.',
  kind: 'destroys',
  needs: [mergeTask, keepTask],
  input: taskInput.extend({ way: z.enum(['apply', 'push', 'keep']) }),
  async run(use, { task, way }) {
    const params = { taskID: task };
    const call = way === 'keep' ? use.call(keepTask, { params }) : use.call(mergeTask, { params, body: { way } });
    return { text: (await call).message };
  },
});

const discard = defineTool({
  name: 'discard_task',
  title: 'Discard a task',
  description: 'Deletes the copy of a task with everything in it. It can be undone for 24 hours.',
  kind: 'destroys',
  needs: [discardTask],
  input: taskInput,
  async run(use, { task }) {
    return { text: (await use.call(discardTask, { params: { taskID: task } })).message };
  },
});

const undo = defineTool({
  name: 'undo_discard',
  title: 'Bring a discarded task back',
  description: 'Brings back a task that was discarded less than 24 hours ago. Its copy is stopped.',
  kind: 'changes',
  needs: [undoTask],
  input: taskInput,
  async run(use, { task }) {
    return { text: (await use.call(undoTask, { params: { taskID: task } })).message };
  },
});

export const taskTools = [list, get, log, diff, create, finish, discard, undo];
