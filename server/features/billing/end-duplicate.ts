import { sumCents } from '#shared/features/billing/model.ts';
import type { Subscription } from '../../payments/types.ts';
import { record } from '../audit/index.ts';
import type { Dependencies } from '../context.ts';
import { grantCredit } from './grant-credit.ts';
import type { Lease } from './lease.ts';

/**
 * Ends an organization's second subscription, for which nothing is provided, and credits everything it was charged. The
 * credit comes first, so repeating after a crash grants it once. @throws PaymentUnavailable
 */
export async function endDuplicate(
  dependencies: Pick<Dependencies, 'payments' | 'db' | 'clock' | 'log'>,
  lease: Lease,
  { organizationId, twin }: { organizationId: string; twin: Subscription },
): Promise<void> {
  const { payments, log } = dependencies;
  const invoices = await payments.listSubscriptionInvoices(twin.id);
  const amount = sumCents(invoices.filter(({ status }) => status === 'paid').map(({ total }) => total));
  log.warn({ organizationId, subscriptionId: twin.id, amount }, 'a second subscription is ended and credited');
  await lease.write(async (tx) => {
    const isNew = amount > 0 && (await grantCredit(tx, { organizationId, reason: `twin:${twin.id}`, amount }));
    if (!isNew) return;
    const details = { price: 'subscription', credited_cents: amount };
    await record(tx, dependencies, { action: 'billing.credit', targetId: organizationId, organizationId, details });
  });
  await payments.endSubscription(twin.id);
}
