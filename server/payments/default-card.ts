import type Stripe from 'stripe';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { idOf, livingCustomer } from './customers.ts';
import { PaymentObjectMissing } from './errors.ts';
import type { Card, CustomerId, PaymentMethodId } from './types.ts';

interface Input {
  readonly customerId: CustomerId;
  readonly paymentMethodId: PaymentMethodId;
}

/** Only a card that its own set-up has tied to this customer: never one of another organization, nor an unchecked one. */
export function setDefaultPaymentMethod(
  { stripe }: PaymentsContext,
  { customerId, paymentMethodId }: Input,
): Promise<Card> {
  return callStripe(async () => {
    const method = await stripe.paymentMethods.retrieve(paymentMethodId);
    const card = idOf(method.customer) === customerId ? toCard(method) : null;
    if (card === null) throw new PaymentObjectMissing('No such card. Enter it again.');
    await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: paymentMethodId } });
    return card;
  });
}

export function getDefaultCard({ stripe }: PaymentsContext, customerId: CustomerId): Promise<Card | null> {
  return callStripe(async () => {
    const id = idOf((await livingCustomer(stripe, customerId)).invoice_settings.default_payment_method);
    return id === null ? null : toCard(await stripe.paymentMethods.retrieve(id));
  });
}

function toCard({ id, card }: Stripe.PaymentMethod): Card | null {
  if (!card) return null;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear } = card;
  return { paymentMethodId: id, brand, last4, expiryMonth, expiryYear };
}
