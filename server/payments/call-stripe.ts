import Stripe from 'stripe';
import { refuseLostLock } from '../platform/held-locks.ts';
import { say } from '../platform/say.ts';
import {
  PaymentActionRequired,
  PaymentDeclined,
  PaymentError,
  PaymentObjectMissing,
  PaymentRequestRefused,
  PaymentUnavailable,
} from './errors.ts';

const ACTION_CODES: ReadonlySet<string> = new Set([
  'subscription_payment_intent_requires_action',
  'invoice_payment_intent_requires_action',
  'authentication_required',
]);

/** Calls the provider and maps its errors to ours. @throws LockLost if somebody else may be doing the same by now */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  refuseLostLock();
  try {
    return await work();
  } catch (error) {
    throw paymentError(error);
  }
}

/** Maps a provider error to ours; returns any other error unchanged. */
export function paymentError(error: unknown): unknown {
  if (error instanceof PaymentError || !(error instanceof Stripe.errors.StripeError)) return error;
  const cause = { cause: error };
  const { code = '' } = error;
  if (error instanceof Stripe.errors.StripeCardError) {
    if (ACTION_CODES.has(code)) {
      const secret = error.payment_intent?.client_secret ?? null;
      return new PaymentActionRequired(say('billing.bankConfirmationNeeded'), secret, cause);
    }
    return new PaymentDeclined(error.message, code, error.decline_code || null, cause);
  }
  if (isOutage(error)) {
    // 409: the first call with this key is still running.
    const isAnswered = !(error instanceof Stripe.errors.StripeConnectionError);
    const isFinal = isAnswered && error.statusCode !== 429 && error.statusCode !== 409;
    const message = say('payments.providerUnreachable');
    return new PaymentUnavailable(message, { ...cause, isFinal });
  }
  if (code === 'resource_missing') return new PaymentObjectMissing(error.message, cause);
  return new PaymentRequestRefused(error.message, cause);
}

/** An idempotency error means the key was used for different parameters, so the caller must look up what happened. */
function isOutage(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  return (
    error instanceof Stripe.errors.StripeConnectionError ||
    error instanceof Stripe.errors.StripeRateLimitError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeAPIError
  );
}
