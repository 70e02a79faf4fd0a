import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { ChangedFile } from '#shared/features/tasks/contract.ts';
import { PROGRAM_IDS, TASK_OUTCOMES, TASK_REASONS, TASK_SCOPES, TASK_STATES } from '#shared/features/tasks/model.ts';
import { at } from '../../platform/columns.ts';
import { instances } from '../instances/tables.ts';
import { ofOrganization, ofUser } from '../people/tables.ts';

/** Pieces of work, each in a throwaway copy of a workspace. */
export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    /** Who began it. */
    userId: ofUser(),
    /** The workspace that was copied; null for a copy that was launched from a template. */
    sourceId: uuid('source_id').references(() => instances.id, { onDelete: 'cascade' }),
    copyId: uuid('copy_id')
      .notNull()
      .references(() => instances.id, { onDelete: 'cascade' }),
    title: text('title').notNull(),
    instructions: text('instructions').notNull(),
    command: text('command'),
    program: text('program', { enum: PROGRAM_IDS }),
    branch: text('branch').notNull(),
    scopes: text('scopes', { enum: TASK_SCOPES }).array().notNull(),
    minutes: integer('minutes').notNull(),
    cents: integer('cents').notNull(),
    state: text('state', { enum: TASK_STATES }).notNull().default('preparing'),
    reason: text('reason', { enum: TASK_REASONS }),
    outcome: text('outcome', { enum: TASK_OUTCOMES }),
    exitCode: integer('exit_code'),
    /** The command's API token, while there is one. */
    tokenId: uuid('token_id'),
    /** Git's id of the files as they were when it began: whoever changes them can't change it. */
    baseTree: text('base_tree'),
    /** Of the database, at that moment; null if it can't be read. */
    baseSchema: text('base_schema'),
    /** The end of what the command wrote, kept when it ended. */
    log: text('log').notNull().default(''),
    /** How long the command ran, without the time since `resumedAt`. */
    usedSeconds: integer('used_seconds').notNull().default(0),
    /** Since when the command runs; null while it doesn't, or is suspended. */
    resumedAt: at('resumed_at'),
    takenOverAt: at('taken_over_at'),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
    /** When whoever began it was told that it will expire. */
    expiryToldAt: at('expiry_told_at'),
    /** When a person merged, kept or discarded it. */
    finishedAt: at('finished_at'),
  },
  (table) => [
    index('tasks_organization').on(table.organizationId, table.createdAt),
    index('tasks_source').on(table.sourceId),
    index('tasks_copy').on(table.copyId),
  ],
);

/** What a task changed, as it was noted last: it is still there when the copy isn't. Apart, as lists don't need it. */
export const taskDiffs = pgTable('task_diffs', {
  taskId: uuid('task_id')
    .primaryKey()
    .references(() => tasks.id, { onDelete: 'cascade' }),
  files: jsonb('files').$type<ChangedFile[]>().notNull(),
  more: boolean('more').notNull(),
  schema: text('schema'),
  notedAt: at('noted_at').notNull(),
});
