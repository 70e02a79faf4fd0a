import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { SNAPSHOT_STATUSES, SNAPSHOT_TYPES } from '#shared/features/snapshots/model.ts';
import {
  CAUSES,
  IDE_IMAGES,
  PORT_DEFAULTS,
  PORT_MODES,
  WORKSPACE_STATUSES,
} from '#shared/features/workspaces/model.ts';
import { CLONE_STATUSES } from '#shared/features/workspaces/repository.ts';
import { at } from '../../platform/columns.ts';
import { organizations, sshKeys, users } from '../people/tables.ts';

/** One row: the label of this database's containers, so that several installations can share an engine. */
export const installation = pgTable('installation', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  id: uuid('id').notNull(),
});

export const snapshots = pgTable(
  'snapshots',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Whose workspace it was taken of. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    type: text('snapshot_type', { enum: SNAPSHOT_TYPES }).notNull().default('Workspace'),
    /**
     * The workspace or service it was taken of. No foreign key, because a workspace refers to the snapshot it was
     * launched from.
     */
    instanceId: uuid('workspace_id').notNull(),
    /** A deleted workspace's safety copy; in no list. */
    safety: boolean('safety').notNull().default(false),
    name: text('name').notNull(),
    status: text('status', { enum: SNAPSHOT_STATUSES }).notNull(),
    /** Why it failed. */
    detail: text('detail'),
    /** The engine it was taken on, which holds the image unless the registry does. */
    engineId: text('engine_id').notNull(),
    /** `wanted`: its image should be pushed to the registry; `held`: it is there. Null: it stays on its engine. */
    registry: text('registry', { enum: ['wanted', 'held'] }),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    language: text('language').notNull(),
    languageVersion: text('language_version'),
    database: text('database').notNull(),
    /** Without credentials. */
    gitUrl: text('git_url'),
    /** For a service: its catalogue item, and its data's values, encrypted. */
    catalogueId: text('service_id'),
    environment: text('environment'),
    /** Shared by everything snapshotted at once as one stack. */
    stackId: uuid('stack_id'),
    /** On whose behalf it is restarted once its stack is taken; null: it wasn't running, or runs again. */
    restartUserId: uuid('restart_user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
    scheduledDeleteAt: at('scheduled_delete_at'),
    deletedAt: at('deleted_at'),
    /** When its image was found to be gone. */
    imageRemovedAt: at('image_removed_at'),
  },
  (table) => [
    index('snapshots_organization').on(table.organizationId, table.createdAt, table.id),
    index('snapshots_search').using('gin', sql`${table.name} gin_trgm_ops`),
    index('snapshots_stack').on(table.stackId).where(sql`stack_id is not null`),
    index('snapshots_workspace').on(table.instanceId, table.status),
    index('snapshots_status').on(table.status, table.scheduledDeleteAt),
  ],
);

/** Columns of whatever runs in a container of its own. */
export const instanceColumns = {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id),
  name: text('name').notNull(),
  /** Its host name; unique in the installation while it exists, and reserved for its organization after that. */
  slug: text('slug').notNull(),
  status: text('status', { enum: WORKSPACE_STATUSES }).notNull(),
  /** `shared`, or a host's id. */
  serverId: text('server_id').notNull(),
  /** Engine that holds the container. */
  engineId: text('engine_id').notNull(),
  containerId: text('container_id'),
  /** What it was launched from; null: a new container. */
  snapshotId: uuid('snapshot_id').references(() => snapshots.id),
  image: text('image'),
  cpuCores: numeric('cpu_cores', { precision: 4, scale: 2, mode: 'number' }).notNull(),
  memoryMb: integer('memory_mb').notNull(),
  /** 0 is unmetered. */
  diskGb: integer('disk_gb').notNull(),
  /** Size written over its image, when last measured. */
  diskUsedBytes: bigint('disk_used_bytes', { mode: 'number' }),
  diskMeasuredAt: at('disk_measured_at'),
  /** The last warning: 0, 80 or 95. */
  diskWarnedPercent: integer('disk_warned_percent').notNull().default(0),
  /** Failed health checks in a row since it started, and when the first of them failed. */
  unansweredCount: integer('unanswered_count').notNull().default(0),
  unansweredSince: at('unanswered_since'),
  deleteProtect: boolean('delete_protect_flag').notNull().default(false),
  /** The last request: a job that finds a newer one stops. Counts up with every start, stop and delete. */
  revision: integer('revision').notNull().default(1),
  /** When it was first Active; a launch that fails before leaves nothing behind. */
  launchedAt: at('launched_at'),
  /** When it last became Active. */
  activeSince: at('active_since'),
  createdAt: at('created_at').notNull().defaultNow(),
  /** When a Pending Deletion one will be Deleted. */
  scheduledDeleteAt: at('scheduled_delete_at'),
  deletedAt: at('deleted_at'),
};

