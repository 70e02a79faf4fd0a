import { pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';
import { users } from '../users/tables.ts';

export const betaUsers = pgTable('beta_users', {
  id: uuid('id').primaryKey(),
  emailAddress: text('email_address'),
  shareId: text('share_id'),
  federatedUserId: text('federated_user_id'),
  couponCode: text('coupon_code'),
  /** The user they became by signing up. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
  createdAt: at('created_at').notNull().defaultNow(),
  /** The last mail; null if none was sent. */
  sentAt: at('sent_at'),
});

/** One set of answers per user, or per beta user before there is a user. */
export const surveys = pgTable('surveys', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  betaUserId: uuid('beta_user_id')
    .unique()
    .references(() => betaUsers.id, { onDelete: 'cascade' }),
  heardAboutFrom: text('heard_about_from'),
  heardAboutLink: text('heard_about_link'),
  mostImportantQualities: text('most_important_qualities'),
  usageChoice: text('usage_choice'),
  organizationSize: text('organization_size'),
  languages: text('languages').array().notNull().default([]),
  industry: text('industry'),
  websiteUrl: text('website_url'),
  updatedAt: at('updated_at').notNull().defaultNow(),
});
