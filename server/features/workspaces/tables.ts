import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { IDE_IMAGES, PORT_DEFAULTS, PORT_MODES } from '#shared/features/workspaces/model.ts';
import { CLONE_STATUSES } from '#shared/features/workspaces/repository.ts';
import { SAMPLES } from '#shared/features/workspaces/samples.ts';
import { at } from '../../platform/columns.ts';
import { instances } from '../instances/tables.ts';
import { ofOrganization, ofUser, organizations, sshKeys, users } from '../people/tables.ts';
import { STAGES } from './devcontainer-commands.ts';

/** What only workspaces have. */
export const workspaces = pgTable(
  'workspaces',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => instances.id, { onDelete: 'cascade' }),
    sshKeyId: uuid('ssh_key_id').references(() => sshKeys.id, { onDelete: 'set null' }),
    /** Its web IDE. */
    ide: text('ide', { enum: IDE_IMAGES }).notNull().default('vscode'),
    language: text('language').notNull(),
    languageVersion: text('language_version'),
    /** Other languages in it, as in `python-3.13`. */
    moreLanguages: text('more_languages').array().notNull().default([]),
    database: text('database').notNull(),
    /** The project's own image that it was made of, as its devcontainer.json names it; null: Slipway's. */
    projectImage: text('project_image'),
    /** Encrypted by the secret box. */
    databasePassword: text('database_password'),
    /** Without credentials, which are stored encrypted beside it. */
    gitUrl: text('git_url'),
    gitCredentials: text('git_credentials'),
    /** Branch, tag, commit or request to check out; null: the default branch. */
    gitRef: text('git_ref'),
    /** The sample project it starts with instead of a repository. */
    sample: text('sample', { enum: SAMPLES }),
    /** The template it was made from, and the version of it. No key: the release before knows no templates. */
    templateId: uuid('template_id'),
    templateVersion: integer('template_version'),
    /** Null: nothing to clone, because there is no address or sample, or it was launched from a snapshot. */
    cloneStatus: text('clone_status', { enum: CLONE_STATUSES }),
    /** Why the repository couldn't be cloned, in one sentence. */
    cloneDetail: text('clone_detail'),
    /** Which command of devcontainer.json runs next while it is Active; null: none is left. */
    projectStage: text('project_stage', { enum: STAGES }),
    /** Which secrets it was handed last, as a digest of ids and versions; null: none ever. */
    secretsDigest: text('secrets_digest'),
    /** The only secrets it may have, by name, as the copy of a task; null: all that are for it. */
    secretNames: text('secret_names').array(),
    /** VS Code's settings in it when they were last compared with its person's, as a digest; null: never. */
    editorDigest: text('editor_digest'),
    port3000: text('port_3000', { enum: PORT_MODES }).notNull().default(PORT_DEFAULTS[3000]),
    port3030: text('port_3030', { enum: PORT_MODES }).notNull().default(PORT_DEFAULTS[3030]),
    /** A public link is stored in workspace_port_links; when it ends, the port is `private`. */
    port3000Visibility: text('port_3000_visibility', { enum: ['private', 'organization'] })
      .notNull()
      .default('private'),
    port3030Visibility: text('port_3030_visibility', { enum: ['private', 'organization'] })
      .notNull()
      .default('private'),
    /** An http port's program sees the public host, not localhost. */
    port3000PassHost: boolean('port_3000_pass_host').notNull().default(false),
    port3030PassHost: boolean('port_3030_pass_host').notNull().default(false),
    useSsl: boolean('use_ssl').notNull().default(true),
    lastAccessAt: at('last_access_at'),
    /** Somebody asked to keep it running until then. */
    keepAwakeUntil: at('keep_awake_until'),
    /** When it is idle it is frozen with its programs, not stopped. */
    warmSleep: boolean('warm_sleep_flag').notNull().default(true),
    /** A restore point is kept every hour while somebody works in it. */
    hourlyPoints: boolean('hourly_points_flag').notNull().default(false),
    /** The oldest process in it that somebody marked "hold until done"; null: none at the last check. */
    heldCommand: text('held_command'),
    heldSince: at('held_since'),
    /** When such a process was last seen running: it counts as activity. */
    heldSeenAt: at('held_seen_at'),
    /** When it was last warned about a pause. */
    idleWarnedAt: at('idle_warned_at'),
  },
  (table) => [index('workspaces_ssh_key').on(table.sshKeyId)],
);

/** VS Code's settings that go with a person to their workspaces of one organization. */
export const editorSettings = pgTable(
  'editor_settings',
  {
    organizationId: ofOrganization(),
    userId: ofUser(),
    /** False: the person wants each workspace to keep its own. */
    follow: boolean('follow').notNull().default(true),
    /** Encrypted by the secret box; null until there are any. */
    sealed: text('sealed'),
    /** When the newest of the files was written, by the clock of its machine. */
    changedAt: at('changed_at'),
    /** When the person's workspaces were last looked through. */
    lookedAt: at('looked_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
);

/** The column of rows that go with their workspace. */
export const ofWorkspace = () =>
  uuid('workspace_id')
    .notNull()
    .references(() => workspaces.id, { onDelete: 'cascade' });

/**
 * Ports of the tcp gateway, each leading to one port of one workspace until that is closed or the workspace deleted.
 */
export const workspaceTcpPorts = pgTable(
  'workspace_tcp_ports',
  {
    port: integer('port').primaryKey(),
    workspaceId: ofWorkspace(),
    containerPort: integer('container_port').notNull(),
  },
  (table) => [uniqueIndex('workspace_tcp_ports_workspace').on(table.workspaceId, table.containerPort)],
);

/** Ports besides 3000 and 3030 that somebody opened, the project names, or that were seen in use. */
export const workspacePorts = pgTable(
  'workspace_ports',
  {
    workspaceId: ofWorkspace(),
    port: integer('port').notNull(),
    /** A public link is stored in workspace_port_links; when it ends, the port is `private`. */
    visibility: text('visibility', { enum: ['private', 'organization'] })
      .notNull()
      .default('private'),
    /** What the project's devcontainer.json calls it; empty if it only lists it. */
    label: text('label'),
    /** The project asks not to be told of it (`onAutoForward: ignore`). */
    ignored: boolean('ignored').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.port] })],
);

/** Public links of http ports, at most one each; stored hashed. */
export const workspacePortLinks = pgTable(
  'workspace_port_links',
  {
    workspaceId: ofWorkspace(),
    port: integer('port').notNull(),
    tokenHash: text('token_hash').notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.port] })],
);

/** Repository keys of workspaces; between creation in a form and its submission they belong to none. */
export const workspaceDeployKeys = pgTable(
  'workspace_deploy_keys',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Who created it. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    workspaceId: uuid('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    /** Encrypted by the secret box; null once the workspace is deleted, and if its snapshot's files contain it. */
    privateKey: text('private_key'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('workspace_deploy_keys_workspace').on(table.workspaceId),
    index('workspace_deploy_keys_unused').on(table.userId, table.createdAt).where(sql`workspace_id is null`),
  ],
);

/** People whose SSH connection was open when a workspace stopped: the next one may be their editor reconnecting. */
export const workspaceCuts = pgTable(
  'workspace_cuts',
  {
    workspaceId: ofWorkspace(),
    userId: ofUser(),
    cutAt: at('cut_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
);