/** A change of status, with its cause; the table adds whose. */
export const statusChangeColumns = {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  status: text('status', { enum: WORKSPACE_STATUSES }).notNull(),
  cause: text('cause', { enum: CAUSES }).notNull(),
  detail: text('detail'),
  /** Who did it; null for the system. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
  createdAt: at('created_at').notNull().defaultNow(),
};

/** Progress of a launch or start; the table adds whose. */
export const initMessageColumns = {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** The launch or start it belongs to; a host is created once. */
  revision: integer('revision').notNull(),
  /** 1, 2, 3 … within that. */
  number: integer('number').notNull(),
  code: text('code').notNull(),
  text: text('text').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
};

export const workspaces = pgTable(
  'workspaces',
  {
    ...instanceColumns,
    sshKeyId: uuid('ssh_key_id').references(() => sshKeys.id, { onDelete: 'set null' }),
    serverId: text('server_id').notNull().default('shared'),
    /** The safety copy its container is created from, after a restore. */
    restoreId: uuid('restore_id').references(() => snapshots.id),
    /** Its web IDE. */
    ide: text('ide', { enum: IDE_IMAGES }).notNull().default('vscode'),
    language: text('language').notNull(),
    languageVersion: text('language_version'),
    database: text('database').notNull(),
    /** Encrypted by the secret box. */
    databasePassword: text('database_password'),
    /** Without credentials, which are stored encrypted beside it. */
    gitUrl: text('git_url'),
    gitCredentials: text('git_credentials'),
    /** Null: nothing to clone, because there is no address, or it was launched from a snapshot. */
    cloneStatus: text('clone_status', { enum: CLONE_STATUSES }),
    /** Why the repository couldn't be cloned, in one sentence. */
    cloneDetail: text('clone_detail'),
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
    keepalive: boolean('keepalive_flag').notNull().default(false),
    lastAccessAt: at('last_access_at'),
    /** Somebody asked to keep it running until then. */
    keepAwakeUntil: at('keep_awake_until'),
    /** The oldest process in it that somebody marked "hold until done"; null: none at the last check. */
    heldCommand: text('held_command'),
    heldSince: at('held_since'),
    /** When such a process was last seen running: it counts as activity. */
    heldSeenAt: at('held_seen_at'),
    /** When it was last warned about a pause. */
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

export const organizationServices = pgTable(
  'organization_services',
  {
    ...instanceColumns,
    /** Item of the catalogue. */
    catalogueId: text('service_id').notNull(),
    /** Its values by key, as encrypted JSON. */
    environment: text('environment').notNull(),
    /** Encrypted: the values of the snapshot's data, until the new secrets are active. */
    previousEnvironment: text('previous_environment'),
    dockerPrivilege: boolean('docker_privilege_flag').notNull().default(false),
  },
  (table) => [
    uniqueIndex('organization_services_slug').on(table.slug).where(sql`status <> 'Deleted'`),
    index('organization_services_slug_ever').on(table.slug),
    index('organization_services_list')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`status <> 'Deleted'`),
    index('organization_services_search')
      .using('gin', sql`${table.name} gin_trgm_ops`, sql`${table.slug} gin_trgm_ops`)
      .where(sql`status <> 'Deleted'`),
    index('organization_services_user').on(table.userId, table.status),
    index('organization_services_engine').on(table.engineId, table.status),
    index('organization_services_server').on(table.serverId, table.status),
  ],
);

/** Every change of status, with its cause. */
export const workspaceStatusChanges = pgTable(
  'workspace_status_changes',
  {
    ...statusChangeColumns,
    instanceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
  },
  (table) => [index('workspace_status_changes_workspace').on(table.instanceId, table.id)],
);

/** Every change of status, with its cause. */
export const serviceStatusChanges = pgTable(
  'service_status_changes',
  {
    ...statusChangeColumns,
    instanceId: uuid('organization_service_id')
      .notNull()
      .references(() => organizationServices.id, { onDelete: 'cascade' }),
  },
  (table) => [index('service_status_changes_service').on(table.instanceId, table.id)],
);

/** Progress of the latest launch or start, in order. */
export const workspaceInitMessages = pgTable(
  'workspace_init_messages',
  {
    ...initMessageColumns,
    instanceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
  },
  (table) => [uniqueIndex('workspace_init_messages_order').on(table.instanceId, table.revision, table.number)],
);

/** Progress of the latest launch or start, in order. */
export const serviceInitMessages = pgTable(
  'service_init_messages',
  {
    ...initMessageColumns,
    instanceId: uuid('organization_service_id')
      .notNull()
      .references(() => organizationServices.id, { onDelete: 'cascade' }),
  },
  (table) => [uniqueIndex('service_init_messages_order').on(table.instanceId, table.revision, table.number)],
);

const instances = () => pgTable('', instanceColumns);
const statusChanges = () => pgTable('', { ...statusChangeColumns, instanceId: uuid().notNull() });
const initMessages = () => pgTable('', { ...initMessageColumns, instanceId: uuid().notNull() });

interface Tables {
  instances: ReturnType<typeof instances>;
  statusChanges: ReturnType<typeof statusChanges>;
  initMessages: ReturnType<typeof initMessages>;
}

/** Each kind's tables, as far as they have the same columns. */
export const tablesOf = {
  workspace: {
    instances: workspaces,
    statusChanges: workspaceStatusChanges,
    initMessages: workspaceInitMessages,
  },
  service: {
    instances: organizationServices,
    statusChanges: serviceStatusChanges,
    initMessages: serviceInitMessages,
  },
} as unknown as Record<'workspace' | 'service', Tables>;

/** A row of either kind; its other columns are passed through. */
export type Instance = Tables['instances']['$inferSelect'];
