import type { Cents } from '#shared/features/billing/model.ts';
import type {
  BilledOrganization,
  Card,
  CardSetup,
  CataloguePrice,
  Customer,
  CustomerId,
  IdempotencyKey,
  Invoice,
  Page,
  PaymentEvent,
  PaymentMethodId,
  PreviewInput,
  QuantityChange,
  SetupIntent,
  StartSubscriptionInput,
  Subscription,
  TestCard,
  UnconfirmedCharge,
} from './types.ts';

/**
 * All that the rest of the server can ask of the card payment provider. Each call ends within its time limit or throws
 * `PaymentDeclined`, `PaymentActionRequired`, `PaymentUnavailable`, `PaymentObjectMissing` or `PaymentRequestRefused`.
 */
export interface Payments {
  /** Creates the products and prices that are missing; safe to repeat. Call once at start, before charging. */
  ensureCatalogue(prices: readonly CataloguePrice[]): Promise<void>;

  /** The organization's customer, brought up to date; created when there is none or the provider lost it. Keep `id`. */
  ensureCustomer(organization: BilledOrganization): Promise<Customer>;
  getCustomer(customerId: CustomerId): Promise<Customer>;

  /** Begins saving a card for later charges; its client secret goes to the browser. */
  createSetupIntent(customerId: CustomerId): Promise<SetupIntent>;
  /** How a card set-up stands, e.g. after the person came back from 3-D Secure. */
  getCardSetup(input: { customerId: CustomerId; setupIntentId: string }): Promise<CardSetup>;
  /** Confirms a card set-up with a test card, in place of Stripe.js; refused with a live key. */
  confirmTestCard(input: {
    customerId: CustomerId;
    setupIntentId: string;
    card: TestCard;
    returnUrl?: string;
  }): Promise<CardSetup>;
  /** Makes a card that this customer has set up, and its bank has accepted, the one that is charged. */
  setDefaultPaymentMethod(input: { customerId: CustomerId; paymentMethodId: PaymentMethodId }): Promise<Card>;
  getDefaultCard(customerId: CustomerId): Promise<Card | null>;
  /** Of every card that this customer has saved. */
  listCardFingerprints(customerId: CustomerId): Promise<string[]>;
  /** Of the card that paid this invoice; null when none did. */
  getPayingFingerprint(invoiceId: string): Promise<string | null>;

  /**
   * Starts the monthly subscription, anchored to the 1st of next month 00:00 UTC, and charges the rest of this month at
   * once. Declined: thrown, and no subscription exists. One that lives already, as the answer to its start was lost, is
   * what is answered, and charges nothing.
   */
  startSubscription(input: StartSubscriptionInput): Promise<Subscription>;
  getSubscription(subscriptionId: string): Promise<Subscription>;
  /** All that are billed for an organization, oldest first. */
  listLivingSubscriptions(input: { customerId: CustomerId; organizationId: string }): Promise<Subscription[]>;
  /** Newest first. */
  listSubscriptionInvoices(subscriptionId: string): Promise<Invoice[]>;
  /** Ends a subscription at once, with the bills that are open; nothing is given back. Safe to repeat. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Makes bills of the drafts that the provider leaves to an unpaid subscription; charges nothing. Safe to repeat. */
  openDrafts(subscriptionId: string): Promise<void>;
  /**
   * Sets the units of one price: more are charged at once and to the second, fewer count from the next billing date.
   * Units given up this month can be taken again this month without a charge, in a step of their own: a step that goes
   * beyond them is refused. Calls for one subscription must not overlap.
   * @throws PriceExpired when `at` lies before the current billing period.
   */
  changeQuantity(input: QuantityChange & { idempotencyKey: IdempotencyKey }): Promise<Subscription>;
  /** Ends the subscription with the current period, or takes that back. */
  setCancelAtPeriodEnd(input: { subscriptionId: string; cancel: boolean }): Promise<Subscription>;

  /** Adds credit (positive cents) that is used before the card; returns the customer's credit after it. */
  addCustomerCredit(input: {
    customerId: CustomerId;
    amount: Cents;
    reason: string;
    idempotencyKey: IdempotencyKey;
  }): Promise<Cents>;
  /** The idempotency keys of all credits that this customer was given, however long ago. */
  listCredits(customerId: CustomerId): Promise<ReadonlySet<IdempotencyKey>>;

  /** The exact invoice that the next billing date, or a change, would make. Stores and charges nothing. */
  previewInvoice(input: PreviewInput): Promise<Invoice>;
  /** Newest first, 16 to a page. */
  listInvoices(input: { customerId: CustomerId; after?: string }): Promise<Page<Invoice>>;
  getInvoice(input: { customerId: CustomerId; invoiceId: string }): Promise<Invoice>;

  /**
   * Charges an open invoice to the default card now; false for one that is paid already. Calls for one invoice must not overlap.
   * @throws PaymentObjectMissing for another customer's; PaymentDeclined, PaymentActionRequired (with the secret to confirm it), with the invoice still open.
   */
  payInvoice(input: { customerId: CustomerId; invoiceId: string }): Promise<boolean>;

  /**
   * The same charges for a card holder who is there: for a bank that wants to ask them first, after the call without it
   * threw `PaymentActionRequired`. The change counts when `getInvoice` says paid; until then it can be dropped.
   */
  askToConfirmQuantity(input: QuantityChange & { idempotencyKey: IdempotencyKey }): Promise<UnconfirmedCharge>;
  askToConfirmStart(input: StartSubscriptionInput): Promise<UnconfirmedCharge & { subscriptionId: string }>;
  getConfirmationSecret(invoiceId: string): Promise<string>;
  /** Does an open invoice wait for its payer's word to the bank? */
  awaitsConfirmation(invoiceId: string): Promise<boolean>;
  /** Has the payer, or their bank, said no to an open invoice's payment? */
  wasRefused(invoiceId: string): Promise<boolean>;
  dropUnconfirmed(input: { invoiceId: string; subscriptionId: string | null }): Promise<void>;
  /** Answers for the bank at the provider's stand-in, in place of Stripe.js; refused at the provider itself. */
  answerTestBank(input: {
    customerId: CustomerId;
    clientSecret: string;
    confirm: boolean;
  }): Promise<'confirmed' | 'refused'>;

  /** Checks signature and age of a webhook on its raw body. @throws WebhookRejected */
  verifyWebhook(rawBody: string | Uint8Array, signature: string | null | undefined): PaymentEvent;

  /** True with a test key: the UI marks "test mode". */
  readonly testMode: boolean;
}

export interface PaymentsOptions {
  /** Secret key, `sk_test_…` or `sk_live_…` (or a restricted `rk_…`). */
  readonly apiKey: string;
  /** Another place that speaks the provider's API, e.g. `http://127.0.0.1:12111`; the provider itself when left out. */
  readonly apiBase?: string;
  /** Signing secret of our webhook endpoint, `whsec_…`. */
  readonly webhookSecret: string;
  readonly clock: { now(): Date };
  /** Milliseconds that one attempt may take; 10,000 when left out. */
  readonly timeoutMs?: number;
  /** Repeats of an attempt that failed on the way, with back-off and the same idempotency key; 2 when left out. */
  readonly maxRetries?: number;
}
