import { sql } from 'drizzle-orm';
import {
  bigserial,
  boolean,
  index,
  integer,
  numeric,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { CAUSES, WORKSPACE_STATUSES } from '#shared/features/workspaces/model.ts';
import { organizations } from '../organizations/tables.ts';
import { snapshots } from '../snapshots/tables.ts';
import { users } from '../users/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const organizationServices = pgTable(
  'organization_services',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    /** Item of the catalogue. */
    serviceId: text('service_id').notNull(),
    name: text('name').notNull(),
    /** Host name on the private network, and of its URL; unique across the installation while the service is there. */
    slug: text('slug').notNull(),
    status: text('status', { enum: WORKSPACE_STATUSES }).notNull(),
    /** The host's id. */
    serverId: text('server_id').notNull(),
    engineId: text('engine_id').notNull(),
    containerId: text('container_id'),
    /** What it was launched from; null: a new container. */
    snapshotId: uuid('snapshot_id').references(() => snapshots.id),
    image: text('image'),
    /** Its values by key, JSON, sealed with the secret box. */
    environment: text('environment').notNull(),
    /** Sealed: the values its data had in the snapshot, until the new secrets are in force. */
    previousEnvironment: text('previous_environment'),
    cpuCores: numeric('cpu_cores', { precision: 4, scale: 2, mode: 'number' }).notNull(),
    memoryMb: integer('memory_mb').notNull(),
    /** 0 is unmetered. */
    diskGb: integer('disk_gb').notNull(),
    dockerPrivilege: boolean('docker_privilege_flag').notNull().default(false),
    deleteProtect: boolean('delete_protect_flag').notNull().default(false),
    /** What was asked for last; counts up with every start, stop and delete. */
    revision: integer('revision').notNull().default(1),
    /** When it was first Active; a launch that fails before leaves nothing behind. */
    launchedAt: at('launched_at'),
    activeSince: at('active_since'),
    createdAt: at('created_at').notNull().defaultNow(),
    scheduledDeleteAt: at('scheduled_delete_at'),
    deletedAt: at('deleted_at'),
  },
  (table) => [
    uniqueIndex('organization_services_slug').on(table.slug).where(sql`status <> 'Deleted'`),
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
export const serviceStatusChanges = pgTable(
  'service_status_changes',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    serviceId: uuid('organization_service_id')
      .notNull()
      .references(() => organizationServices.id, { onDelete: 'cascade' }),
    status: text('status', { enum: WORKSPACE_STATUSES }).notNull(),
    cause: text('cause', { enum: CAUSES }).notNull(),
    detail: text('detail'),
    /** Who did it; null for the system. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('service_status_changes_service').on(table.serviceId, table.id)],
);

/** Progress of the latest launch or start, in order. */
export const serviceInitMessages = pgTable(
  'service_init_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    serviceId: uuid('organization_service_id')
      .notNull()
      .references(() => organizationServices.id, { onDelete: 'cascade' }),
    /** The launch or start it belongs to. */
    revision: integer('revision').notNull(),
    /** 1, 2, 3 … within that. */
    number: integer('number').notNull(),
    code: text('code').notNull(),
    text: text('text').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('service_init_messages_order').on(table.serviceId, table.revision, table.number)],
);
