import type Stripe from 'stripe';
import { say } from '../platform/say.ts';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { existingCustomer, idOf } from './customers.ts';
import { PaymentObjectMissing } from './errors.ts';
import type { Card, CustomerId, PaymentMethodId } from './types.ts';

interface Input {
  readonly customerId: CustomerId;
  readonly paymentMethodId: PaymentMethodId;
}

/** Makes a card the default. Accepts only a card whose setup belongs to this customer: never another organization's, or one no bank has seen. */
export function setDefaultPaymentMethod(
  { stripe }: PaymentsContext,
  { customerId, paymentMethodId }: Input,
): Promise<Card> {
  return callStripe(async () => {
    const method = await stripe.paymentMethods.retrieve(paymentMethodId);
    const card = idOf(method.customer) === customerId ? toCard(method) : null;
    if (card === null || !(await isVerified(stripe, { customerId, paymentMethodId }))) {
      throw new PaymentObjectMissing(say('payments.cardNotFound'));
    }
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } });
    return card;
  });
}

async function isVerified(stripe: Stripe, { customerId, paymentMethodId }: Input): Promise<boolean> {
  const { data } = await stripe.setupIntents.list({
    customer: customerId,
    payment_method: paymentMethodId,
    limit: 100,
  });
  return data.some(({ status }) => status === 'succeeded');
}

/** Fingerprints of all cards the customer has saved. */
export function listCardFingerprints({ stripe }: PaymentsContext, customerId: CustomerId): Promise<string[]> {
  return callStripe(async () => {
    const methods = await stripe.customers
      .listPaymentMethods(customerId, { type: 'card', limit: 100 })
      .autoPagingToArray({ limit: 10_000 });
    return methods.flatMap(({ card }) => card?.fingerprint ?? []);
  });
}

/** The card that paid an invoice; null if credit covered it. */
export function getPayingFingerprint({ stripe }: PaymentsContext, invoiceId: string): Promise<string | null> {
  return callStripe(async () => {
    const { payments } = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] });
    const paid = payments?.data.find(({ status }) => status === 'paid');
    const intentId = idOf(paid?.payment.payment_intent);
    if (intentId === null) return null;
    const methodId = idOf((await stripe.paymentIntents.retrieve(intentId)).payment_method);
    return methodId === null ? null : ((await stripe.paymentMethods.retrieve(methodId)).card?.fingerprint ?? null);
  });
}

export function getDefaultCard({ stripe }: PaymentsContext, customerId: CustomerId): Promise<Card | null> {
  return callStripe(async () => {
    const id = idOf((await existingCustomer(stripe, customerId)).invoice_settings.default_payment_method);
    return id === null ? null : toCard(await stripe.paymentMethods.retrieve(id));
  });
}

function toCard({ id, card }: Stripe.PaymentMethod): Card | null {
  if (!card) return null;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear, fingerprint = null } = card;
  return { paymentMethodId: id, fingerprint, brand, last4, expiryMonth, expiryYear };
}
