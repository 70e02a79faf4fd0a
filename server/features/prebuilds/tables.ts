import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { PREBUILD_SCHEDULES, PREBUILD_STATES, PREBUILD_TRIGGERS } from '#shared/features/prebuilds/model.ts';
import { at } from '../../platform/columns.ts';
import { ofOrganization, ofUser } from '../people/tables.ts';
import { templates } from '../templates/tables.ts';

/** Templates of which copies are prepared. */
export const prebuilds = pgTable(
  'prebuilds',
  {
    /** Also that of a workspace that is Deleted from the start: what copies are made of. Nobody sees or starts it. */
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    /** Who turned it on first. */
    userId: ofUser(),
    on: boolean('on_flag').notNull(),
    schedule: text('schedule', { enum: PREBUILD_SCHEDULES }).notNull(),
    hour: integer('hour').notNull(),
    weekday: integer('weekday').notNull(),
    timeZone: text('time_zone').notNull(),
    /** When the schedule next asks for one. */
    nextAt: at('next_at'),
    /** Who asked for one that hasn't begun, when it is to be tried, and why it wasn't possible before. */
    asked: text('asked', { enum: PREBUILD_TRIGGERS }),
    askedAt: at('asked_at'),
    askedDetail: text('asked_detail'),
    /** Encrypted by the secret box. */
    webhookSecret: text('webhook_secret'),
    /** Of an ssh address; the private half is encrypted by the secret box. */
    publicKey: text('public_key').notNull(),
    privateKey: text('private_key').notNull(),
    /** The branch that was prepared last; null: none yet, or a tag or commit. */
    branch: text('branch'),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('prebuilds_template').on(table.templateId),
    index('prebuilds_due').on(table.on, table.nextAt),
  ],
);

/** Preparations, the newest of each. */
export const prebuildRuns = pgTable(
  'prebuild_runs',
  {
    id: uuid('id').primaryKey(),
    prebuildId: uuid('prebuild_id')
      .notNull()
      .references(() => prebuilds.id, { onDelete: 'cascade' }),
    state: text('state', { enum: PREBUILD_STATES }).notNull(),
    trigger: text('trigger', { enum: PREBUILD_TRIGGERS }).notNull(),
    templateVersion: integer('template_version').notNull(),
    commit: text('git_commit'),
    detail: text('detail'),
    log: text('log').notNull().default(''),
    startedAt: at('started_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [index('prebuild_runs_prebuild').on(table.prebuildId, table.startedAt)],
);
