import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { lineText, longText } from '../../api/text.ts';
import { isVariableName, SECRETS_MAX } from '../secrets/model.ts';
import {
  MERGE_WAYS,
  PROGRAM_IDS,
  TASK_CENTS_MAX,
  TASK_DAYS_MAX,
  TASK_MINUTES_MAX,
  TASK_OUTCOMES,
  TASK_REASONS,
  TASK_SCOPES,
  TASK_SOURCES,
  TASK_STATES,
} from './model.ts';

/** A piece of work in a throwaway copy of a workspace. */
export const taskSchema = z.object({
  id: z.string(),
  title: z.string(),
  instructions: z.string(),
  command: z.string().nullable(),
  /** Installed into the copy before the command. */
  program: z.enum(PROGRAM_IDS).nullable(),
  branch: z.string(),
  state: z.enum(TASK_STATES),
  reason: z.enum(TASK_REASONS).nullable(),
  outcome: z.enum(TASK_OUTCOMES).nullable(),
  exit_code: z.number().int().nullable(),
  /** Its command is suspended while a person works in the copy. */
  taken_over: z.boolean(),
  /** What the copy was made of; a template that is gone has no name. */
  source: z.object({ id: z.string(), name: z.string(), kind: z.enum(TASK_SOURCES) }),
  /** The copy. */
  workspace: z.object({ id: z.string(), name: z.string(), workspace_status: z.string() }),
  user_name: z.string(),
  minutes: z.number().int(),
  used_minutes: z.number().int(),
  cents: z.number().int(),
  create_date: instant,
  expire_date: instant,
  /** When its changes were noted last; they can be seen even if the copy is stopped or gone. */
  diff_date: instant.nullable(),
  /** Until when the signed-in person can undo that it was discarded; null if they can't. */
  undo_date: instant.nullable(),
  /** May the signed-in person merge, keep and discard it? */
  may_finish: z.boolean(),
});
export type Task = z.infer<typeof taskSchema>;

const params = z.object({ taskID: idParam });

export const listTasks = defineRead('/tasks', 'The newest tasks in workspaces that the person sees', {
  scope: 'read',
  reach: 'listed',
  response: z.object({ tasks: z.array(taskSchema) }),
});

export const getTask = defineRead('/tasks/{taskID}', 'One task', {
  scope: 'read',
  reach: 'listed',
  params,
  response: taskSchema,
});

export const taskLog = defineRead('/tasks/{taskID}/log', 'The end of what the command wrote', {
  scope: 'use',
  reach: 'listed',
  params,
  response: z.object({ log: z.string() }),
});

const changedFile = z.object({
  path: z.string(),
  change: z.enum(['added', 'deleted', 'renamed', 'changed']),
  /** Unified diff. */
  patch: z.string(),
  /** The patch is longer than what is here. */
  cut: z.boolean(),
});
export type ChangedFile = z.infer<typeof changedFile>;

export const taskDiff = defineRead(
  '/tasks/{taskID}/diff',
  'What changed in the copy since the task began, also after its end',
  {
    scope: 'use',
    reach: 'listed',
    params,
    response: z.object({
      files: z.array(changedFile),
      /** There are more files than these. */
      more: z.boolean(),
      /** Unified diff of the database's schema; empty if it didn't change, null if its schema can't be read. */
      schema: z.string().nullable(),
      /** When they were noted, if the copy couldn't be asked now. */
      as_of: instant.nullable(),
    }),
  },
);
export type TaskDiff = z.infer<typeof taskDiff.response>;

export const addTaskBody = z
  .strictObject({
    /** The task works in a copy of it, or in a new workspace from a template: one of the two. */
    workspace_id: idParam.nullable().default(null),
    template_id: idParam.nullable().default(null),
    /** One of this workspace, to begin with; left out, the workspace as it is now. */
    snapshot_id: idParam.nullable().default(null),
    title: lineText(100).min(1, 'validation.required'),
    instructions: longText(10_000),
    /** Run by bash in the project; empty: a person works in the copy. */
    command: longText(4_000),
    /** Installed from npm before the command. Without a command it runs its own, with the instructions. */
    program: z.enum(PROGRAM_IDS).nullable().default(null),
    scopes: z.array(z.enum(TASK_SCOPES)).max(TASK_SCOPES.length).default(['use']),
    minutes: z.int().min(1).max(TASK_MINUTES_MAX).default(60),
    /** What its token may cause to be charged. */
    cents: z.int().min(0).max(TASK_CENTS_MAX).default(0),
    days: z.int().min(1).max(TASK_DAYS_MAX).default(3),
    /** Names of the secrets the copy gets; null: all of the workspace, but none if an API token asks. */
    secrets: z
      .array(z.string().trim().max(100, 'validation.long').refine(isVariableName, 'validation.variableName'))
      .max(SECRETS_MAX)
      .nullable()
      .default(null),
  })
  .superRefine((body, check) => {
    if (!body.workspace_id && !body.template_id) {
      check.addIssue({ code: 'custom', path: ['workspace_id'], message: 'validation.required' });
    }
  });

export const addTask = defineChange(
  '/tasks/add',
  'Begin a task in a throwaway copy of a workspace or from a template',
  {
    scope: 'manage',
    reach: 'listed',
    onBehalf: 'token',
    roles: ['owner', 'admin', 'lead'],
    body: addTaskBody,
    response: messageSchema.extend({ taskID: z.string(), workspaceID: z.string() }),
  },
);

const change = { reach: 'listed', onBehalf: 'anyone', params, response: messageSchema } as const;

export const takeOverTask = defineChange('/tasks/{taskID}/take-over', 'Suspend the command while a person works', {
  scope: 'use',
  ...change,
});

export const handBackTask = defineChange('/tasks/{taskID}/hand-back', 'Let the command continue', {
  scope: 'use',
  ...change,
});

export const mergeTaskBody = z.strictObject({ way: z.enum(MERGE_WAYS) });

export const mergeTask = defineChange('/tasks/{taskID}/merge', 'Accept the changes, and delete the copy', {
  scope: 'manage',
  ...change,
  body: mergeTaskBody,
});

export const keepTask = defineChange('/tasks/{taskID}/keep', 'Make the copy an ordinary workspace', {
  scope: 'manage',
  ...change,
});

export const discardTask = defineChange('/tasks/{taskID}/discard', 'Delete the copy', { scope: 'manage', ...change });

export const undoTask = defineChange(
  '/tasks/{taskID}/undo',
  'Bring a discarded task back within 24 hours, its copy stopped',
  {
    scope: 'manage',
    ...change,
  },
);
