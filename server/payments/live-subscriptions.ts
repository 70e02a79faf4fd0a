import type Stripe from 'stripe';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { toInvoice } from './invoice.ts';
import { priceKeys } from './read-invoices.ts';
import { toSubscription } from './subscription.ts';
import type { CustomerId, Invoice, Subscription } from './types.ts';

/** One that waits for its first payment hasn't begun. */
const NOT_LIVING: ReadonlySet<string> = new Set(['canceled', 'incomplete', 'incomplete_expired']);

/** All subscriptions billed for an organization, oldest first: more than one if the answer to a start was lost. */
export function listLiveSubscriptions(
  { stripe }: PaymentsContext,
  input: { customerId: CustomerId; organizationId: string },
): Promise<Subscription[]> {
  return callStripe(async () => {
    const own = await ownSubscriptions(stripe, input);
    return own.filter(({ status }) => !NOT_LIVING.has(status)).map(toSubscription);
  });
}

/** All except cancelled ones, oldest first. */
export async function ownSubscriptions(
  stripe: Stripe,
  { customerId, organizationId }: { customerId: CustomerId; organizationId: string },
): Promise<Stripe.Subscription[]> {
  const all = await stripe.subscriptions.list({ customer: customerId, limit: 100 }).autoPagingToArray({ limit: 1000 });
  return all.filter(({ metadata }) => metadata.organization_id === organizationId).reverse();
}

/** Ends it now, and drops its unpaid bills; refunds nothing. Safe to repeat. */
export function endSubscription({ stripe }: PaymentsContext, subscriptionId: string): Promise<void> {
  return callStripe(async () => {
    for (const { id } of await invoicesOf(stripe, subscriptionId, 'open')) await stripe.invoices.voidInvoice(id);
    const { status } = await stripe.subscriptions.retrieve(subscriptionId);
    if (status !== 'canceled') await stripe.subscriptions.cancel(subscriptionId);
  });
}

/** Newest first. */
export function listSubscriptionInvoices({ stripe }: PaymentsContext, subscriptionId: string): Promise<Invoice[]> {
  return callStripe(async () => {
    const invoices = await invoicesOf(stripe, subscriptionId);
    const keys = await priceKeys(stripe, invoices);
    return invoices.map((invoice) => toInvoice(invoice, keys));
  });
}

/**
 * Finalizes the drafts of an unpaid subscription: the provider keeps creating them but finalizes none. They are charged
 * only when somebody pays them. Safe to repeat.
 */
export function openDrafts({ stripe }: PaymentsContext, subscriptionId: string): Promise<void> {
  return callStripe(async () => {
    const drafts = await invoicesOf(stripe, subscriptionId, 'draft');
    for (const { id } of drafts.reverse()) await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
  });
}

function invoicesOf(stripe: Stripe, subscription: string, status?: 'open' | 'draft'): Promise<Stripe.Invoice[]> {
  const wanted = { subscription, limit: 100, ...(status === undefined ? {} : { status }) };
  return stripe.invoices.list(wanted).autoPagingToArray({ limit: 1000 });
}
