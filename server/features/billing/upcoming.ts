import type { Customer, Invoice, Subscription } from '../../payments/types.ts';
import type { Context } from '../context.ts';
import type { BilledOrganizationRow } from './lock-organization.ts';
import { hasEnded } from './monthly-amount.ts';

/** In cents. */
export interface UpcomingAmounts {
  upcoming_total: number;
  upcoming_amount_due: number;
  /** Credit now, and what is left of it after the invoice. */
  current_balance: number;
  upcoming_ending_balance: number;
}

/** The next monthly invoice; null if there will be none. @throws PaymentUnavailable */
export async function previewUpcoming(
  { payments }: Pick<Context, 'payments'>,
  subscription: Subscription | null,
): Promise<Invoice | null> {
  const goesOn = subscription && !subscription.cancelAtPeriodEnd && !hasEnded(subscription.status);
  return goesOn ? payments.previewInvoice({ kind: 'next-monthly', subscriptionId: subscription.id }) : null;
}

export function upcomingAmounts(customer: Customer | null, upcoming: Invoice | null): UpcomingAmounts {
  const credit = customer?.credit ?? 0;
  const total = upcoming?.total ?? 0;
  const amountDue = upcoming?.amountDue ?? 0;
  return {
    upcoming_total: total,
    upcoming_amount_due: amountDue,
    current_balance: credit,
    upcoming_ending_balance: credit - (total - amountDue),
  };
}

/** An organization's; null while nothing is billed. @throws PaymentUnavailable */
export async function findUpcomingAmounts(
  context: Pick<Context, 'payments'>,
  { stripeCustomerId, stripeSubscriptionId }: BilledOrganizationRow,
): Promise<UpcomingAmounts | null> {
  if (!stripeCustomerId || !stripeSubscriptionId) return null;
  const { payments } = context;
  const [customer, upcoming] = await Promise.all([
    payments.getCustomer(stripeCustomerId),
    payments.getSubscription(stripeSubscriptionId).then((subscription) => previewUpcoming(context, subscription)),
  ]);
  return upcomingAmounts(customer, upcoming);
}
