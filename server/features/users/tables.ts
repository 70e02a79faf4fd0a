import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';

/** A person. Their memberships say what they may do. */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    username: text('username').notNull(),
    /** Lower case. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** First and last name together. */
    name: text('name').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    image: text('image'),
    status: text('status', { enum: ['active', 'pending', 'deleted'] })
      .notNull()
      .default('active'),
    /** Internal administrator: may act as other users. */
    adminFlag: boolean('admin_flag').notNull().default(false),
    timeZone: text('time_zone'),
    locale: text('locale'),
    /** Null until the person chooses one. */
    theme: text('theme', { enum: ['light', 'dark', 'auto'] }),
    /** When the guided tour was first taken or skipped. */
    tourSeenAt: at('tour_seen_at'),
    /** Set when a reset left SSH keys or linked accounts for the person to review; null once they have. */
    accessReviewAt: at('access_review_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_username').on(table.username),
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    index('users_search').using(
      'gin',
      sql`${table.name} gin_trgm_ops`,
      sql`${table.username} gin_trgm_ops`,
      sql`${table.email} gin_trgm_ops`,
    ),
  ],
);
