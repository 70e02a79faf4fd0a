import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../users/tables.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** How a user can sign in: a password, or an account at a federated provider (better-auth's `account`). */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: at('access_token_expires_at'),
    refreshTokenExpiresAt: at('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('accounts_user').on(table.userId),
    uniqueIndex('accounts_provider_account').on(table.providerId, table.accountId),
  ],
);

/** A signed-in browser or app (better-auth's `session`). The token is stored hashed. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    token: text('token').notNull().unique(),
    expiresAt: at('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The organization the person works in now. */
    organizationId: uuid('organization_id'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** better-auth's short-lived values. */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

/** Single-use tokens in mails: confirm an address, reset a password, accept an invite (decisions §3). Stored hashed. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    purpose: text('purpose', { enum: ['confirm_email', 'reset_password', 'invite'] }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** Where an invite leads to. */
    organizationId: uuid('organization_id'),
    expiresAt: at('expires_at').notNull(),
    usedAt: at('used_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('mail_tokens_user').on(table.userId, table.purpose)],
);

/** Counters of the rate limits, shared by all processes. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** `<limit>:<subject>`. */
    key: text('key').primaryKey(),
    /** Attempts since the window began. */
    attempts: integer('attempts').notNull(),
    /** How often the limit was passed: each time doubles the wait. */
    strikes: integer('strikes').notNull(),
    /** When the row counts as if it were not there. */
    forgetAt: at('forget_at').notNull(),
    blockedUntil: at('blocked_until'),
  },
  (table) => [index('rate_limits_forget').on(table.forgetAt)],
);
