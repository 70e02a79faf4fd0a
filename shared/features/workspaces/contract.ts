import { z } from 'zod';
import { idParam, instant, messageSchema } from '../../api/envelope.ts';
import { listFilter, listQuery, listResponse } from '../../api/pagination.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { LEAD_ROLES } from '../auth/model.ts';
import {
  CAUSES,
  CPU,
  DISK_GB,
  IDE_IMAGES,
  MEMORY_GB,
  moreLanguages,
  PORT_MODES,
  PORT_VISIBILITIES,
  SLEEPS,
  STATUS_FILTERS,
  workspaceName,
  workspaceStatusSchema,
} from './model.ts';
import { portMapping } from './ports.ts';
import { gitRef } from './repository.ts';
import { SAMPLES } from './samples.ts';

const DEPLOYMENT_TYPES = ['new_container', 'snapshot'] as const;
const params = z.object({ workspaceID: idParam });

const summary = {
  id: z.string(),
  name: z.string(),
  user_id: z.string(),
  user_name: z.string(),
  workspace_status: workspaceStatusSchema,
  /** Of an Offline one: `warm` is frozen with its programs and goes on when somebody comes, `cold` is stopped. */
  sleep: z.enum(SLEEPS).nullable(),
  /** Since when it has been frozen; null if it isn't. */
  asleep_date: instant.nullable(),
  /** Since when an Active workspace hasn't answered its health check; null while it does. */
  not_answering_date: instant.nullable(),
  /** Where the web IDE answers. */
  url: z.string(),
  server_id: z.string(),
  server_name: z.string(),
  language: z.string(),
  /** What it has beside its main language. */
  more_languages: z.array(z.string()),
  /** Of all of them, the main one first. */
  language_name: z.string(),
  database: z.string(),
  database_name: z.string(),
  /** The repository, without credentials. */
  git_url: z.string().nullable(),
  /** Branch, tag, commit or pull request that was checked out; null: the default branch. */
  git_ref: z.string().nullable(),
  cpu_cores: z.number(),
  memory_gb: z.number(),
  memory_display: z.string(),
  /** 0 is unmetered. */
  disk_gb: z.number(),
  disk_display: z.string(),
  delete_protect_flag: z.boolean(),
  keepalive_flag: z.boolean(),
  last_access_date: instant.nullable(),
  create_date: instant,
  /** When it pauses unless somebody works in it; null if it isn't running or has KeepAlive. */
  pause_date: instant.nullable(),
  /** Deleted: until when it can be restored; null if it can't. */
  restorable_until: instant.nullable(),
  /** Pending Deletion: when it will be deleted. */
  scheduled_delete_date: instant.nullable(),
  /** What this person can do with it now. */
  may: z.object({
    open: z.boolean(),
    start: z.boolean(),
    stop: z.boolean(),
    edit: z.boolean(),
    delete: z.boolean(),
    snapshot: z.boolean(),
    /** Copy it, for themselves. */
    fork: z.boolean(),
    restore: z.boolean(),
    cancel_delete: z.boolean(),
  }),
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
  port_3000: z.enum(PORT_MODES),
  port_3030: z.enum(PORT_MODES),
  /** An http port's program sees the public host, not `localhost:<port>`. */
  port_3000_pass_host: z.boolean(),
  port_3030_pass_host: z.boolean(),
  port_3000_visibility: z.enum(PORT_VISIBILITIES),
  port_3030_visibility: z.enum(PORT_VISIBILITIES),
  /** When the port's public link ends; null if it has none. */
  port_3000_public_until: instant.nullable(),
  port_3030_public_until: instant.nullable(),
  use_ssl: z.boolean(),
  port_mapping: z.array(portMapping),
  slug: z.string(),
  ssh_key_id: z.string().nullable(),
  ssh_key_name: z.string().nullable(),
  /** The command: `ssh -p <port> <slug>@<host>`. */
  ssh: z.object({
    host: z.string(),
    port: z.number().int(),
    user: z.string(),
    command: z.string(),
    /** The gateway's host keys as `ssh-ed25519 AAAA…`, to pin: clients that have them never ask “yes/no”. */
    host_keys: z.array(z.string()),
  }),
  /** Somebody asked to keep it running until then. */
  keep_awake_date: instant.nullable(),
  /** When it is idle it is frozen with its programs, not stopped. */
  warm_sleep_flag: z.boolean(),
  /** A restore point is kept every hour while somebody works in it. */
  hourly_points_flag: z.boolean(),
  /** A command that somebody marked "hold until done", and since when it keeps the workspace awake. */
  held: z.object({ command: z.string(), since_date: instant }).nullable(),
  /** Its machine doesn't answer; and as of when another one could start it, null if there is no copy. */
  lost_machine: z.object({ since_date: instant, copy_date: instant.nullable() }).nullable(),
  /** When it is stopped for a moment, to go on on another machine. */
  move_date: instant.nullable(),
  deployment_type: z.enum(DEPLOYMENT_TYPES),
  snapshot_id: z.string().nullable(),
  /** What it was launched from; `listed` while the person sees it among the snapshots. */
  snapshot: z.object({ name: z.string(), listed: z.boolean() }).nullable(),
  /** What it was copied from; null if it isn't a fork. */
  forked_from: z.object({ id: z.string(), name: z.string() }).nullable(),
  ide_image_id: z.enum(IDE_IMAGES),
  /** What it was made from; `latest` is the version there is now, null if the template was deleted. */
  template: z
    .object({ id: z.string(), name: z.string(), version: z.number().int(), latest: z.number().int().nullable() })
    .nullable(),
  /** Null without a database, or for those who may not open the workspace. */
  database_password: z.string().nullable(),
  database_user: z.string().nullable(),
  /** The last changes, newest first. */
  status_changes: z.array(statusChange),
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

export const listWorkspaces = defineRead('/workspaces', 'Workspaces the user may see', {
  scope: 'read',
  reach: 'listed',
  query: listQuery.extend({
    status: listFilter(z.enum(STATUS_FILTERS)),
    user: listFilter(idParam),
    type: z.string().max(20).optional(),
  }),
  response: listResponse(workspaceRow),
});

export const getWorkspace = defineRead('/workspaces/{workspaceID}', 'One workspace', {
  scope: 'read',
  params,
  response: workspaceSchema,
});

export const workspaceSetup = defineRead(
  '/workspaces/{workspaceID}/setup',
  'Init messages of the latest launch or start, in order',
  {
    scope: 'read',
    params,
    response: z.object({ messages: z.array(initMessage) }),
  },
);

const amount = ({ min, max, step }: { min: number; max: number; step: number }, message: string) =>
  z.number(message).min(min, message).max(max, message).multipleOf(step, message);
const portMode = z.enum(PORT_MODES, 'validation.port');

/** The settings a new workspace takes and an existing one can change. */
const choices = {
  /** For a workspace on a host; shared workspaces are all the same. */
  cpu_cores: amount(CPU, 'validation.cpu').optional(),
  memory_gb: amount(MEMORY_GB, 'validation.memory').optional(),
  /** 0 is unmetered. */
  disk_gb: z.literal(DISK_GB, 'validation.disk').optional(),
  port_3000: portMode.optional(),
  port_3030: portMode.optional(),
  /** For an http port: its program sees the public host, not `localhost:<port>`. */
  port_3000_pass_host: z.boolean().optional(),
  port_3030_pass_host: z.boolean().optional(),
  use_ssl: z.boolean().optional(),
  keepalive_flag: z.boolean().optional(),
  /** Takes KeepAlive from the user's shared workspace that has it. */
  keepalive_move: z.boolean().optional(),
  /** Frozen with its programs while it is idle; false stops it. */
  warm_sleep_flag: z.boolean().optional(),
  /** Keep a restore point every hour while somebody works in it, which halts it for a moment. */
  hourly_points_flag: z.boolean().optional(),
  delete_protect_flag: z.boolean().optional(),
};

/** What can't be left out, by what a workspace begins with. */
function neededOf(body: { deployment_type: (typeof DEPLOYMENT_TYPES)[number]; template_id?: string | undefined }) {
  if (body.deployment_type === 'snapshot') return ['server_id', 'snapshot_id'] as const;
  return body.template_id ? [] : (['server_id', 'language', 'database'] as const);
}

export const addWorkspaceBody = z
  .strictObject({
    name: workspaceName,
    user_id: idParam,
    ssh_key_id: idParam,
    /** The template's, else shared, if left out with one. */
    server_id: z.string().min(1, 'validation.required').max(64).optional(),
    /** Fills in what it sets, which can't be changed then. */
    template_id: idParam.optional(),
    deployment_type: z.enum(DEPLOYMENT_TYPES),
    snapshot_id: idParam.optional(),
    /** A snapshot and a template have their own language and database. */
    language: z.string().max(40).optional(),
    /** Installed beside it. */
    more_languages: moreLanguages.optional(),
    database: z.string().max(40).optional(),
    git_url: z.string().trim().max(2000).optional(),
    /** A branch, tag or commit of it, instead of the default branch; if the address names one, it must be the same. */
    git_ref: gitRef.optional(),
    /** A sample project to start with instead of a repository. */
    sample: z.enum(SAMPLES).optional(),
    /** From /ide-images; VS Code if left out. */
    ide_image_id: z.enum(IDE_IMAGES).optional(),
    /** From /workspaces/deploy-key, for an ssh address; one is created if left out. */
    deploy_key_id: idParam.optional(),
    ...choices,
  })
  .superRefine((body, check) => {
    for (const name of neededOf(body)) {
      if (!body[name]) check.addIssue({ code: 'custom', path: [name], message: 'validation.required' });
    }
  });
export type AddWorkspaceInput = z.input<typeof addWorkspaceBody>;

export const addWorkspace = defineChange('/workspaces/add', 'Create a workspace; it is launched in the background', {
  scope: 'manage',
  reach: 'none',
  roles: LEAD_ROLES,
  onBehalf: 'token',
  duringSetup: 4,
  body: addWorkspaceBody,
  response: messageSchema.extend({ id: z.string(), workspaceID: z.string() }),
});

export const updateWorkspaceBody = z.strictObject({
  name: workspaceName.optional(),
  ssh_key_id: idParam.optional(),
  ...choices,
});

export const updateWorkspace = defineChange(
  '/workspaces/{workspaceID}/update',
  'Change what can be changed of a workspace',
  {
    scope: 'manage',
    onBehalf: 'token',
    duringSetup: 4,
    params,
    body: updateWorkspaceBody,
    /** `next_start`: the fields that take effect at the next start only. */
    response: messageSchema.extend({ next_start: z.array(z.string()) }),
  },
);

const USES = new Set(['start', 'stop', 'restart', 'start-elsewhere']);

function action(
  verb: 'start' | 'stop' | 'restart' | 'delete' | 'cancel-delete' | 'restore' | 'start-elsewhere',
  summaryText: string,
) {
  return defineChange(`/workspaces/{workspaceID}/${verb}`, summaryText, {
    scope: USES.has(verb) ? 'use' : 'manage',
    onBehalf: 'anyone',
    duringSetup: 4,
    params,
    response: messageSchema,
  });
}
export const startWorkspace = action('start', 'Start a stopped workspace');
export const startWorkspaceElsewhere = action(
  'start-elsewhere',
  'Start a workspace whose machine does not answer on another one, from the last copy of its files',
);
export const stopWorkspace = action('stop', 'Stop a workspace; its files stay');
export const restartWorkspace = action('restart', 'Stop and start a workspace');
export const deleteWorkspace = action('delete', 'Delete a workspace');
export const cancelDeleteWorkspace = action('cancel-delete', 'Keep a workspace that is Pending Deletion');

export const workspaceUsage = defineRead(
  '/workspaces/{workspaceID}/usage',
  'What a running workspace uses right now of its cpu, memory and disk',
  {
    scope: 'read',
    params,
    response: z.object({
      /** 100 is all of its share. */
      cpu_percent: z.number(),
      cpu_cores: z.number(),
      memory_bytes: z.number().int(),
      memory_limit_bytes: z.number().int(),
      /** What was written over its image; measured every few minutes, null before the first time. */
      disk_bytes: z.number().int().nullable(),
      /** Null if unmetered. */
      disk_limit_bytes: z.number().int().nullable(),
      disk_date: instant.nullable(),
    }),
  },
);
export type WorkspaceUsage = z.infer<typeof workspaceUsage.response>;

export const restoreWorkspace = action('restore', 'Bring a deleted workspace back, stopped');

export const snapshotWorkspace = defineChange(
  '/workspaces/{workspaceID}/snapshot',
  'Take a snapshot of a stopped workspace; it is built in the background',
  {
    scope: 'manage',
    onBehalf: 'anyone',
    params,
    response: messageSchema.extend({ id: z.string(), snapshotID: z.string() }),
  },
);
