import * as contract from '#shared/features/tasks/contract.ts';
import { say } from '../../platform/say.ts';
import { changing, done, type RegisterRoutes } from '../routing.ts';
import { findTask, readTasks } from './access.ts';
import { addTask } from './add-task.ts';
import { discardTask, keepTask, mergeTask } from './finish-task.ts';
import { presentTask } from './present.ts';
import { readDiff, readLog } from './read-diff.ts';
import { handBack, takeOver } from './take-over.ts';
import { undoTask } from './undo-task.ts';

export const taskRoutes: RegisterRoutes = (mount) => {
  mount(contract.listTasks, async (context) => {
    const rows = await readTasks(context.db, context.actor);
    return { tasks: rows.map((row) => presentTask(context, row)) };
  });
  mount(contract.getTask, async (context, { params }) => presentTask(context, await findTask(context, params.taskID)));
  mount(contract.taskLog, async (context, { params }) => ({ log: await readLog(context, { id: params.taskID }) }));
  mount(contract.taskDiff, (context, { params }) => readDiff(context, { id: params.taskID }));
  mount(contract.addTask, async (context, { body }) => {
    const { id, copyId } = await addTask(context, body);
    return { ...done(say('tasks.preparing')), taskID: id, workspaceID: copyId };
  });
  mount(contract.takeOverTask, changing('taskID', takeOver, say('tasks.suspended')));
  mount(contract.handBackTask, changing('taskID', handBack, say('tasks.resumed')));
  mount(contract.mergeTask, async (context, { params, body }) => {
    await mergeTask(context, { id: params.taskID, way: body.way });
    return done(say('tasks.merged'));
  });
  mount(contract.keepTask, changing('taskID', keepTask, say('tasks.kept')));
  mount(contract.discardTask, changing('taskID', discardTask, say('tasks.discarded')));
  mount(contract.undoTask, changing('taskID', undoTask, say('tasks.undone')));
};
