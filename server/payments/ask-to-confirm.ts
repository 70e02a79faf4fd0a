import type Stripe from 'stripe';
import { say } from '../platform/say.ts';
import { callStripe } from './call-stripe.ts';
import { itemChange } from './change-quantity.ts';
import type { PaymentsContext } from './context.ts';
import { idOf } from './customers.ts';
import { PaymentDeclined, PaymentObjectMissing, PaymentRequestRefused } from './errors.ts';
import { firstSubscription } from './start-subscription.ts';
import type { CustomerId, IdempotencyKey, QuantityChange, StartSubscriptionInput, UnconfirmedCharge } from './types.ts';

/**
 * `changeQuantity` for a card holder who is present, because the bank wants to ask them: the change waits at the
 * provider until its invoice is paid. @throws PaymentDeclined, with nothing left behind
 */
export function askToConfirmQuantity(
  context: PaymentsContext,
  change: QuantityChange & { idempotencyKey: IdempotencyKey },
): Promise<UnconfirmedCharge> {
  const { stripe } = context;
  return callStripe(async () => {
    const current = await stripe.subscriptions.retrieve(change.subscriptionId);
    const subscription = await stripe.subscriptions.update(
      change.subscriptionId,
      { ...(await itemChange(stripe, current, change)), payment_behavior: 'pending_if_incomplete', ...WITH_SECRET },
      { idempotencyKey: change.idempotencyKey },
    );
    return unconfirmed(context, subscription);
  });
}

/** The same for `startSubscription`: the subscription begins with the payment. @throws PaymentDeclined */
export function askToConfirmStart(
  context: PaymentsContext,
  input: StartSubscriptionInput,
): Promise<UnconfirmedCharge & { subscriptionId: string }> {
  const { stripe } = context;
  return callStripe(async () => {
    const subscription = await stripe.subscriptions.create(
      { ...(await firstSubscription(stripe, input)), payment_behavior: 'allow_incomplete', ...WITH_SECRET },
      { idempotencyKey: input.idempotencyKey },
    );
    return { ...(await unconfirmed(context, subscription)), subscriptionId: subscription.id };
  });
}

const WITH_SECRET = { expand: ['latest_invoice.confirmation_secret'] };

async function unconfirmed(context: PaymentsContext, subscription: Stripe.Subscription): Promise<UnconfirmedCharge> {
  const invoice = subscription.latest_invoice;
  if (invoice === null || typeof invoice === 'string') throw new PaymentRequestRefused('nothing to confirm');
  const clientSecret = invoice.confirmation_secret?.client_secret;
  if (!clientSecret) throw new PaymentRequestRefused(say('payments.noClientSecret'));
  const intent = await context.stripe.paymentIntents.retrieve(intentIdOf(clientSecret));
  if (intent.status !== 'requires_payment_method') return { invoiceId: invoice.id, clientSecret };
  await dropUnconfirmed(context, { invoiceId: invoice.id, subscriptionId: subscription.id });
  const { message, code, decline_code: declineCode } = intent.last_payment_error ?? {};
  throw new PaymentDeclined(message ?? say('payments.cardDeclined'), code ?? '', declineCode ?? null);
}

/** The secret with which the browser confirms an open invoice's payment. */
export function getConfirmationSecret({ stripe }: PaymentsContext, invoiceId: string): Promise<string> {
  return callStripe(async () => {
    const invoice = await stripe.invoices.retrieve(invoiceId, { expand: ['confirmation_secret'] });
    const secret = invoice.confirmation_secret?.client_secret;
    if (!secret) throw new PaymentObjectMissing('nothing to confirm');
    return secret;
  });
}

/** Is an open invoice waiting for its payer to confirm it with the bank? */
export async function awaitsConfirmation(context: PaymentsContext, invoiceId: string): Promise<boolean> {
  return (await statusOfPayment(context, invoiceId)) === 'requires_action';
}

/** Has the payer or their bank rejected an open invoice's payment? */
export async function wasRefused(context: PaymentsContext, invoiceId: string): Promise<boolean> {
  return (await statusOfPayment(context, invoiceId)) === 'requires_payment_method';
}

async function statusOfPayment(context: PaymentsContext, invoiceId: string): Promise<string> {
  const secret = await getConfirmationSecret(context, invoiceId);
  return (await callStripe(() => context.stripe.paymentIntents.retrieve(intentIdOf(secret)))).status;
}

/** Takes back an unconfirmed charge: its invoice, and with it the change, or the subscription that never began. */
export function dropUnconfirmed(
  { stripe }: PaymentsContext,
  { invoiceId, subscriptionId }: { invoiceId: string; subscriptionId: string | null },
): Promise<void> {
  return callStripe(async () => {
    const invoice = await stripe.invoices.retrieve(invoiceId);
    if (invoice.status === 'open') await stripe.invoices.voidInvoice(invoiceId);
    if (subscriptionId === null) return;
    const { status } = await stripe.subscriptions.retrieve(subscriptionId);
    if (status === 'incomplete') await stripe.subscriptions.cancel(subscriptionId);
  });
}

/**
 * Plays the card holder's bank at the stand-in, in place of Stripe.js.
 * @throws PaymentObjectMissing for another customer's payment; PaymentRequestRefused at the real provider
 */
export async function answerTestBank(
  { stripe, standIn }: PaymentsContext,
  { customerId, clientSecret, confirm }: { customerId: CustomerId; clientSecret: string; confirm: boolean },
): Promise<'confirmed' | 'refused'> {
  if (standIn === null) throw new PaymentRequestRefused('only a stand-in is answered so');
  return callStripe(async () => {
    const intent = await stripe.paymentIntents.retrieve(intentIdOf(clientSecret));
    if (idOf(intent.customer) !== customerId || intent.client_secret !== clientSecret) {
      throw new PaymentObjectMissing('no such payment');
    }
    if (intent.status === 'requires_action') {
      const url = `${standIn}/_emulator/3d-secure/${intent.id}?client_secret=${encodeURIComponent(clientSecret)}`;
      await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: confirm ? 'complete' : 'fail' }) });
    }
    const { status } = await stripe.paymentIntents.retrieve(intent.id);
    return status === 'succeeded' ? 'confirmed' : 'refused';
  });
}

function intentIdOf(clientSecret: string): string {
  return clientSecret.split('_secret_', 1)[0] ?? '';
}
