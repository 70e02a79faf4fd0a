import { eq } from 'drizzle-orm';
import { type Cents, CREDIT } from '#shared/features/billing/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Dependencies } from '../context.ts';
import { users } from '../people/tables.ts';
import { applyPendingCredits } from './apply-credits.ts';
import { withLease } from './lease.ts';
import { findBilled } from './lock-organization.ts';
import { pendingCredits } from './tables.ts';

interface Grant {
  organizationId: string;
  /** What it is for; one credit for each reason and organization, however often it is granted. */
  reason: string;
  amount: Cents;
}

/**
 * Promises a credit, once; a job pays it into the balance, or, for a welcome credit, the first card. Returns whether it
 * is new.
 */
export async function grantCredit(tx: Executor, { organizationId, reason, amount }: Grant): Promise<boolean> {
  const granted = await tx
    .insert(pendingCredits)
    .values({ id: newId(), organizationId, reason, amountCents: amount })
    .onConflictDoNothing({ target: [pendingCredits.organizationId, pendingCredits.reason] })
    .returning();
  if (granted.length === 0) return false;
  await addJob(tx, 'billing.apply-credits', { organizationId }, { key: `billing.apply-credits:${organizationId}` });
  return true;
}

/**
 * $15 for an organization that an existing account creates: once per account, or it could be repeated. Locks the
 * account's row against simultaneous calls. Returns whether it was granted.
 */
export async function grantNewOrganizationCredit(
  tx: Transaction,
  { organizationId, accountId }: { organizationId: string; accountId: string },
): Promise<boolean> {
  const reason = `new-organization:${accountId}`;
  await tx.select({ id: users.id }).from(users).where(eq(users.id, accountId)).for('no key update');
  const had = tx.select({ id: pendingCredits.id }).from(pendingCredits).where(eq(pendingCredits.reason, reason));
  if ((await had.limit(1)).length > 0) return false;
  return grantCredit(tx, { organizationId, reason, amount: CREDIT.organizationFromExistingAccount });
}

/** Pays promised credits into the balance of an organization with a customer; each once, whatever is repeated. */
export async function applyGrantedCredits(
  dependencies: Pick<Dependencies, 'db' | 'sql' | 'payments' | 'clock'>,
  { organizationId }: { organizationId: string },
): Promise<void> {
  await withLease(dependencies, organizationId, async () => {
    const { stripeCustomerId: customerId } = await findBilled(dependencies.db, organizationId);
    if (!customerId) return;
    await applyPendingCredits(dependencies, dependencies.db, { organizationId, customerId });
  });
}
