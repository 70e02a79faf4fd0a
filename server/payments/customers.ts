import type Stripe from 'stripe';
import { cents } from '#shared/features/billing/model.ts';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { PaymentObjectMissing } from './errors.ts';
import type { BilledOrganization, Customer, CustomerId } from './types.ts';

/** The idempotency key makes two sign-ups at once share one customer. */
export function ensureCustomer({ stripe }: PaymentsContext, organization: BilledOrganization): Promise<Customer> {
  const { id, name, email, customerId } = organization;
  return callStripe(async () => {
    if (customerId !== null) {
      const known = await livingCustomer(stripe, customerId);
      if (known.name === name && known.email === email) return toCustomer(known);
      return toCustomer(await stripe.customers.update(customerId, { name, email }));
    }
    const metadata = { organization_id: id };
    const created = await stripe.customers.create(
      { name, email, metadata },
      { idempotencyKey: customerKey(organization) },
    );
    return toCustomer(created);
  });
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

export function toCustomer(customer: Stripe.Customer): Customer {
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

function customerKey({ id, name, email }: BilledOrganization): string {
  return `customer:${id}:${name}:${email}`.slice(0, 255);
}
