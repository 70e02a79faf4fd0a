import { say } from '../platform/say.ts';

/** Base class of all payment failures; features map these to their own errors. */
export class PaymentError extends Error {
  override readonly name: string = 'PaymentError';
}

/** The card was refused. The message is the provider's and meant for the payer. Nothing was charged. */
export class PaymentDeclined extends PaymentError {
  override readonly name = 'PaymentDeclined';
  /** The provider's code, e.g. `card_declined`, `expired_card`; `declineCode` refines it, e.g. `insufficient_funds`. */
  readonly code: string;
  readonly declineCode: string | null;

  constructor(message: string, code: string, declineCode: string | null, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.declineCode = declineCode;
  }
}

/** The bank wants the card holder to confirm (3-D Secure). Nothing was charged. */
export class PaymentActionRequired extends PaymentError {
  override readonly name = 'PaymentActionRequired';
  readonly clientSecret: string | null;

  constructor(message: string, clientSecret: string | null, options?: ErrorOptions) {
    super(message, options);
    this.clientSecret = clientSecret;
  }
}

/**
 * The provider didn't answer, or not usefully (timeout, network, 5xx, rate limit). Whether it acted is unknown: look it
 * up, and repeat the call with the same idempotency key unless the failure `isFinal`.
 */
export class PaymentUnavailable extends PaymentError {
  override readonly name: string = 'PaymentUnavailable';
  /** The provider failed on its side, and repeats that answer for the same key for a day. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal = false, ...options }: ErrorOptions & { isFinal?: boolean } = {}) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

/** No answer, and the outcome can't be looked up either. */
export function outcomeUnknown(cause: unknown): PaymentUnavailable {
  const message = say('payments.unsureWhetherCharged');
  return new PaymentUnavailable(message, { cause });
}

/** The price is from before the current billing period: show it again before charging. */
export class PriceExpired extends PaymentError {
  override readonly name = 'PriceExpired';
}

/** The provider has no such customer, card, invoice or subscription, or it belongs to another customer. */
export class PaymentObjectMissing extends PaymentError {
  override readonly name = 'PaymentObjectMissing';
}

/** A webhook whose signature is missing, wrong or too old. Answer 400 and do nothing. */
export class WebhookRejected extends PaymentError {
  override readonly name = 'WebhookRejected';
}

/** The provider refused the request itself: our bug or misconfiguration, never the payer's fault. */
export class PaymentRequestRefused extends PaymentError {
  override readonly name = 'PaymentRequestRefused';
}
