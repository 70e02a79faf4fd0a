import { eq } from 'drizzle-orm';
import type { Cents } from '#shared/features/billing/model.ts';
import type { Invoice, Subscription, SubscriptionStatus } from '../../payments/types.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Dependencies } from '../context.ts';
import { announceOrganization } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { type Difference, differences } from './difference.ts';
import { findSubscription } from './find-subscription.ts';
import { type Lease, withLease } from './lease.ts';
import { type BilledOrganizationRow, findBilled } from './lock-organization.ts';
import { hasEnded, isReadOnlyStatus, monthlyAmount, quantityOf } from './monthly-amount.ts';
import { storeInvoice } from './store-invoice.ts';
import { billingAccounts } from './tables.ts';

export type SyncServices = Pick<Dependencies, 'db' | 'sql' | 'payments' | 'clock' | 'publish' | 'log'>;

export interface SyncInput {
  organizationId: string;
  /** Read this invoice as well, however old it is. */
  invoiceId?: string;
  /** Look for a subscription we may not know, because the answer to its start was lost. */
  subscriptionId?: string;
  /** Read all invoices rather than the newest 16. */
  everything?: boolean;
}

/**
 * Makes our copy what the provider says now. Reads while nobody else changes the organization's bill, so that neither
 * the order nor the age of the trigger matters. Returns what differed. @throws NotFound, PaymentUnavailable
 */
export function syncOrganization(dependencies: SyncServices, input: SyncInput): Promise<Difference[]> {
  return withLease(dependencies, input.organizationId, (lease) => syncLocked(dependencies, lease, input));
}

/** The same, with the organization's lease already held. */
export async function syncLocked(dependencies: SyncServices, lease: Lease, input: SyncInput): Promise<Difference[]> {
  const { payments } = dependencies;
  const { organizationId, subscriptionId: named, invoiceId, everything = false } = input;
  const organization = await findBilled(dependencies.db, organizationId);
  const { stripeCustomerId: customerId } = organization;
  if (!customerId) return [];
  const subscription = await findSubscription(dependencies, lease, { organization, customerId, named, everything });
  // The provider leaves an unpaid subscription's bills as drafts forever, but they must be paid as well.
  if (subscription?.status === 'unpaid') await payments.openDrafts(subscription.id);
  const { credit } = await payments.getCustomer(customerId);
  const one = invoiceId ? [await payments.getInvoice({ customerId, invoiceId })] : [];
  const invoices = [...one, ...(await readInvoices(dependencies, { customerId, all: everything }))];
  return lease.write(async (tx, locked) => {
    const found = await syncAccount(dependencies, tx, {
      organization: locked,
      customerId,
      subscription,
      credit,
      invoices,
    });
    for (const invoice of invoices) found.push(...(await storeInvoice(tx, organizationId, invoice)));
    if (found.length > 0) await announceOrganization(dependencies, tx, organizationId);
    return found;
  });
}

/** Our copy of the newest 16 invoices. @throws PaymentUnavailable */
export async function syncInvoices(
  dependencies: Pick<Dependencies, 'payments'>,
  executor: Executor,
  { organizationId, customerId }: { organizationId: string; customerId: string },
): Promise<void> {
  const invoices = await readInvoices(dependencies, { customerId, all: false });
  await executor.transaction(async (tx) => {
    for (const invoice of invoices) await storeInvoice(tx, organizationId, invoice);
  });
}

async function readInvoices(
  { payments }: Pick<Dependencies, 'payments'>,
  { customerId, all }: { customerId: string; all: boolean },
): Promise<Invoice[]> {
  const rows: Invoice[] = [];
  let after: string | null | undefined;
  do {
    const page = await payments.listInvoices({ customerId, ...(after ? { after } : {}) });
    rows.push(...page.rows);
    after = page.nextAfter;
  } while (all && after);
  return rows;
}

interface AccountInput {
  organization: BilledOrganizationRow;
  customerId: string;
  subscription: Subscription | null;
  credit: Cents;
  invoices: readonly Invoice[];
}

async function syncAccount(dependencies: SyncServices, tx: Transaction, input: AccountInput): Promise<Difference[]> {
  const { clock } = dependencies;
  const { organization, customerId, subscription, credit } = input;
  const [before] = await tx.select().from(billingAccounts).where(eq(billingAccounts.organizationId, organization.id));
  const status = subscription?.status ?? before?.subscriptionStatus ?? null;
  const wasReadOnly = before?.readOnlySince ?? null;
  const isReadOnly = isReadOnlyStatus(status) || (wasReadOnly !== null && owesBill(input));
  const row = {
    organizationId: organization.id,
    subscriptionStatus: status,
    currentPeriodEnd: subscription?.currentPeriodEnd ?? null,
    cancelAtPeriodEnd: subscription?.cancelAtPeriodEnd ?? false,
    monthlyCents: subscription && !hasEnded(subscription.status) ? monthlyAmount(subscription.items) : 0,
    creditCents: credit,
    readOnlySince: isReadOnly ? (wasReadOnly ?? clock.now()) : null,
    syncedAt: clock.now(),
    ...(isReadOnly ? {} : { removalToldAt: null, dataRemovedAt: null }),
  };
  await tellOfReadOnly(tx, customerId, { before: wasReadOnly, after: row.readOnlySince, status });
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

/**
 * The provider counts a subscription as paid up with its latest bill. Once read-only, an organization stays so until
 * all of its monthly bills are paid. Rules: billing/README.md, "Failed payments".
 */
function owesBill({ subscription, invoices }: AccountInput): boolean {
  return invoices.some(
    ({ status, type, subscriptionId }) =>
      status === 'open' && type === 'monthly' && subscriptionId !== null && subscriptionId === subscription?.id,
  );
}

/** Only for an unpaid bill: whoever deleted the organization knows. */
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

/** Licences are what is paid for. An ended subscription is dropped, so that a new one can begin. */
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
      // The provider decides: the answer to a deletion or its undoing may have been lost.
      ...(ended
        ? { declinedStarts: organization.declinedStarts + 1 }
        : { deleteDate: subscription.cancelAtPeriodEnd ? subscription.currentPeriodEnd : null }),
    })
    .where(eq(organizations.id, organization.id));
  return userLicenses;
}
