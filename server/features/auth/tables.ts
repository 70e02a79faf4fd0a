import { type AnyPgColumn, bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { TOKEN_REACHES, TOKEN_SCOPES } from '#shared/features/auth/token-scopes.ts';
import { at } from '../../platform/columns.ts';
import { ofUser, users } from '../people/tables.ts';

/** How a user can sign in: a password, or an account at a federated provider. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text('password'),
    /** The session that added it; null for rows older than this column, and for those of a sign-up. */
    addedIn: uuid('added_in'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('accounts_user').on(table.userId),
    uniqueIndex('accounts_provider_account').on(table.providerId, table.accountId),
  ],
);

/** A signed-in browser or app. The token is stored hashed. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    token: text('token').notNull().unique(),
    expiresAt: at('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** The organization the person works in now. */
    organizationId: uuid('organization_id'),
    /** Set when an administrator acts as the user; the session ends with theirs. */
    impersonationId: uuid('impersonation_id').references((): AnyPgColumn => impersonations.id),
    /** The provider whose account opened it; null for a password. */
    provider: text('provider'),
    /** What was signed in by a code (`device/`), and the computer it runs on; null for browsers. */
    program: text('program'),
    computer: text('computer'),
    /** When the person confirmed their address in this session. */
    addressConfirmedAt: at('address_confirmed_at'),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expiry').on(table.expiresAt)],
);

/** A program that waits until somebody signs it in from a browser (RFC 8628). Deleted once it knows the answer. */
export const deviceLogins = pgTable(
  'device_logins',
  {
    id: uuid('id').primaryKey(),
    /** Of the program’s secret. */
    deviceCodeHash: text('device_code_hash').notNull().unique(),
    /** What the person compares or types, `BCDF-GHJK`. */
    userCode: text('user_code').notNull().unique(),
    program: text('program').notNull(),
    computer: text('computer').notNull(),
    ipAddress: text('ip_address').notNull(),
    answer: text('answer', { enum: ['allowed', 'denied'] }),
    /** Who answered, in which organization and session; null until then. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    organizationId: uuid('organization_id'),
    sessionId: uuid('session_id'),
    polledAt: at('polled_at'),
    /** Seconds that must pass between two polls. */
    pollInterval: integer('poll_interval').notNull(),
    createdAt: at('created_at').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [index('device_logins_expiry').on(table.expiresAt), index('device_logins_user').on(table.userId)],
);

/** What a token stands for between two steps of a sign-in (`one-time-values.ts`). */
export const verifications = pgTable(
  'verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: at('expires_at').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('verifications_identifier').on(table.identifier)],
);

/** Single-use tokens in mails: confirm an address, reset a password, accept an invite. Stored hashed. */
export const mailTokens = pgTable(
  'mail_tokens',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    purpose: text('purpose', { enum: ['confirm_email', 'reset_password', 'invite'] }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    /** The organization of an invite. */
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
    /** How often the limit was exceeded: each time doubles the wait. */
    strikes: integer('strikes').notNull(),
    /** From then on the row is ignored. */
    forgetAt: at('forget_at').notNull(),
    blockedUntil: at('blocked_until'),
  },
  (table) => [index('rate_limits_forget').on(table.forgetAt)],
);

/** An administrator acting as somebody else. Kept, because the person can see it. */
export const impersonations = pgTable(
  'impersonations',
  {
    id: uuid('id').primaryKey(),
    realUserId: uuid('real_user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The administrator's own session, to which they return. */
    realSessionId: uuid('real_session_id').notNull(),
    userId: ofUser(),
    organizationId: uuid('organization_id').notNull(),
    reason: text('reason').notNull(),
    startedAt: at('started_at').notNull(),
    /** Its latest end. */
    expiresAt: at('expires_at').notNull(),
    endedAt: at('ended_at'),
  },
  (table) => [
    index('impersonations_user').on(table.userId, table.startedAt),
    index('impersonations_real_session').on(table.realSessionId),
  ],
);

/** A user's authenticator app. It counts once its first code was entered. */
export const twoFactors = pgTable('two_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The base32 seed, encrypted by `SecretBox`. */
  sealedSeed: text('sealed_seed').notNull(),
  confirmedAt: at('confirmed_at'),
  /** The latest 30 s step whose code was used: it and older ones are refused from then on. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** The session that set it up. */
  addedIn: uuid('added_in'),
  createdAt: at('created_at').notNull(),
});

/** Single-use codes for a lost authenticator. Stored hashed. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    codeHash: text('code_hash').notNull(),
    usedAt: at('used_at'),
  },
  (table) => [uniqueIndex('recovery_codes_user').on(table.userId, table.codeHash)],
);

const tokenColumns = () => ({
  id: uuid('id').primaryKey(),
  userId: ofUser(),
  organizationId: uuid('organization_id').notNull(),
  name: text('name').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  /** The last four characters, to tell tokens apart. */
  hint: text('hint').notNull(),
  /** The session that created it; null for rows older than this column. */
  addedIn: uuid('added_in'),
  /** Exact to the minute. */
  lastUsedAt: at('last_used_at'),
  /** What it may do. Tokens older than this column may do everything. */
  scopes: text('scopes', { enum: TOKEN_SCOPES }).array().notNull().default(['everything']),
  reach: text('reach', { enum: TOKEN_REACHES }).notNull().default('all'),
  /** The chosen ones of `some`. */
  workspaceIds: uuid('workspace_ids').array().notNull().default([]),
  /** How many workspaces made with it may exist at once; null: no limit of its own. */
  atOnce: integer('at_once'),
  /** What it may cause to be charged, in cents; null: no limit of its own. */
  cents: integer('cents'),
  spentCents: integer('spent_cents').notNull().default(0),
  expiresAt: at('expires_at'),
  createdAt: at('created_at').notNull(),
});

