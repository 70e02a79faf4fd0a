import { eq } from 'drizzle-orm';
import { PaymentObjectMissing } from '../../payments/errors.ts';
import type { Subscription, SubscriptionStatus } from '../../payments/types.ts';
import type { Transaction } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Services } from '../context.ts';
import { announceOrganization } from '../organizations/index.ts';
import { organizations } from '../organizations/tables.ts';
import { type Difference, differences } from './difference.ts';
import { type BilledOrganizationRow, lockOrganization } from './lock-organization.ts';
import { hasEnded, isReadOnlyStatus, monthlyAmount, quantityOf } from './monthly-amount.ts';
import { storeInvoice } from './store-invoice.ts';
import { billingAccounts } from './tables.ts';

export type SyncServices = Pick<Services, 'db' | 'payments' | 'clock' | 'publish'>;

export interface SyncInput {
  organizationId: string;
  /** Read this invoice as well, however old it is. */
  invoiceId?: string;
  /** A subscription to adopt when we know of none: the answer to its start was lost. */
  subscriptionId?: string;
  /** Read all invoices rather than the newest 16. */
  everything?: boolean;
}

/**
 * Makes our copy what the provider says now. It reads under the organization's lock, so that neither the order nor the
 * age of what asked for it matters. Returns what differed. @throws NotFound, PaymentUnavailable
 */
export function syncOrganization(services: SyncServices, input: SyncInput): Promise<Difference[]> {
  return services.db.transaction((tx) => syncLocked(services, tx, input));
}

/** The same, where the organization is locked already. */
export async function syncLocked(services: SyncServices, tx: Transaction, input: SyncInput): Promise<Difference[]> {
  const organization = await lockOrganization(tx, input.organizationId);
  const { stripeCustomerId: customerId } = organization;
  if (!customerId) return [];
  const found = await syncAccount(services, tx, { organization, customerId, adopt: input.subscriptionId });
  const { payments } = services;
  const named = input.invoiceId ? [await payments.getInvoice({ customerId, invoiceId: input.invoiceId })] : [];
  for (const invoice of named) found.push(...(await storeInvoice(tx, organization.id, invoice)));
  found.push(
    ...(await syncInvoices(services, tx, {
      organizationId: organization.id,
      customerId,
      all: input.everything ?? false,
    })),
  );
  if (found.length > 0) await announceOrganization(services, tx, organization.id);
  return found;
}

/** Our copy of the newest 16 invoices, or of all, under the organization's lock. @throws PaymentUnavailable */
export async function syncInvoices(
  { payments }: Pick<Services, 'payments'>,
  tx: Transaction,
  { organizationId, customerId, all = false }: { organizationId: string; customerId: string; all?: boolean },
): Promise<Difference[]> {
  const found: Difference[] = [];
  let after: string | null | undefined;
  do {
    const page = await payments.listInvoices({ customerId, ...(after ? { after } : {}) });
    for (const invoice of page.rows) found.push(...(await storeInvoice(tx, organizationId, invoice)));
    after = page.nextAfter;
  } while (all && after);
  return found;
}

interface AccountInput {
  organization: BilledOrganizationRow;
  customerId: string;
  adopt: string | undefined;
}

async function syncAccount(services: SyncServices, tx: Transaction, input: AccountInput): Promise<Difference[]> {
  const { payments, clock } = services;
  const { organization, customerId } = input;
  const [{ credit }, subscription] = await Promise.all([
    payments.getCustomer(customerId),
    findSubscription(services, input),
  ]);
  const [before] = await tx.select().from(billingAccounts).where(eq(billingAccounts.organizationId, organization.id));
  const status = subscription?.status ?? before?.subscriptionStatus ?? null;
  const row = {
    organizationId: organization.id,
    subscriptionStatus: status,
    currentPeriodEnd: subscription?.currentPeriodEnd ?? null,
    cancelAtPeriodEnd: subscription?.cancelAtPeriodEnd ?? false,
    monthlyCents: subscription && !hasEnded(subscription.status) ? monthlyAmount(subscription.items) : 0,
    creditCents: credit,
    readOnlySince: isReadOnlyStatus(status) ? (before?.readOnlySince ?? clock.now()) : null,
    syncedAt: clock.now(),
    ...(isReadOnlyStatus(status) ? {} : { removalToldAt: null, dataRemovedAt: null }),
  };
  await tellOfReadOnly(tx, customerId, { before: before?.readOnlySince ?? null, after: row.readOnlySince, status });
  await tx.insert(billingAccounts).values(row).onConflictDoUpdate({ target: billingAccounts.organizationId, set: row });
  const licences = subscription ? await keepSubscription(tx, organization, subscription) : organization.userLicenses;
  return differences(
    {
      subscriptionStatus: before?.subscriptionStatus ?? null,
      monthlyCents: before?.monthlyCents ?? 0,
      creditCents: before?.creditCents ?? 0,
      userLicenses: organization.userLicenses,
    },
    { subscriptionStatus: status, monthlyCents: row.monthlyCents, creditCents: credit, userLicenses: licences },
  );
}

/** Only for a bill that was not paid: who deleted the organization knows. */
async function tellOfReadOnly(
  tx: Transaction,
  customerId: string,
  { before, after, status }: { before: Date | null; after: Date | null; status: SubscriptionStatus | null },
): Promise<void> {
  const queue = `billing:${customerId}`;
  if (!before && after && status === 'unpaid') {
    await addJob(tx, 'billing.tell', { customerId, about: 'read-only' }, { queue });
  } else if (before && !after) {
    await addJob(tx, 'billing.tell', { customerId, about: 'restored' }, { queue });
  }
}

async function findSubscription({ payments }: SyncServices, input: AccountInput): Promise<Subscription | null> {
  const id = input.organization.stripeSubscriptionId ?? input.adopt;
  if (!id) return null;
  try {
    const subscription = await payments.getSubscription(id);
    const adopted = input.organization.stripeSubscriptionId === null;
    const isOurs = subscription.customerId === input.customerId;
    // One that waits for its payer's word to the bank has not begun.
    const isOver = hasEnded(subscription.status) || subscription.status === 'incomplete';
    return isOurs && !(adopted && isOver) ? subscription : null;
  } catch (error) {
    if (error instanceof PaymentObjectMissing) return null;
    throw error;
  }
}

/** Licences are what is paid for. An ended subscription is let go, so that a new one can begin. */
async function keepSubscription(
  tx: Transaction,
  organization: BilledOrganizationRow,
  subscription: Subscription,
): Promise<number> {
  const ended = hasEnded(subscription.status);
  const userLicenses = ended ? organization.userLicenses : 1 + quantityOf(subscription, 'extra-user');
  await tx
    .update(organizations)
    .set({
      userLicenses,
      stripeSubscriptionId: ended ? null : subscription.id,
      // The provider's word counts: the answer to a deletion or its taking back may have been lost.
      ...(ended
        ? { declinedStarts: organization.declinedStarts + 1 }
        : { deleteDate: subscription.cancelAtPeriodEnd ? subscription.currentPeriodEnd : null }),
    })
    .where(eq(organizations.id, organization.id));
  return userLicenses;
}
