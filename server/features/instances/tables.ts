import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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
import { RESTORE_POINT_REASONS, SNAPSHOT_STATUSES, SNAPSHOT_TYPES } from '#shared/features/snapshots/model.ts';
import { CAUSES, WORKSPACE_STATUSES } from '#shared/features/workspaces/model.ts';
import { at } from '../../platform/columns.ts';
import { ofOrganization, organizations, users } from '../people/tables.ts';

/** One row: the label of this database's containers, so that several installations can share an engine. */
export const installation = pgTable('installation', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  id: uuid('id').notNull(),
  /** The id, encrypted: tells whether a process has the right secret. Null until the first start that knows it. */
  secretCheck: text('secret_check'),
});

/** Which engine each id stands for, so that another one at the same address isn't taken for it. */
export const engines = pgTable('engines', {
  /** `local`, or a host's id. */
  id: text('id').primaryKey(),
  identity: text('identity').notNull(),
  /** Memory of its machine, for processes that can't ask it. */
  memoryMb: integer('memory_mb').notNull(),
  firstSeenAt: at('first_seen_at').notNull(),
  /** Roughly. */
  lastSeenAt: at('last_seen_at').notNull(),
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
    /** What it was taken of. */
    instanceId: uuid('instance_id')
      .notNull()
      .references((): AnyPgColumn => instances.id),
    /** A deleted workspace's safety copy, or a restore point; in no list of snapshots. */
    safety: boolean('safety').notNull().default(false),
    /** A restore point of its workspace, and why it was kept; null: not one. */
    point: text('point', { enum: RESTORE_POINT_REASONS }),
    /** Of a restore point: its topmost layer, which holds all that its container wrote, and how large that is. */
    layer: text('layer'),
    layerBytes: bigint('layer_bytes', { mode: 'number' }),
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
    moreLanguages: text('more_languages').array().notNull().default([]),
    database: text('database').notNull(),
    /** Without credentials. */
    gitUrl: text('git_url'),
    /** For a service: its catalogue item, and its data's values, encrypted. */
    catalogueId: text('catalogue_id'),
    environment: text('environment'),
    /** Shared by everything snapshotted at once as one stack. */
    stackId: uuid('stack_id'),
    /** The fork it is made for, which is the only one launched from it; in no list. */
    forkId: uuid('fork_id'),
    /** A prepared copy of this template as it was at that version; in no list. No key: templates go before their copies. */
    templateId: uuid('template_id'),
    templateVersion: integer('template_version'),
    /** What a prepared copy has checked out. */
    gitCommit: text('git_commit'),
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
    index('snapshots_instance').on(table.instanceId, table.status),
    index('snapshots_fork').on(table.forkId).where(sql`fork_id is not null`),
    index('snapshots_template').on(table.templateId, table.status).where(sql`template_id is not null`),
    index('snapshots_status').on(table.status, table.scheduledDeleteAt),
  ],
);

