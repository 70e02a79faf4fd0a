import { eq } from 'drizzle-orm';
import { type Cents, cents } from '#shared/features/billing/model.ts';
import { PaymentActionRequired, PaymentObjectMissing } from '../../payments/errors.ts';
import type { UnconfirmedCharge } from '../../payments/types.ts';
import type { Transaction } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { record } from '../audit/index.ts';
import type { Context, Services } from '../context.ts';
import { type BilledOrganizationRow, lockOrganization } from './lock-organization.ts';
import { PRICE_VALID_MS } from './price-validity.ts';
import { syncLocked } from './sync-organization.ts';
import { billingConfirmations } from './tables.ts';

type Row = typeof billingConfirmations.$inferSelect;

/** The job's time is the database's, the price's is ours. */
const CLOCKS_DIFFER_MS = 30_000;
const ASK =
  'Your bank wants to confirm this payment with you. Nothing is changed until you have; you can use another card instead, under Billing.';

/** What a charge that its payer confirmed has paid for. */
export interface Confirmed {
  amount: Cents;
  /** Of a subscription that began with it. */
  subscriptionId: string | null;
}

/**
 * Notes a charge that waits for its payer's word to the bank, under the organization's lock; one that nobody confirmed is
 * dropped when its price has run out. Returns what tells the page.
 */
export async function keepConfirmation(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  charge: {
    organizationId: string;
    attempt: string;
    amount: Cents;
    unconfirmed: UnconfirmedCharge & { subscriptionId?: string };
  },
): Promise<PaymentActionRequired> {
  const { organizationId, attempt, amount, unconfirmed } = charge;
  const { invoiceId, clientSecret, subscriptionId = null } = unconfirmed;
  const createdAt = clock.now();
  await tx
    .insert(billingConfirmations)
    .values({ organizationId, attempt, invoiceId, subscriptionId, amountCents: amount, createdAt });
  const runAt = new Date(createdAt.getTime() + PRICE_VALID_MS + CLOCKS_DIFFER_MS);
  await addJob(
    tx,
    'billing.drop-unconfirmed',
    { organizationId },
    { key: `billing.drop:${organizationId}`, runAt, maxAttempts: 20 },
  );
  return new PaymentActionRequired(ASK, clientSecret);
}

/**
 * What became of the charge that waited, before another one is made, under the organization's lock: one that was paid
 * counts, for this attempt or, as units that are free, for any; one that was not is dropped, unless this attempt is asked
 * for again. @throws PaymentActionRequired while this attempt still waits; PaymentUnavailable
 */
export async function takeConfirmation(
  context: Context,
  tx: Transaction,
  organization: BilledOrganizationRow,
  attempt: string,
): Promise<Confirmed | null> {
  const row = await find(tx, organization.id);
  if (!row) return null;
  const status = await statusOf(context, organization, row);
  const age = context.clock.now().getTime() - row.createdAt.getTime();
  const isAskedNow = row.attempt === attempt && age < PRICE_VALID_MS;
  // What was refused can't be confirmed any more: the bank is asked anew.
  if (status === 'open' && isAskedNow && !(await context.payments.wasRefused(row.invoiceId))) {
    throw new PaymentActionRequired(ASK, await context.payments.getConfirmationSecret(row.invoiceId));
  }
  await forget(context, tx, row, status);
  if (status !== 'paid') return null;
  await syncLocked(context, tx, {
    organizationId: organization.id,
    ...(row.subscriptionId && { subscriptionId: row.subscriptionId }),
  });
  const details = { charged_cents: row.amountCents };
  await record(context, { action: 'billing.charge', targetId: organization.id, details }, tx);
  return row.attempt === attempt ? { amount: cents(row.amountCents), subscriptionId: row.subscriptionId } : null;
}

/** The question that this attempt has been asked already, by a click at the same time, unless the answer was no. */
export async function waitingConfirmation(
  { payments }: Pick<Services, 'payments'>,
  tx: Transaction,
  organization: BilledOrganizationRow,
  attempt: string,
): Promise<PaymentActionRequired | null> {
  const row = await find(tx, organization.id);
  if (row?.attempt !== attempt) return null;
  const status = await statusOf({ payments }, organization, row);
  if (status === 'gone' || (status === 'open' && (await payments.wasRefused(row.invoiceId)))) return null;
  return new PaymentActionRequired(ASK, await payments.getConfirmationSecret(row.invoiceId));
}

/** Once its price has run out: what was paid for counts, the rest is taken back. @throws PaymentUnavailable */
export async function dropUnconfirmed(
  services: Services,
  { organizationId }: { organizationId: string },
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, organizationId);
    const row = await find(tx, organizationId);
    if (!row || services.clock.now().getTime() - row.createdAt.getTime() < PRICE_VALID_MS) return;
    const status = await statusOf(services, organization, row);
    await forget(services, tx, row, status);
    await syncLocked(services, tx, {
      organizationId,
      ...(row.subscriptionId && { subscriptionId: row.subscriptionId }),
    });
  });
}

async function find(tx: Transaction, organizationId: string): Promise<Row | null> {
  const own = eq(billingConfirmations.organizationId, organizationId);
  const [row] = await tx.select().from(billingConfirmations).where(own);
  return row ?? null;
}

async function statusOf(
  { payments }: Pick<Services, 'payments'>,
  { stripeCustomerId }: BilledOrganizationRow,
  { invoiceId }: Row,
): Promise<'open' | 'paid' | 'gone'> {
  try {
    const { status } = await payments.getInvoice({ customerId: stripeCustomerId ?? '', invoiceId });
    return status === 'open' || status === 'paid' ? status : 'gone';
  } catch (error) {
    if (error instanceof PaymentObjectMissing) return 'gone';
    throw error;
  }
}

async function forget(
  { payments }: Pick<Services, 'payments'>,
  tx: Transaction,
  { organizationId, invoiceId, subscriptionId }: Row,
  status: 'open' | 'paid' | 'gone',
): Promise<void> {
  if (status === 'open') await payments.dropUnconfirmed({ invoiceId, subscriptionId });
  await tx.delete(billingConfirmations).where(eq(billingConfirmations.organizationId, organizationId));
}
