import { PaymentObjectMissing } from '../../payments/errors.ts';
import type { Subscription } from '../../payments/types.ts';
import type { Dependencies } from '../context.ts';
import { endDuplicate } from './end-duplicate.ts';
import type { Lease } from './lease.ts';
import type { BilledOrganizationRow } from './lock-organization.ts';
import { hasEnded } from './monthly-amount.ts';

interface Search {
  organization: BilledOrganizationRow;
  customerId: string;
  /** One the provider reported. */
  named: string | undefined;
  /** Look for others even if all seems well. */
  everything: boolean;
}

/**
 * The one subscription an organization pays: the known one, or one whose start was never answered. Any other live one
 * is ended, and what it was paid is credited. Needs the lease. @throws PaymentUnavailable
 */
export async function findSubscription(
  dependencies: Pick<Dependencies, 'payments' | 'db' | 'clock' | 'log'>,
  lease: Lease,
  { organization, customerId, named, everything }: Search,
): Promise<Subscription | null> {
  const { payments } = dependencies;
  const { id: organizationId, stripeSubscriptionId } = organization;
  const known = stripeSubscriptionId ? await read(dependencies, customerId, stripeSubscriptionId) : null;
  const isKnown = known !== null && !hasEnded(known.status) && (named ?? known.id) === known.id;
  if (isKnown && !everything) return known;
  const living = await payments.listLiveSubscriptions({ customerId, organizationId });
  const kept = living.find(({ id }) => id === known?.id) ?? living[0] ?? known;
  for (const twin of living) {
    if (twin.id !== kept?.id) await endDuplicate(dependencies, lease, { organizationId, twin });
  }
  return kept;
}

async function read(
  { payments }: Pick<Dependencies, 'payments'>,
  customerId: string,
  id: string,
): Promise<Subscription | null> {
  try {
    const subscription = await payments.getSubscription(id);
    return subscription.customerId === customerId ? subscription : null;
  } catch (error) {
    if (error instanceof PaymentObjectMissing) return null;
    throw error;
  }
}
