import { eq } from 'drizzle-orm';
import { type Cents, cents } from '#shared/features/billing/model.ts';
import { PaymentActionRequired, PaymentObjectMissing } from '../../payments/errors.ts';
import type { UnconfirmedCharge } from '../../payments/types.ts';
import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context, Dependencies } from '../context.ts';
import { dropCharge } from './begun-charges.ts';
import { type Lease, withLease } from './lease.ts';
import { type BilledOrganizationRow, findBilled } from './lock-organization.ts';
import { PRICE_VALID_MS } from './price-validity.ts';
import { syncLocked } from './sync-organization.ts';
import { billingConfirmations } from './tables.ts';

type Row = typeof billingConfirmations.$inferSelect;

/** The job uses the database's time, the price ours. */
const CLOCKS_DIFFER_MS = 30_000;
const ASK = say('billing.bankConfirmationNeeded');

/** What a charge confirmed by its payer has paid for. */
export interface Confirmed {
  amount: Cents;
  /** The subscription that began with it. */
  subscriptionId: string | null;
}

/**
 * Notes a charge that waits for its payer to confirm it with the bank; it is dropped once its price has expired. Needs
 * the organization's lease. Returns what the page needs.
 */
export async function keepConfirmation(
  { clock }: Pick<Dependencies, 'clock'>,
  executor: Executor,
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
  const runAt = new Date(createdAt.getTime() + PRICE_VALID_MS + CLOCKS_DIFFER_MS);
  await executor.transaction(async (tx) => {
    await tx
      .insert(billingConfirmations)
      .values({ organizationId, attempt, invoiceId, subscriptionId, amountCents: amount, createdAt });
    const job = { key: `billing.drop:${organizationId}`, runAt, maxAttempts: 20 };
    await addJob(tx, 'billing.drop-unconfirmed', { organizationId }, job);
  });
  return new PaymentActionRequired(ASK, clientSecret);
}

/**
 * Resolves the waiting charge before another one is made: a paid one counts, for this attempt or, as free units, for
 * any; an unpaid one is dropped, unless this attempt asks for it again. Needs the organization's lease. @throws
 * PaymentActionRequired while this attempt still waits; PaymentUnavailable
 */
export async function takeConfirmation(
  context: Context,
  lease: Lease,
  organization: BilledOrganizationRow,
  attempt: string,
): Promise<Confirmed | null> {
  const row = await find(context.db, organization.id);
  if (!row) return null;
  const status = await statusOf(context, organization, row);
  const age = context.clock.now().getTime() - row.createdAt.getTime();
  const isAskedNow = row.attempt === attempt && age < PRICE_VALID_MS;
  // A refused confirmation can't be repeated, so the bank is asked again.
  if (status === 'open' && isAskedNow && !(await context.payments.wasRefused(row.invoiceId))) {
    throw new PaymentActionRequired(ASK, await context.payments.getConfirmationSecret(row.invoiceId));
  }
  if (status !== 'paid') {
    await drop(context, row, status);
    return null;
  }
  await syncLocked(context, lease, { organizationId: organization.id, ...begunWith(row) });
  await lease.write(async (tx) => {
    await tx.delete(billingConfirmations).where(eq(billingConfirmations.organizationId, organization.id));
    const details = { charged_cents: row.amountCents };
    await record(tx, context, { action: 'billing.charge', targetId: organization.id, details });
  });
  return row.attempt === attempt ? { amount: cents(row.amountCents), subscriptionId: row.subscriptionId } : null;
}

/** Once its price has expired: what was paid for counts, the rest is taken back. @throws PaymentUnavailable */
export async function dropUnconfirmed(
  dependencies: Dependencies,
  { organizationId }: { organizationId: string },
): Promise<void> {
  await withLease(dependencies, organizationId, async (lease) => {
    const row = await find(dependencies.db, organizationId);
    if (!row || dependencies.clock.now().getTime() - row.createdAt.getTime() < PRICE_VALID_MS) return;
    const status = await statusOf(dependencies, await findBilled(dependencies.db, organizationId), row);
    await drop(dependencies, row, status);
    await syncLocked(dependencies, lease, { organizationId, ...begunWith(row) });
  });
}

function begunWith({ subscriptionId }: Row): { subscriptionId?: string } {
  return subscriptionId === null ? {} : { subscriptionId };
}

async function find(executor: Executor, organizationId: string): Promise<Row | null> {
  const own = eq(billingConfirmations.organizationId, organizationId);
  const [row] = await executor.select().from(billingConfirmations).where(own);
  return row ?? null;
}

async function statusOf(
  { payments }: Pick<Dependencies, 'payments'>,
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

/** A paid one keeps its begun charge, because nothing has settled it yet. */
async function drop(
  { db, payments }: Pick<Dependencies, 'db' | 'payments'>,
  { organizationId, attempt, invoiceId, subscriptionId }: Row,
  status: 'open' | 'paid' | 'gone',
): Promise<void> {
  if (status === 'open') await payments.dropUnconfirmed({ invoiceId, subscriptionId });
  await db.transaction(async (tx) => {
    await tx.delete(billingConfirmations).where(eq(billingConfirmations.organizationId, organizationId));
    if (status !== 'paid') await dropCharge(tx, { organizationId, attempt });
  });
}
