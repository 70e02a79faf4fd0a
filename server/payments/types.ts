import type { Cents } from '#shared/features/billing/model.ts';

/** The provider's id of a paying organization (`cus_…`). */
export type CustomerId = string;
/** The provider's id of a stored card (`pm_…`). */
export type PaymentMethodId = string;
/** The name of a price on both sides; the key of a host price is `host-<option id>`. */
export type PriceKey = 'subscription' | 'extra-user' | `host-${string}`;

export interface CataloguePrice {
  readonly key: PriceKey;
  /** Shown on invoice lines. */
  readonly name: string;
  /** Cents per unit and month. */
  readonly monthlyPrice: Cents;
}

/** The payer. `customerId` is what an earlier call returned, or null the first time. */
export interface BilledOrganization {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly customerId: CustomerId | null;
}

export interface Customer {
  readonly id: CustomerId;
  readonly organizationId: string | null;
  /** Cents in the customer's favour, used up before the card is charged; negative when the customer owes. */
  readonly credit: Cents;
  readonly defaultPaymentMethodId: PaymentMethodId | null;
}

export interface SetupIntent {
  readonly id: string;
  /** With this the browser confirms the card; valid for this setup only. */
  readonly clientSecret: string;
}

/** The card from the test-card form, used when no publishable key is configured. */
export interface TestCard {
  /** 12–19 digits, spaces allowed. */
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvc: string;
}

/** How the confirmation of a card setup ended. A decline throws `PaymentDeclined`. */
export type CardSetup =
  | { readonly status: 'succeeded'; readonly paymentMethodId: PaymentMethodId }
  | { readonly status: 'action-required'; readonly redirectUrl: string }
  | { readonly status: 'incomplete' };

export interface Card {
  readonly paymentMethodId: PaymentMethodId;
  /** The same for the same card number, whichever customer saved it. Opaque. */
  readonly fingerprint: string | null;
  readonly brand: string;
  readonly last4: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
}

export type SubscriptionStatus =
  | 'active'
  | 'incomplete'
  | 'incomplete-expired'
  | 'past-due'
  | 'unpaid'
  | 'cancelled'
  | 'paused'
  | 'trialing';

export interface SubscriptionItem {
  readonly id: string;
  readonly priceKey: PriceKey | null;
  readonly unitPrice: Cents;
  readonly quantity: number;
}

export interface Subscription {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly status: SubscriptionStatus;
  readonly startedAt: Date;
  /** When the next monthly invoice is made: 00:00 UTC on a 1st. */
  readonly currentPeriodEnd: Date;
  /** True if it ends with the current period (the organization was deleted and may still be restored). */
  readonly cancelAtPeriodEnd: boolean;
  readonly items: readonly SubscriptionItem[];
  readonly latestInvoiceId: string | null;
}

/** `monthly` is the invoice of the 1st; `adhoc` is everything charged in between. */
export type InvoiceType = 'monthly' | 'adhoc';
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';

export interface InvoiceLine {
  readonly description: string;
  readonly quantity: number;
  readonly amount: Cents;
  readonly priceKey: PriceKey | null;
  readonly proration: boolean;
  readonly periodStart: Date;
  readonly periodEnd: Date;
}

export interface Invoice {
  /** Empty for a preview, which isn't stored. */
  readonly id: string;
  readonly customerId: CustomerId;
  /** What it bills; null for an invoice created by hand. */
  readonly subscriptionId: string | null;
  readonly number: string | null;
  readonly type: InvoiceType;
  readonly status: InvoiceStatus;
  readonly createdAt: Date;
  /** The sum of the lines, before credit. */
  readonly total: Cents;
  /** What the card is charged: the total less the credit used. */
  readonly amountDue: Cents;
  readonly amountPaid: Cents;
  /**
   * Credit before and after this invoice, as positive cents in the customer's favour; after is null until it is final.
   */
  readonly creditBefore: Cents;
  readonly creditAfter: Cents | null;
  readonly paidAt: Date | null;
  /** When an unpaid one is retried automatically; null if it isn't. */
  readonly nextAttemptAt: Date | null;
  readonly lines: readonly InvoiceLine[];
}

export interface Page<T> {
  readonly rows: readonly T[];
  /** Pass as `after` to read on; null on the last page. */
  readonly nextAfter: string | null;
}

/** Repeating a charge with the same key returns the first answer and charges nothing. 1–255 characters. */
export type IdempotencyKey = string;

export interface StartSubscriptionInput {
  readonly customerId: CustomerId;
  readonly organizationId: string;
  /** Licences beyond the owner's; default 0. */
  readonly extraUsers?: number;
  /** Existing hosts, by server type. */
  readonly hosts?: readonly HostUnits[];
  /** The instant to prorate from: pass the one the price was shown for. Defaults to the time of the call. */
  readonly at?: Date;
  readonly idempotencyKey: IdempotencyKey;
}

export interface HostUnits {
  readonly priceKey: PriceKey;
  readonly quantity: number;
}

/** A charge that waits for the card holder to confirm it with their bank. */
export interface UnconfirmedCharge {
  readonly invoiceId: string;
  /** What the browser (Stripe.js) confirms it with. */
  readonly clientSecret: string;
}

/** The new number of units; an increase is charged at once, a decrease counts from the next billing date. */
export interface QuantityChange {
  readonly subscriptionId: string;
  readonly priceKey: PriceKey;
  readonly quantity: number;
  /** The instant to prorate from: pass the one the preview used, so that both give the same cents. */
  readonly at: Date;
  /**
   * Affects later bills only: nothing is charged now, and units given up can't be taken again for free. For things that
   * stay in use until the next billing date, or whose price was refunded.
   */
  readonly laterBillsOnly?: boolean;
}

export type PreviewInput =
  | { readonly kind: 'next-monthly'; readonly subscriptionId: string }
  | ({ readonly kind: 'start-subscription' } & Omit<StartSubscriptionInput, 'organizationId' | 'idempotencyKey'>)
  | ({ readonly kind: 'change-quantity' } & QuantityChange);

/**
 * What a webhook says, in our words. `other` is acknowledged and ignored. Fetch the object again: order isn't
 * guaranteed.
 */
export type PaymentEvent = { readonly id: string; readonly createdAt: Date } & (
  | { readonly type: 'invoice-changed'; readonly invoiceId: string; readonly customerId: CustomerId }
  | { readonly type: 'invoice-paid'; readonly invoiceId: string; readonly customerId: CustomerId }
  | { readonly type: 'invoice-payment-failed'; readonly invoiceId: string; readonly customerId: CustomerId }
  | { readonly type: 'subscription-changed'; readonly subscriptionId: string; readonly customerId: CustomerId }
  | { readonly type: 'subscription-ended'; readonly subscriptionId: string; readonly customerId: CustomerId }
  | { readonly type: 'customer-changed'; readonly customerId: CustomerId }
  | { readonly type: 'card-saved'; readonly customerId: CustomerId; readonly paymentMethodId: PaymentMethodId }
  | { readonly type: 'other'; readonly name: string }
);
