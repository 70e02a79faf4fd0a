import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { listQuery, listResponse } from '../../api/pagination.ts';
import { defineRoute } from '../../api/route.ts';
import { CAUSES, STATUS_FILTERS, workspaceName, workspaceStatusSchema } from './model.ts';

const DEPLOYMENT_TYPES = ['new_container', 'snapshot'] as const;
const params = z.object({ workspaceID: idParam });

const summary = {
  id: z.string(),
  name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  workspace_status: workspaceStatusSchema,
  /** Where the web IDE answers. */
  url: z.string(),
  server_id: z.string(),
  server_name: z.string(),
  language: z.string(),
  language_name: z.string(),
  database: z.string(),
  database_name: z.string(),
  cpu_cores: z.number(),
  memory_gb: z.number(),
  /** 0 is unmetered. */
  disk_gb: z.number(),
  disk_display: z.string(),
  delete_protect_flag: z.boolean(),
  keepalive_flag: z.boolean(),
  last_access_date: instant.nullable(),
  create_date: instant,
  /** When it is paused unless somebody works in it; null when it is not running or has KeepAlive. */
  pause_date: instant.nullable(),
  /** Of a deleted one: until when it can be brought back; null when it can't. */
  restorable_until: instant.nullable(),
};

export const workspaceRow = z.object(summary);
export type WorkspaceRow = z.infer<typeof workspaceRow>;

export const statusChange = z.object({
  status: workspaceStatusSchema,
  cause: z.enum(CAUSES),
  detail: z.string().nullable(),
  date: instant,
});

export const workspaceSchema = z.object({
  ...summary,
  slug: z.string(),
  ssh_key_id: z.string().nullable(),
  ssh_key_name: z.string().nullable(),
  /** What to type: `ssh -p <port> <slug>@<host>`. */
  ssh: z.object({
    host: z.string(),
    port: z.number().int(),
    user: z.string(),
    command: z.string(),
    /** The gateway's host keys as `ssh-ed25519 AAAA…`, to pin: a client that has them never asks “yes/no”. */
    host_keys: z.array(z.string()),
  }),
  /** Somebody asked to keep it running until then. */
  keep_awake_date: instant.nullable(),
  deployment_type: z.enum(DEPLOYMENT_TYPES),
  snapshot_id: z.string().nullable(),
  git_url: z.string().nullable(),
  /** Null when there is no database, or for those who may not open the workspace. */
  database_password: z.string().nullable(),
  database_user: z.string().nullable(),
  /** The last changes, newest first. */
  status_changes: z.array(statusChange),
  may: z.object({
    open: z.boolean(),
    start: z.boolean(),
    stop: z.boolean(),
    edit: z.boolean(),
    delete: z.boolean(),
    snapshot: z.boolean(),
    restore: z.boolean(),
  }),
});
export type Workspace = z.infer<typeof workspaceSchema>;

export const initMessage = z.object({
  /** 1, 2, 3 … within one launch or start. */
  number: z.number().int(),
  message_text: z.string(),
  message_code: z.string(),
  create_date: instant,
});
export type InitMessage = z.infer<typeof initMessage>;

export const listWorkspaces = defineRoute({
  method: 'get',
  path: '/workspaces',
  summary: 'Workspaces the user may see',
  access: 'session',
  query: listQuery.extend({
    status: z.enum(STATUS_FILTERS).optional(),
    user: idParam.optional(),
    type: z.string().max(20).optional(),
  }),
  response: listResponse(workspaceRow),
});

export const getWorkspace = defineRoute({
  method: 'get',
  path: '/workspaces/{workspaceID}',
  summary: 'One workspace',
  access: 'session',
  params,
  response: workspaceSchema,
});

export const workspaceSetup = defineRoute({
  method: 'get',
  path: '/workspaces/{workspaceID}/setup',
  summary: 'Init messages of the latest launch or start, in order',
  access: 'session',
  params,
  response: z.object({ messages: z.array(initMessage) }),
});

