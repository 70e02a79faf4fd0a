import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { IDE_IMAGES, PORT_DEFAULTS, PORT_MODES } from '#shared/features/workspaces/model.ts';
import { CLONE_STATUSES } from '#shared/features/workspaces/repository.ts';
import { at } from '../../platform/columns.ts';
import { initMessageColumns, livingColumns, statusChangeColumns } from '../lifecycle/tables.ts';
import { organizations } from '../organizations/tables.ts';
import { snapshots } from '../snapshots/tables.ts';
import { sshKeys } from '../ssh-keys/tables.ts';
import { users } from '../users/tables.ts';

export const workspaces = pgTable(
  'workspaces',
  {
    ...livingColumns,
    sshKeyId: uuid('ssh_key_id').references(() => sshKeys.id, { onDelete: 'set null' }),
    /** `shared`, or a host's id. */
    serverId: text('server_id').notNull().default('shared'),
    /** The safety copy its container is made of again, after a restore. */
    restoreId: uuid('restore_id').references(() => snapshots.id),
    /** Its web IDE. */
    ide: text('ide', { enum: IDE_IMAGES }).notNull().default('vscode'),
    language: text('language').notNull(),
    languageVersion: text('language_version'),
    database: text('database').notNull(),
    /** Sealed with the secret box. */
    databasePassword: text('database_password'),
    /** Without credentials; those are sealed beside it. */
    gitUrl: text('git_url'),
    gitCredentials: text('git_credentials'),
    /** Null: there is nothing to clone, as without an address and in a launch of a snapshot. */
    cloneStatus: text('clone_status', { enum: CLONE_STATUSES }),
    /** Why the repository could not be cloned, in one sentence. */
    cloneDetail: text('clone_detail'),
    port3000: text('port_3000', { enum: PORT_MODES }).notNull().default(PORT_DEFAULTS[3000]),
    port3030: text('port_3030', { enum: PORT_MODES }).notNull().default(PORT_DEFAULTS[3030]),
    /** A public link is kept in workspace_port_links; it ends in `private`. */
    port3000Visibility: text('port_3000_visibility', { enum: ['private', 'organization'] })
      .notNull()
      .default('private'),
    port3030Visibility: text('port_3030_visibility', { enum: ['private', 'organization'] })
      .notNull()
      .default('private'),
    /** An http port's program sees the host that people type, and not localhost. */
    port3000PassHost: boolean('port_3000_pass_host').notNull().default(false),
    port3030PassHost: boolean('port_3030_pass_host').notNull().default(false),
    useSsl: boolean('use_ssl').notNull().default(true),
    keepalive: boolean('keepalive_flag').notNull().default(false),
    lastAccessAt: at('last_access_at'),
    /** Somebody asked to keep it running until then. */
    keepAwakeUntil: at('keep_awake_until'),
    /** A process in it that somebody marked "hold until done", the oldest one; null: none when last looked. */
    heldCommand: text('held_command'),
    heldSince: at('held_since'),
    /** When such a process was last seen to run: it counts as activity. */
    heldSeenAt: at('held_seen_at'),
    /** When it was last told that it is about to be paused. */
    idleWarnedAt: at('idle_warned_at'),
  },
  (table) => [
    uniqueIndex('workspaces_slug').on(table.slug).where(sql`status <> 'Deleted'`),
    index('workspaces_slug_ever').on(table.slug),
    uniqueIndex('workspaces_keepalive')
      .on(table.organizationId, table.userId)
      .where(sql`keepalive_flag and server_id = 'shared' and status <> 'Deleted'`),
    index('workspaces_organization').on(table.organizationId, table.status, table.createdAt),
    index('workspaces_list').on(table.organizationId, table.createdAt, table.id).where(sql`status <> 'Deleted'`),
    index('workspaces_list_by_name').on(table.organizationId, table.name, table.id).where(sql`status <> 'Deleted'`),
    index('workspaces_search')
      .using('gin', sql`${table.name} gin_trgm_ops`, sql`${table.slug} gin_trgm_ops`)
      .where(sql`status <> 'Deleted'`),
    index('workspaces_user').on(table.userId, table.status, table.createdAt),
    index('workspaces_ssh_key').on(table.sshKeyId),
    index('workspaces_engine').on(table.engineId, table.status),
    index('workspaces_scheduled_delete').on(table.scheduledDeleteAt).where(sql`status = 'Pending Deletion'`),
  ],
);

/** Ports of the tcp gateway, each leading to one port of one workspace until that is closed or the workspace deleted. */
export const workspaceTcpPorts = pgTable(
  'workspace_tcp_ports',
  {
    port: integer('port').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    containerPort: integer('container_port').notNull(),
  },
  (table) => [uniqueIndex('workspace_tcp_ports_workspace').on(table.workspaceId, table.containerPort)],
);

/** Public links of http ports, at most one each; stored hashed. */
export const workspacePortLinks = pgTable(
  'workspace_port_links',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    port: integer('port').notNull(),
    tokenHash: text('token_hash').notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.port] })],
);

/** Keys of workspaces for their repositories; for a while of nobody's, between their making in a form and its sending. */
export const workspaceDeployKeys = pgTable(
  'workspace_deploy_keys',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Who made it. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    workspaceId: uuid('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    /** Sealed with the secret box; null once the workspace is deleted, and of one that has it in its snapshot's files. */
    privateKey: text('private_key'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('workspace_deploy_keys_workspace').on(table.workspaceId),
    index('workspace_deploy_keys_unused').on(table.userId, table.createdAt).where(sql`workspace_id is null`),
  ],
);

/** One row: what this database's containers are labelled with, so that several installations can share an engine. */
export const installation = pgTable('installation', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  id: uuid('id').notNull(),
});

/** Every change of status, with its cause. */
export const workspaceStatusChanges = pgTable(
  'workspace_status_changes',
  {
    ...statusChangeColumns,
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
  },
  (table) => [index('workspace_status_changes_workspace').on(table.workspaceId, table.id)],
);

/** Whose SSH connection was open when a workspace stopped: what comes next may be their editor, reconnecting by itself. */
export const workspaceCuts = pgTable(
  'workspace_cuts',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cutAt: at('cut_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
);

/** Progress of the latest launch or start, in order. */
export const workspaceInitMessages = pgTable(
  'workspace_init_messages',
  {
    ...initMessageColumns,
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
  },
  (table) => [uniqueIndex('workspace_init_messages_order').on(table.workspaceId, table.revision, table.number)],
);