/** Whatever runs in a container of its own. Its kind has a table with the same id for its other columns. */
export const instances = pgTable(
  'instances',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['workspace', 'service'] }).notNull(),
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
    serverId: text('server_id').notNull().default('shared'),
    /** Engine that holds the container. */
    engineId: text('engine_id').notNull(),
    containerId: text('container_id'),
    /** What it was launched from; null: a new container. */
    snapshotId: uuid('snapshot_id').references(() => snapshots.id),
    /** The safety copy or restore point its container is created from, after a restore. */
    restoreId: uuid('restore_id').references(() => snapshots.id),
    /** The restore point it is going back to, until its container is replaced. */
    backToId: uuid('back_to_id'),
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
    /** Only workspaces have it. It is here for the index that allows one to each user. */
    keepalive: boolean('keepalive_flag').notNull().default(false),
    deleteProtect: boolean('delete_protect_flag').notNull().default(false),
    /** The API token it was made with; null: by a person. Stays when the token is revoked. */
    tokenId: uuid('token_id'),
    /** The last request: a job that finds a newer one stops. Counts up with every start, stop and delete. */
    revision: integer('revision').notNull().default(1),
    /** Since when its container is frozen, with its memory; only ever set while it is Offline. */
    asleepSince: at('asleep_since'),
    /** When it was first Active; a launch that fails before leaves nothing behind. */
    launchedAt: at('launched_at'),
    /** The revision at whose stop, or since whose start, its files were last backed up, and when. */
    backupRevision: integer('backup_revision'),
    backedUpAt: at('backed_up_at'),
    /** The revision of the backup that the registry holds too, for another machine, and as of when. */
    heldRevision: integer('held_revision'),
    heldAt: at('held_at'),
    /** When it last became Active. */
    activeSince: at('active_since'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When a Pending Deletion one will be Deleted. */
    scheduledDeleteAt: at('scheduled_delete_at'),
    deletedAt: at('deleted_at'),
  },
  (table) => {
    const exists = sql`status <> 'Deleted'`;
    return [
      uniqueIndex('instances_slug').on(table.slug).where(exists),
      index('instances_slug_ever').on(table.slug),
      uniqueIndex('instances_keepalive')
        .on(table.organizationId, table.userId)
        .where(sql`keepalive_flag and server_id = 'shared' and status <> 'Deleted'`),
      index('instances_organization').on(table.organizationId, table.kind, table.status, table.createdAt),
      index('instances_list').on(table.organizationId, table.kind, table.createdAt, table.id).where(exists),
      index('instances_list_by_name').on(table.organizationId, table.kind, table.name, table.id).where(exists),
      index('instances_search')
        .using('gin', sql`${table.name} gin_trgm_ops`, sql`${table.slug} gin_trgm_ops`)
        .where(exists),
      index('instances_user').on(table.userId, table.kind, table.status, table.createdAt),
      index('instances_engine').on(table.engineId, table.status),
      index('instances_asleep').on(table.engineId, table.asleepSince).where(sql`asleep_since is not null`),
      index('instances_server').on(table.serverId, table.status),
      index('instances_token').on(table.tokenId).where(sql`token_id is not null`),
      index('instances_scheduled_delete').on(table.scheduledDeleteAt).where(sql`status = 'Pending Deletion'`),
    ];
  },
);

/** Containers that were left on a machine that didn't answer, while theirs runs on another one by now. */
export const leftContainers = pgTable(
  'left_containers',
  {
    /** Also the id of the snapshot it becomes. */
    id: uuid('id').primaryKey(),
    instanceId: uuid('instance_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    engineId: text('engine_id').notNull(),
    /** It has changes that the other one was started without. */
    unsaved: boolean('unsaved').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [uniqueIndex('left_containers_place').on(table.instanceId, table.engineId)],
);

/** Workspaces made ahead: a frozen container each, under the id of the workspace that will take it. */
export const spares = pgTable(
  'spares',
  {
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    engineId: text('engine_id').notNull(),
    /**
     * `taken`: by the workspace of the same id, whose first launch removes the row. `preparing`: nobody's, but a copy of a
     * template is prepared in it.
     */
    status: text('status', { enum: ['making', 'ready', 'taken', 'preparing'] }).notNull(),
    image: text('image').notNull(),
    cpuCores: numeric('cpu_cores', { precision: 4, scale: 2, mode: 'number' }).notNull(),
    memoryMb: integer('memory_mb').notNull(),
    diskGb: integer('disk_gb').notNull(),
    /** Encrypted by the secret box; passes to the workspace. */
    databasePassword: text('database_password'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('spares_claim').on(table.organizationId, table.image, table.status),
    index('spares_engine').on(table.engineId, table.status),
  ],
);

/** The columns that both kinds have. */
export type Instance = typeof instances.$inferSelect;

const instanceId = () =>
  uuid('instance_id')
    .notNull()
    .references(() => instances.id, { onDelete: 'cascade' });

/** Every change of status, with its cause. */
export const instanceStatusChanges = pgTable(
  'instance_status_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    instanceId: instanceId(),
    status: text('status', { enum: WORKSPACE_STATUSES }).notNull(),
    cause: text('cause', { enum: CAUSES }).notNull(),
    detail: text('detail'),
    /** Who did it; null for the system. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('instance_status_changes_instance').on(table.instanceId, table.id)],
);

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

/** Progress of the latest launch or start, in order. */
export const instanceInitMessages = pgTable(
  'instance_init_messages',
  { ...initMessageColumns, instanceId: instanceId() },
  (table) => [uniqueIndex('instance_init_messages_order').on(table.instanceId, table.revision, table.number)],
);
