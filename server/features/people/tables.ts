import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ROLES } from '#shared/features/auth/model.ts';
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
    /** The repository that their new workspaces install dotfiles from. */
    dotfilesUrl: text('dotfiles_url'),
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

export const organizations = pgTable(
  'organizations',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    /** 1 to 4 while in the wizard, 5 when set up. */
    setupStep: integer('setup_step').notNull().default(1),
    industry: text('industry'),
    websiteUrl: text('website_url'),
    country: text('country'),
    streetAddress: text('street_address'),
    streetAddressCont: text('street_address_cont'),
    city: text('city'),
    stateProv: text('state_prov'),
    postalCode: text('postal_code'),
    /** Licences paid for, including the owner's. */
    userLicenses: integer('user_licenses').notNull().default(1),
    stripeCustomerId: text('stripe_customer_id').unique(),
    stripeSubscriptionId: text('stripe_subscription_id').unique(),
    /** The share the founder signed up with. */
    shareId: text('share_id'),
    /** When we decided whether its first paid invoice brings the inviter credit. */
    shareSettledAt: at('share_settled_at'),
    /** Declined starts of the subscription so far: a new attempt needs a new idempotency key. */
    declinedStarts: integer('declined_starts').notNull().default(0),
    /** May ports of its workspaces have public links? */
    publicLinks: boolean('public_links').notNull().default(true),
    /** When service ends, once the organization is deleted. */
    deleteDate: at('delete_date'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('organizations_share').on(table.shareId).where(sql`share_id is not null`)],
);

/** The column of rows that go with their user. */
export const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** The column of rows that go with their organization. */
export const ofOrganization = () =>
  uuid('organization_id')
    .notNull()
    .references(() => organizations.id, { onDelete: 'cascade' });

/** A user's place in an organization. */
export const memberships = pgTable(
  'memberships',
  {
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    userId: ofUser(),
    role: text('role', { enum: ROLES }).notNull(),
    status: text('status', { enum: ['active', 'pending', 'deleted'] })
      .notNull()
      .default('active'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('memberships_organization_user').on(table.organizationId, table.userId),
    index('memberships_user').on(table.userId),
    uniqueIndex('memberships_one_owner').on(table.organizationId).where(sql`role = 'owner' and status <> 'deleted'`),
  ],
);

/** An invitation to Slipway, mailed with a link to the sign-up ('Spread the Love'). */
export const shares = pgTable(
  'shares',
  {
    /** In the link, so it must not be guessable. */
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    userId: ofUser(),
    inviteName: text('invite_name').notNull(),
    /** Lower case. */
    inviteEmail: text('invite_email').notNull(),
    customMessage: text('custom_message'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** The last mail. */
    sentAt: at('sent_at').notNull().defaultNow(),
    /** When its credit was paid, for the first organization founded with it that paid an invoice. */
    redeemedAt: at('redeemed_at'),
  },
  (table) => [index('shares_organization').on(table.organizationId, table.createdAt)],
);

export const sshKeys = pgTable(
  'ssh_keys',
  {
    id: uuid('id').primaryKey(),
    userId: ofUser(),
    name: text('name').notNull(),
    /** OpenSSH form: type, base64, comment. */
    publicKey: text('public_key').notNull(),
    /** `SHA256:…` without padding. */
    fingerprint: text('fingerprint').notNull(),
    /** The session or API token that added it; null for rows older than this column. */
    addedIn: uuid('added_in'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ssh_keys_user_fingerprint').on(table.userId, table.fingerprint),
    uniqueIndex('ssh_keys_user_name').on(table.userId, table.name),
    index('ssh_keys_fingerprint').on(table.fingerprint),
  ],
);

/** People invited before Slipway is open to all. */
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
