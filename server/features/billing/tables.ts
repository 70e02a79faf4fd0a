import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { InvoiceStatus, InvoiceType, PriceKey, SubscriptionStatus } from '../../payments/types.ts';
import { at } from '../../platform/columns.ts';
import { ofOrganization } from '../people/tables.ts';

/**
 * What an organization owes and may do: our copy of the provider's subscription and customer, and the owner's own
 * limit.
 */
export const billingAccounts = pgTable('billing_accounts', {
  organizationId: ofOrganization().primaryKey(),
  /** Null until the subscription has begun. */
  subscriptionStatus: text('subscription_status').$type<SubscriptionStatus>(),
  currentPeriodEnd: at('current_period_end'),
  cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
  /** What a whole month costs as things stand, in cents. */
  monthlyCents: integer('monthly_cents').notNull().default(0),
  /** In the organization's favour, in cents; negative if it owes. */
  creditCents: integer('credit_cents').notNull().default(0),
  /** The owner's spending cap in cents a month; null for none. */
  monthlyCapCents: integer('monthly_cap_cents'),
  /** Declined charges so far: a new attempt needs a new idempotency key. */
  declinedCharges: integer('declined_charges').notNull().default(0),
  /** Since when nothing may be changed because the bill is unpaid. */
  readOnlySince: at('read_only_since'),
  /** When its owner was told that its data will be removed, and when it was. */
  removalToldAt: at('removal_told_at'),
  dataRemovedAt: at('data_removed_at'),
  syncedAt: at('synced_at'),
});

/** A stored line of an invoice; instants are ISO 8601. */
export interface StoredLine {
  description: string;
  quantity: number;
  amountCents: number;
  priceKey: PriceKey | null;
  proration: boolean;
  periodStart: string;
  periodEnd: string;
}

/** Our copy of the provider's invoices. */
export const billingInvoices = pgTable(
  'billing_invoices',
  {
    /** The provider's id. */
    id: text('id').primaryKey(),
    organizationId: ofOrganization(),
    number: text('number'),
    type: text('type').$type<InvoiceType>().notNull(),
    status: text('status').$type<InvoiceStatus>().notNull(),
    totalCents: integer('total_cents').notNull(),
    amountDueCents: integer('amount_due_cents').notNull(),
    amountPaidCents: integer('amount_paid_cents').notNull(),
    creditBeforeCents: integer('credit_before_cents').notNull(),
    /** Null until the invoice is final. */
    creditAfterCents: integer('credit_after_cents'),
    lines: jsonb('lines').$type<StoredLine[]>().notNull(),
    createdAt: at('created_at').notNull(),
    paidAt: at('paid_at'),
  },
  (table) => [index('billing_invoices_organization').on(table.organizationId, table.createdAt)],
);

/** Processed webhook events, so that a repeat changes nothing. */
export const billingEvents = pgTable(
  'billing_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: at('received_at').notNull(),
  },
  (table) => [index('billing_events_received').on(table.receivedAt)],
);

/** Charges made together with their effect: one row for each attempt of a person. */
export const billingCharges = pgTable(
  'billing_charges',
  {
    organizationId: ofOrganization(),
    /** Names the attempt; the same for repeated clicks. */
    attempt: text('attempt').notNull(),
    priceKey: text('price_key').$type<PriceKey>().notNull(),
    quantity: integer('quantity').notNull(),
    /** Id of what was created, for a repeated click to find. */
    effectId: text('effect_id').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.attempt] })],
);

/** Who may change what an organization pays while the provider is asked: a lock that holds no connection. */
export const billingLeases = pgTable('billing_leases', {
  organizationId: ofOrganization().primaryKey(),
  holder: uuid('holder').notNull(),
  /** By the database's clock, because processes are compared. */
  until: at('until').notNull(),
});

/**
 * Charges that were begun, written before the provider is asked. Deleted in the commit of what was paid for, or once
 * the provider has refused: a row left after its price has expired belongs to a lost answer or commit.
 */
export const billingBegunCharges = pgTable(
  'billing_begun_charges',
  {
    organizationId: ofOrganization(),
    /** Names the attempt; the same for repeated clicks. */
    attempt: text('attempt').notNull(),
    priceKey: text('price_key').$type<PriceKey>().notNull(),
    /** The immediate charge, in cents. */
    amountCents: integer('amount_cents').notNull(),
    /** The API token whose budget it is taken from. */
    tokenId: uuid('token_id'),
    /** The instant of its price. */
    priceAt: at('price_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.attempt] }),
    index('billing_begun_charges_price_at').on(table.priceAt),
  ],
);

/** An organization's one charge that waits for its payer; deleted once it is paid, refused or expired. */
export const billingConfirmations = pgTable('billing_confirmations', {
  organizationId: ofOrganization().primaryKey(),
  /** Names the attempt; the same for repeated clicks. */
  attempt: text('attempt').notNull(),
  /** The provider's ids: what is to be paid, and the subscription that begins with it. */
  invoiceId: text('invoice_id').notNull(),
  subscriptionId: text('subscription_id'),
  amountCents: integer('amount_cents').notNull(),
  createdAt: at('created_at').notNull(),
});

/** Code → credit. */
export const coupons = pgTable('coupons', {
  code: text('code').primaryKey(),
  creditCents: integer('credit_cents').notNull(),
  expiresAt: at('expires_at'),
  /** How many more organizations may use it; null for any number. */
  usesLeft: integer('uses_left'),
});

/** Credits promised at sign-up, paid into the customer's balance once there is a customer. */
export const pendingCredits = pgTable(
  'pending_credits',
  {
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    /** `coupon:<code>`, `share:<id>`, …: one credit per reason and organization. */
    reason: text('reason').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** For new-customer credits: the offer a card brings once, and the card (its fingerprint) that brought it. */
    offer: text('offer'),
    cardFingerprint: text('card_fingerprint'),
    appliedAt: at('applied_at'),
  },
  (table) => [
    uniqueIndex('pending_credits_once').on(table.organizationId, table.reason),
    uniqueIndex('pending_credits_card').on(table.offer, table.cardFingerprint),
  ],
);
