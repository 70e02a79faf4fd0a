import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { cents } from '#shared/features/billing/model.ts';
import { say } from '../platform/say.ts';
import { callStripe, paymentError } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { PaymentObjectMissing } from './errors.ts';
import { idempotencyKey } from './idempotency-key.ts';
import type { BilledOrganization, Customer, CustomerId } from './types.ts';

/**
 * The organization's customer, brought up to date; created if there is none or the provider lost it. Keep its `id`. The
 * idempotency key makes simultaneous sign-ups share one; one whose creation wasn't answered is looked up.
 */
export function ensureCustomer({ stripe }: PaymentsContext, organization: BilledOrganization): Promise<Customer> {
  const { name, email, customerId } = organization;
  return callStripe(async () => {
    const known = customerId === null ? null : await findCustomer(stripe, customerId);
    if (known === null) return toCustomer(await createCustomer(stripe, organization));
    if (known.name === name && known.email === email) return toCustomer(known);
    return toCustomer(await stripe.customers.update(known.id, { name, email }));
  });
}

async function createCustomer(stripe: Stripe, organization: BilledOrganization): Promise<Stripe.Customer> {
  const { id, name, email, customerId } = organization;
  const create = (key: string) =>
    stripe.customers.create({ name, email, metadata: { organization_id: id } }, { idempotencyKey: key });
  const lost = await findLost(stripe, organization);
  if (lost !== null) return lost;
  try {
    return await create(idempotencyKey('customer', id, customerId, name, email));
  } catch (error) {
    // The provider repeats its own errors for the same key for a day.
    if (!(error instanceof Stripe.errors.StripeAPIError)) throw error;
    return (await findLost(stripe, organization)) ?? create(`customer:${randomUUID()}`);
  }
}

/** A customer that was created for this organization but never stored. */
async function findLost(
  stripe: Stripe,
  { id, email, customerId }: BilledOrganization,
): Promise<Stripe.Customer | null> {
  const all = await stripe.customers.list({ email, limit: 100 }).autoPagingToArray({ limit: 1000 });
  return all.find((each) => each.metadata.organization_id === id && each.id !== customerId) ?? null;
}

/** Null for one that doesn't exist (another account's key was configured) or was deleted. */
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
  return callStripe(async () => toCustomer(await existingCustomer(stripe, customerId)));
}

/** @throws PaymentObjectMissing for one that was deleted at the provider. */
export async function existingCustomer(stripe: Stripe, id: CustomerId): Promise<Stripe.Customer> {
  const customer = await stripe.customers.retrieve(id);
  if (customer.deleted) throw new PaymentObjectMissing(say('payments.customerDeleted', { customer: id }));
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
