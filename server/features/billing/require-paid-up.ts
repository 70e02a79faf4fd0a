import { eq } from 'drizzle-orm';
import { changesState, type Route } from '#shared/api/route.ts';
import type { Executor } from '../../platform/database.ts';
import { PaymentRequired } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { PublicContext } from '../context.ts';
import { billingAccounts } from './tables.ts';

const READ_ONLY = say('billing.invoiceUnpaid');

/** True if nothing of the organization may be changed because the bill is unpaid. */
async function isReadOnly(executor: Executor, organizationId: string): Promise<boolean> {
  return (await readOnlySince(executor, organizationId)) !== null;
}

export async function readOnlySince(executor: Executor, organizationId: string): Promise<Date | null> {
  const [account] = await executor
    .select({ since: billingAccounts.readOnlySince })
    .from(billingAccounts)
    .where(eq(billingAccounts.organizationId, organizationId));
  return account?.since ?? null;
}

/**
 * Runs before every call: in a read-only organization only reading is allowed, and what is needed to pay or leave.
 * @throws PaymentRequired
 */
export async function refuseWhenReadOnly(
  { db, actor }: Pick<PublicContext, 'db' | 'actor'>,
  route: Pick<Route, 'method' | 'access' | 'headerOnly' | 'whileReadOnly'>,
): Promise<void> {
  if (actor && changesState(route) && route.access === 'session' && !route.whileReadOnly) {
    await requirePaidUp(db, actor.organizationId);
  }
}

/** @throws PaymentRequired */
export async function requirePaidUp(executor: Executor, organizationId: string): Promise<void> {
  if (await isReadOnly(executor, organizationId)) throw new PaymentRequired(READ_ONLY);
}
