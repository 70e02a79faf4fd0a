import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ROLES } from '#shared/features/auth/model.ts';
import { at } from '../../platform/columns.ts';
import { users } from '../users/tables.ts';

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
    /** When service ends, once the organization is deleted. */
    deleteDate: at('delete_date'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('organizations_share').on(table.shareId).where(sql`share_id is not null`)],
);

/** A user's place in an organization. */
export const memberships = pgTable(
  'memberships',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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
