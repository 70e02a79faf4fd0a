import { bigint, bigserial, boolean, integer, numeric, text, uuid } from 'drizzle-orm/pg-core';
import { CAUSES, WORKSPACE_STATUSES } from '#shared/features/workspaces/model.ts';
import { at } from '../../platform/columns.ts';
import { organizations } from '../organizations/tables.ts';
import { snapshots } from '../snapshots/tables.ts';
import { users } from '../users/tables.ts';

/** Columns of everything that lives in a container of its own, as `Living` has it. */
export const livingColumns = {
  id: uuid('id').primaryKey(),
  organizationId: uuid('organization_id')
    .notNull()
    .references(() => organizations.id),
  userId: uuid('user_id')
    .notNull()
    .references(() => users.id),
  name: text('name').notNull(),
  /** Its host name; unique across the installation while it is there, and kept for its organization after that. */
  slug: text('slug').notNull(),
  status: text('status', { enum: WORKSPACE_STATUSES }).notNull(),
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
  /** What was written over its image, when last measured. */
  diskUsedBytes: bigint('disk_used_bytes', { mode: 'number' }),
  diskMeasuredAt: at('disk_measured_at'),
  /** The last warning: 0, 80 or 95. */
  diskWarnedPercent: integer('disk_warned_percent').notNull().default(0),
  /** Health checks in a row that failed since it runs, and when the first of them did. */
  unansweredCount: integer('unanswered_count').notNull().default(0),
  unansweredSince: at('unanswered_since'),
  deleteProtect: boolean('delete_protect_flag').notNull().default(false),
  /** What was asked for last: the job that finds something newer stops. Counts up with every start, stop and delete. */
  revision: integer('revision').notNull().default(1),
  /** When it was first Active; a launch that fails before leaves nothing behind. */
  launchedAt: at('launched_at'),
  /** When it last became Active. */
  activeSince: at('active_since'),
  createdAt: at('created_at').notNull().defaultNow(),
  /** When one that is Pending Deletion will be Deleted. */
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
  /** The launch or start it belongs to; a host is made once. */
  revision: integer('revision').notNull(),
  /** 1, 2, 3 … within that. */
  number: integer('number').notNull(),
  code: text('code').notNull(),
  text: text('text').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
};
