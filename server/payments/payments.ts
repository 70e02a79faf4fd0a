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
 * Everything the rest of the server can ask of the payment provider. Each call ends within its time limit or throws
 * `PaymentDeclined`, `PaymentActionRequired`, `PaymentUnavailable`, `PaymentObjectMissing` or `PaymentRequestRefused`.
 */
export interface Payments {
  /** Creates missing products and prices; safe to repeat. Call it once at start, before charging. */
  ensureCatalogue(prices: readonly CataloguePrice[]): Promise<void>;

  /** The organization's customer, brought up to date; created if there is none or the provider lost it. Keep `id`. */
  ensureCustomer(organization: BilledOrganization): Promise<Customer>;
  getCustomer(customerId: CustomerId): Promise<Customer>;

  /** Begins saving a card for later charges; the client secret goes to the browser. */
  createSetupIntent(customerId: CustomerId): Promise<SetupIntent>;
  /** The state of a card setup, for example after the person returns from 3-D Secure. */
  getCardSetup(input: { customerId: CustomerId; setupIntentId: string }): Promise<CardSetup>;
  /** Confirms a card setup with a test card, in place of Stripe.js; refused with a live key. */
  confirmTestCard(input: {
    customerId: CustomerId;
    setupIntentId: string;
    card: TestCard;
    returnUrl?: string;
  }): Promise<CardSetup>;
  /** Makes a card the default. This customer must have set it up, and its bank accepted it. */
  setDefaultPaymentMethod(input: { customerId: CustomerId; paymentMethodId: PaymentMethodId }): Promise<Card>;
  getDefaultCard(customerId: CustomerId): Promise<Card | null>;
  /** Fingerprints of every card this customer has saved. */
  listCardFingerprints(customerId: CustomerId): Promise<string[]>;
  /** Fingerprint of the card that paid this invoice; null if none did. */
  getPayingFingerprint(invoiceId: string): Promise<string | null>;

  /**
   * Starts the monthly subscription, anchored to the 1st of next month 00:00 UTC, and charges the rest of this month
   * now. If the card is declined it throws, and no subscription exists. If one exists already because an answer was
   * lost, returns that and charges nothing.
   */
  startSubscription(input: StartSubscriptionInput): Promise<Subscription>;
  getSubscription(subscriptionId: string): Promise<Subscription>;
  /** All subscriptions billed for an organization, oldest first. */
  listLiveSubscriptions(input: { customerId: CustomerId; organizationId: string }): Promise<Subscription[]>;
  /** Newest first. */
  listSubscriptionInvoices(subscriptionId: string): Promise<Invoice[]>;
  /** Ends a subscription at once, with its open bills; refunds nothing. Safe to repeat. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Finalizes the drafts the provider leaves for an unpaid subscription; charges nothing. Safe to repeat. */
  openDrafts(subscriptionId: string): Promise<void>;
  /**
   * Sets the units of one price: more are charged at once and to the second, fewer count from the next billing date.
   * Units given up this month can be taken again without a charge, in a separate call: a call that goes beyond them is
   * refused. Calls for one subscription must not overlap.
   * @throws PriceExpired if `at` is before the current billing period.
   */
  changeQuantity(input: QuantityChange & { idempotencyKey: IdempotencyKey }): Promise<Subscription>;
  /** Ends the subscription with the current period, or takes that back. */
  setCancelAtPeriodEnd(input: { subscriptionId: string; cancel: boolean }): Promise<Subscription>;

  /** Adds credit (positive cents), used before the card; returns the customer's credit afterwards. */
  addCustomerCredit(input: {
    customerId: CustomerId;
    amount: Cents;
    reason: string;
    idempotencyKey: IdempotencyKey;
  }): Promise<Cents>;
  /** The idempotency keys of all credits this customer was ever given. */
  listCredits(customerId: CustomerId): Promise<ReadonlySet<IdempotencyKey>>;

  /** The exact invoice that the next billing date, or a change, would create. Stores and charges nothing. */
  previewInvoice(input: PreviewInput): Promise<Invoice>;
  /** Newest first, 16 per page. */
  listInvoices(input: { customerId: CustomerId; after?: string }): Promise<Page<Invoice>>;
  getInvoice(input: { customerId: CustomerId; invoiceId: string }): Promise<Invoice>;

  /**
   * Charges an open invoice to the default card now; false if it is already paid. Calls for one invoice must not
   * overlap.
   * @throws PaymentObjectMissing for another customer's; PaymentDeclined, PaymentActionRequired (with the secret to
   * confirm it), with the invoice still open.
   */
  payInvoice(input: { customerId: CustomerId; invoiceId: string }): Promise<boolean>;

  /**
   * The same charges with the card holder present, for use after the plain call threw `PaymentActionRequired`. The
   * change counts when `getInvoice` says paid; until then it can be dropped.
   */
  askToConfirmQuantity(input: QuantityChange & { idempotencyKey: IdempotencyKey }): Promise<UnconfirmedCharge>;
  askToConfirmStart(input: StartSubscriptionInput): Promise<UnconfirmedCharge & { subscriptionId: string }>;
  getConfirmationSecret(invoiceId: string): Promise<string>;
  /** Is an open invoice waiting for its payer to confirm it with the bank? */
  awaitsConfirmation(invoiceId: string): Promise<boolean>;
  /** Has the payer or their bank rejected an open invoice's payment? */
  wasRefused(invoiceId: string): Promise<boolean>;
  dropUnconfirmed(input: { invoiceId: string; subscriptionId: string | null }): Promise<void>;
  /** Plays the bank at the stand-in, in place of Stripe.js; refused at the real provider. */
  answerTestBank(input: {
    customerId: CustomerId;
    clientSecret: string;
    confirm: boolean;
  }): Promise<'confirmed' | 'refused'>;

  /** Checks a webhook's signature and age on its raw body. @throws WebhookRejected */
  verifyWebhook(rawBody: string | Uint8Array, signature: string | null | undefined): PaymentEvent;

  /** True with a test key: the UI shows "test mode". */
  readonly testMode: boolean;
}

export interface PaymentsOptions {
  /** Secret key, `sk_test_…` or `sk_live_…` (or a restricted `rk_…`). */
  readonly apiKey: string;
  /** Another server with the provider's API, e.g. `http://127.0.0.1:12111`; the real provider if left out. */
  readonly apiBase?: string;
  /** Signing secret of our webhook endpoint, `whsec_…`. */
  readonly webhookSecret: string;
  readonly clock: { now(): Date };
  /** Milliseconds per attempt; default 10,000. */
  readonly timeoutMs?: number;
  /** Retries of an attempt that failed in transit, with back-off and the same idempotency key; default 2. */
  readonly maxRetries?: number;
}
