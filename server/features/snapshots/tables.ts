import { sql } from 'drizzle-orm';
import { bigint, boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { SNAPSHOT_STATUSES, SNAPSHOT_TYPES } from '#shared/features/snapshots/model.ts';
import { at } from '../../platform/columns.ts';
import { organizations } from '../organizations/tables.ts';
import { users } from '../users/tables.ts';

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
    /** The workspace or service it was taken of. No foreign key: a workspace refers to the snapshot it was launched from. */
    workspaceId: uuid('workspace_id').notNull(),
    /** Kept of a deleted workspace for its restore; in no list (decisions §4). */
    safety: boolean('safety').notNull().default(false),
    name: text('name').notNull(),
    status: text('status', { enum: SNAPSHOT_STATUSES }).notNull(),
    /** Why it failed. */
    detail: text('detail'),
    /** Engine that it was taken on, which holds the image unless the registry does. */
    engineId: text('engine_id').notNull(),
    /** `wanted`: its image is to be sent to the registry; `held`: it is there. Null: it stays on its engine. */
    registry: text('registry', { enum: ['wanted', 'held'] }),
    sizeBytes: bigint('size_bytes', { mode: 'number' }),
    language: text('language').notNull(),
    languageVersion: text('language_version'),
    database: text('database').notNull(),
    /** Without credentials. */
    gitUrl: text('git_url'),
    /** Of a service: its item of the catalogue, and sealed the values its data has. */
    serviceId: text('service_id'),
    environment: text('environment'),
    /** What was snapshotted at once as one stack. */
    stackId: uuid('stack_id'),
    /** On whose behalf it is started again once all of its stack is taken; null: it was not running, or runs again. */
    restartUserId: uuid('restart_user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
    scheduledDeleteAt: at('scheduled_delete_at'),
    deletedAt: at('deleted_at'),
    /** When its image was seen to be gone. */
    imageRemovedAt: at('image_removed_at'),
  },
  (table) => [
    index('snapshots_organization').on(table.organizationId, table.createdAt, table.id),
    index('snapshots_search').using('gin', sql`${table.name} gin_trgm_ops`),
    index('snapshots_stack').on(table.stackId).where(sql`stack_id is not null`),
    index('snapshots_workspace').on(table.workspaceId, table.status),
    index('snapshots_status').on(table.status, table.scheduledDeleteAt),
  ],
);
