import { eq } from 'drizzle-orm';
import { cents } from '#shared/features/billing/model.ts';
import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { pendingCredits } from './tables.ts';
import { findPromised, offerOf, type PendingCredit } from './welcome-credits.ts';

/** Identifies a credit at the provider for good. */
const keyOf = ({ id }: PendingCredit) => `credit:${id}`;

interface Account {
  organizationId: string;
  customerId: string;
  /** The card the organization starts with, which brings its welcome credits; any, before one was chosen. */
  firstCard?: { fingerprint: string | null } | 'any';
}

function isMeant(credit: PendingCredit, firstCard: Account['firstCard']): boolean {
  if (offerOf(credit.reason) === null || firstCard === 'any') return true;
  return firstCard?.fingerprint != null && credit.cardFingerprint === firstCard.fingerprint;
}

/**
 * The credits still to be paid. One that was paid but not recorded is recorded now: the provider says which ones it
 * has, so that nothing is paid twice however late the retry. @throws PaymentError
 */
export async function findUnpaidCredits(
  { payments }: Pick<Dependencies, 'payments'>,
  executor: Executor,
  { organizationId, customerId, firstCard }: Account,
): Promise<{ unpaid: PendingCredit[]; paid: PendingCredit[] }> {
  const promised = (await findPromised(executor, organizationId)).filter((credit) => isMeant(credit, firstCard));
  if (promised.length === 0) return { unpaid: [], paid: [] };
  const known = await payments.listCredits(customerId);
  const paid = promised.filter((credit) => known.has(keyOf(credit)));
  return { paid, unpaid: promised.filter((credit) => !paid.includes(credit)) };
}

/** Pays promised credits into the customer's balance, each once whatever is repeated. @throws PaymentError */
export async function applyPendingCredits(
  dependencies: Pick<Dependencies, 'payments' | 'clock'>,
  executor: Executor,
  account: Account,
): Promise<void> {
  const { unpaid, paid } = await findUnpaidCredits(dependencies, executor, account);
  for (const credit of unpaid) {
    await dependencies.payments.addCustomerCredit({
      customerId: account.customerId,
      amount: cents(credit.amountCents),
      reason: credit.reason,
      idempotencyKey: keyOf(credit),
    });
  }
  for (const { id } of [...paid, ...unpaid]) {
    await executor.update(pendingCredits).set({ appliedAt: dependencies.clock.now() }).where(eq(pendingCredits.id, id));
  }
}
