import type Stripe from 'stripe';
import { cents } from '#shared/features/billing/model.ts';
import { callStripe, paymentError } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { PaymentObjectMissing } from './errors.ts';
import type { BilledOrganization, Customer, CustomerId } from './types.ts';

/** The idempotency key makes two sign-ups at once share one customer. */
export function ensureCustomer({ stripe }: PaymentsContext, organization: BilledOrganization): Promise<Customer> {
  const { id, name, email, customerId } = organization;
  return callStripe(async () => {
    const known = customerId === null ? null : await findCustomer(stripe, customerId);
    if (known !== null && known.name === name && known.email === email) return toCustomer(known);
    if (known !== null) return toCustomer(await stripe.customers.update(known.id, { name, email }));
    const params = { name, email, metadata: { organization_id: id } };
    return toCustomer(await stripe.customers.create(params, { idempotencyKey: customerKey(organization) }));
  });
}

/** Null for one that is not there (another account's key was configured) or was deleted. */
async function findCustomer(stripe: Stripe, id: CustomerId): Promise<Stripe.Customer | null> {
  try {
    const customer = await stripe.customers.retrieve(id);
    return customer.deleted ? null : customer;
  } catch (error) {
    if (paymentError(error) instanceof PaymentObjectMissing) return null;
    throw error;
  }
}

export function getCustomer({ stripe }: PaymentsContext, customerId: CustomerId): Promise<Customer> {
  return callStripe(async () => toCustomer(await livingCustomer(stripe, customerId)));
}

/** @throws PaymentObjectMissing for one that was deleted at the provider. */
export async function livingCustomer(stripe: Stripe, id: CustomerId): Promise<Stripe.Customer> {
  const customer = await stripe.customers.retrieve(id);
  if (customer.deleted) throw new PaymentObjectMissing(`The customer ${id} was deleted at the payment provider.`);
  return customer;
}

function toCustomer(customer: Stripe.Customer): Customer {
  return {
    id: customer.id,
    organizationId: customer.metadata.organization_id ?? null,
    credit: cents(0 - customer.balance),
    defaultPaymentMethodId: idOf(customer.invoice_settings.default_payment_method),
  };
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'string' ? reference : (reference?.id ?? null);
}

function customerKey({ id, name, email, customerId }: BilledOrganization): string {
  return `customer:${id}:${customerId ?? 'first'}:${name}:${email}`.slice(0, 255);
}