/** Keys for scripts, which act as their user in one organization. Stored hashed. */
export const apiTokens = pgTable('api_tokens', tokenColumns(), (table) => [index('api_tokens_user').on(table.userId)]);

/** Revoked ones while they can be had back. Out of the way of every reader of `apiTokens`: none of them lets anyone in. */
export const deletedApiTokens = pgTable(
  'deleted_api_tokens',
  { ...tokenColumns(), deletedAt: at('deleted_at').notNull() },
  (table) => [index('deleted_api_tokens_user').on(table.userId), index('deleted_api_tokens_age').on(table.deletedAt)],
);

/** A program that registered itself (RFC 7591) to be connected by people. Public: it has no secret. */
export const oauthClients = pgTable(
  'oauth_clients',
  {
    id: uuid('id').primaryKey(),
    /** What it calls itself; anybody can choose any. */
    name: text('name').notNull(),
    redirectUris: text('redirect_uris').array().notNull(),
    createdAt: at('created_at').notNull(),
    /** When a person last allowed it, or it last refreshed. */
    usedAt: at('used_at'),
  },
  (table) => [index('oauth_clients_age').on(table.createdAt)],
);

/** What a client was allowed is an API token; this is how the client comes by its keys. Kept while the token can be had back. */
export const oauthGrants = pgTable(
  'oauth_grants',
  {
    /** Of the API token. */
    tokenId: uuid('token_id').primaryKey(),
    clientId: uuid('client_id')
      .notNull()
      .references(() => oauthClients.id, { onDelete: 'cascade' }),
    /** Of the code that it was given for, so that a second use is noticed. */
    codeHash: text('code_hash').notNull().unique(),
    /** Of the half of the refresh tokens that stays, by which an old one is known. */
    familyHash: text('family_hash').notNull().unique(),
    /** Of the half that changes with each use. */
    refreshHash: text('refresh_hash').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [index('oauth_grants_client').on(table.clientId)],
);

/** Keys of an hour that stand for the API token. Stored hashed. */
export const oauthAccessTokens = pgTable(
  'oauth_access_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    tokenId: uuid('token_id')
      .notNull()
      .references(() => oauthGrants.tokenId, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    index('oauth_access_tokens_token').on(table.tokenId),
    index('oauth_access_tokens_expiry').on(table.expiresAt),
  ],
);
