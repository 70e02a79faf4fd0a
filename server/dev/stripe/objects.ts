/** The wire shapes the emulator keeps: Stripe's field names, times in Unix seconds, amounts in cents. */
export type Metadata = Record<string, string>;

export interface Address {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

export interface List<T> {
  object: 'list';
  data: T[];
  has_more: boolean;
  url: string;
}

export interface Customer {
  id: string;
  object: 'customer';
  created: number;
  balance: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  description: string | null;
  address: Address | null;
  metadata: Metadata;
  invoice_prefix: string;
  next_invoice_sequence: number;
  invoice_settings: { default_payment_method: string | null } & Record<string, unknown>;
  deleted?: true;
}

export interface CardDetails {
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  funding: string;
}

export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  type: 'card';
  created: number;
  customer: string | null;
  billing_details: Record<string, unknown>;
  card: CardDetails & Record<string, unknown>;
  metadata: Metadata;
}

/** What the emulator knows about a card but never sends. */
export interface HiddenCard {
  id: string;
  number: string;
  /** 3-D Secure was passed while saving the card, so later charges need nobody present. */
  authenticated: boolean;
}

export interface ApiError {
  type: string;
  code: string;
  decline_code?: string;
  message: string;
  payment_method?: PaymentMethod;
}

export type NextAction =
  | { type: 'redirect_to_url'; redirect_to_url: { url: string; return_url: string | null } }
  | { type: 'use_stripe_sdk'; use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string } };

interface Intent {
  id: string;
  created: number;
  client_secret: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
  next_action: NextAction | null;
  payment_method: string | null;
}

export interface SetupIntent extends Intent {
  object: 'setup_intent';
  cancellation_reason: string | null;
  last_setup_error: ApiError | null;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
  usage: 'off_session' | 'on_session';
}

export interface PaymentIntent extends Intent {
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  canceled_at: number | null;
  cancellation_reason: string | null;
  currency: string;
  last_payment_error: ApiError | null;
  status: 'requires_payment_method' | 'requires_confirmation' | 'requires_action' | 'succeeded' | 'canceled';
}

export interface Product {
  id: string;
  object: 'product';
  active: boolean;
  created: number;
  updated: number;
  name: string;
  description: string | null;
  metadata: Metadata;
}

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  created: number;
  currency: string;
  lookup_key: string | null;
  metadata: Metadata;
  nickname: string | null;
  product: string;
  recurring: ({ interval: 'month'; interval_count: 1 } & Record<string, unknown>) | null;
  type: 'one_time' | 'recurring';
  unit_amount: number;
  unit_amount_decimal: string;
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  created: number;
  current_period_start: number;
  current_period_end: number;
  metadata: Metadata;
  price: Price;
  quantity: number;
  subscription: string;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  billing_cycle_anchor: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: { comment: string | null; feedback: string | null; reason: string | null };
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  description: string | null;
  ended_at: number | null;
  items: List<SubscriptionItem>;
  latest_invoice: string | null;
  metadata: Metadata;
  /** A change that waits until its invoice is paid (`pending_if_incomplete`). */
  pending_update: { expires_at: number; subscription_items: SubscriptionItem[] } | null;
  start_date: number;
  status: 'active' | 'canceled' | 'incomplete' | 'incomplete_expired' | 'past_due' | 'unpaid';
}

export interface InvoiceLine {
  id: string;
  object: 'line_item';
  amount: number;
  subtotal: number;
  currency: string;
  description: string;
  invoice: string;
  metadata: Metadata;
  parent: Record<string, unknown>;
  period: { start: number; end: number };
  pricing: {
    type: 'price_details';
    price_details: { price: string; product: string };
    unit_amount_decimal: string;
  } | null;
  quantity: number;
  subscription: string | null;
}

export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  attempt_count: number;
  attempted: boolean;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  billing_reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  created: number;
  currency: string;
  customer: string;
  default_payment_method: string | null;
  description: string | null;
  ending_balance: number | null;
  lines: List<InvoiceLine>;
  metadata: Metadata;
  next_payment_attempt: number | null;
  number: string | null;
  parent: {
    quote_details: null;
    subscription_details: { subscription: string; metadata: Metadata };
    type: 'subscription_details';
  } | null;
  starting_balance: number;
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';
  status_transitions: Record<'finalized_at' | 'marked_uncollectible_at' | 'paid_at' | 'voided_at', number | null>;
  subtotal: number;
  total: number;
}

export interface InvoiceItem {
  id: string;
  object: 'invoiceitem';
  amount: number;
  currency: string;
  customer: string;
  date: number;
  description: string | null;
  invoice: string | null;
  metadata: Metadata;
  parent: { type: 'subscription_details'; subscription_details: Record<string, string> } | null;
  period: { start: number; end: number };
  pricing: InvoiceLine['pricing'];
  proration: boolean;
  quantity: number;
}

export interface InvoicePayment {
  id: string;
  object: 'invoice_payment';
  amount_paid: number | null;
  amount_requested: number;
  created: number;
  currency: string;
  invoice: string;
  payment: { type: 'payment_intent'; payment_intent: string };
  status: 'open' | 'paid' | 'canceled';
  status_transitions: { canceled_at: number | null; paid_at: number | null };
}

export interface BalanceTransaction {
  id: string;
  object: 'customer_balance_transaction';
  amount: number;
  created: number;
  currency: string;
  customer: string;
  description: string | null;
  ending_balance: number;
  invoice: string | null;
  metadata: Metadata;
  type: 'adjustment' | 'applied_to_invoice' | 'unapplied_from_invoice' | 'invoice_too_small' | 'invoice_too_large';
}

export interface EventObject {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  data: { object: object; previous_attributes?: object };
  pending_webhooks: number;
  request: { id: string | null; idempotency_key: string | null };
  type: string;
}

export interface WebhookEndpoint {
  id: string;
  object: 'webhook_endpoint';
  created: number;
  description: string | null;
  enabled_events: string[];
  metadata: Metadata;
  secret: string;
  status: 'enabled' | 'disabled';
  url: string;
}

/** One event on its way to one endpoint; removed once it has arrived or was given up. */
export interface Delivery {
  id: string;
  event: string;
  endpoint: string;
  attempts: number;
}

export interface ObjectKinds {
  customer: Customer;
  payment_method: PaymentMethod;
  hidden_card: HiddenCard;
  setup_intent: SetupIntent;
  payment_intent: PaymentIntent;
  product: Product;
  price: Price;
  subscription: Subscription;
  invoice: Invoice;
  invoiceitem: InvoiceItem;
  invoice_payment: InvoicePayment;
  balance_transaction: BalanceTransaction;
  event: EventObject;
  webhook_endpoint: WebhookEndpoint;
  delivery: Delivery;
}
export type Kind = keyof ObjectKinds;