export const addWorkspaceBody = z
  .strictObject({
    name: workspaceName,
    user_id: idParam,
    ssh_key_id: idParam,
    server_id: z.string().min(1, 'validation.required').max(64),
    deployment_type: z.enum(DEPLOYMENT_TYPES),
    snapshot_id: idParam.optional(),
    /** A snapshot has its own language and database. */
    language: z.string().max(40).optional(),
    database: z.string().max(40).optional(),
    git_url: z.string().trim().max(2000).optional(),
  })
  .superRefine((body, check) => {
    const needed =
      body.deployment_type === 'snapshot' ? (['snapshot_id'] as const) : (['language', 'database'] as const);
    for (const name of needed) {
      if (!body[name]) check.addIssue({ code: 'custom', path: [name], message: 'validation.required' });
    }
  });
export type AddWorkspaceInput = z.input<typeof addWorkspaceBody>;

export const addWorkspace = defineRoute({
  method: 'post',
  path: '/workspaces/add',
  summary: 'Create a workspace; it is launched in the background',
  access: 'session',
  body: addWorkspaceBody,
  response: messageSchema.extend({ id: z.string(), workspaceID: z.string() }),
});

export const updateWorkspaceBody = z.strictObject({
  name: workspaceName.optional(),
  ssh_key_id: idParam.optional(),
  delete_protect_flag: z.boolean().optional(),
});

export const updateWorkspace = defineRoute({
  method: 'post',
  path: '/workspaces/{workspaceID}/update',
  summary: 'Change what can be changed of a workspace',
  access: 'session',
  params,
  body: updateWorkspaceBody,
  response: messageSchema,
});

function action(verb: 'start' | 'stop' | 'restart' | 'delete' | 'restore', summaryText: string) {
  return defineRoute({
    method: 'post',
    path: `/workspaces/{workspaceID}/${verb}`,
    summary: summaryText,
    access: 'session',
    params,
    response: messageSchema,
  });
}
export const startWorkspace = action('start', 'Start a stopped workspace');
export const stopWorkspace = action('stop', 'Stop a workspace; its files stay');
export const restartWorkspace = action('restart', 'Stop and start a workspace');
export const deleteWorkspace = action('delete', 'Delete a workspace');

export const keepAwake = defineRoute({
  method: 'post',
  path: '/workspaces/{workspaceID}/keep-awake',
  summary: 'Keep a running workspace from being paused for 2 hours',
  access: 'session',
  params,
  response: messageSchema.extend({ keep_awake_date: instant }),
});

export const restoreWorkspace = action('restore', 'Bring a deleted workspace back, stopped');

export const snapshotWorkspace = defineRoute({
  method: 'post',
  path: '/workspaces/{workspaceID}/snapshot',
  summary: 'Take a snapshot of a stopped workspace; it is built in the background',
  access: 'session',
  params,
  response: messageSchema.extend({ id: z.string(), snapshotID: z.string() }),
});

const option = z.object({ value: z.string(), text: z.string() });

export const serverOptions = defineRoute({
  method: 'get',
  path: '/workspaces/server-options',
  summary: 'Where a workspace can run',
  access: 'session',
  query: z.strictObject({ user_id: idParam.optional() }),
  response: z.object({
    items: z.array(
      option.extend({
        specifier: z.string().nullable(),
        cpu_cores: z.number().nullable(),
        memory_gb: z.number().nullable(),
        disk_space_gb: z.number().nullable(),
        vram_gb: z.number().nullable(),
        /** Cents. */
        monthly_price: z.number().int().nullable(),
      }),
    ),
  }),
});

export const userOptions = defineRoute({
  method: 'get',
  path: '/workspaces/user-options',
  summary: 'Whose workspaces the user may see and add',
  access: 'session',
  response: z.object({ items: z.array(option), selected: z.string() }),
});

export const languageOptions = defineRoute({
  method: 'get',
  path: '/workspaces/language-options',
  summary: 'Languages a workspace can have',
  access: 'session',
  response: z.object({ items: z.array(option) }),
});

export const databaseOptions = defineRoute({
  method: 'get',
  path: '/workspaces/database-options',
  summary: 'Databases a workspace can have',
  access: 'session',
  response: z.object({ items: z.array(option) }),
});
