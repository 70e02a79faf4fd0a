import { and, eq, gte, ne, sum } from 'drizzle-orm';
import { type Cents, cents, monthStart } from '#shared/features/billing/model.ts';
import type { Executor } from '../../platform/database.ts';
import { PaymentRequired } from '../../platform/errors.ts';
import type { Services } from '../context.ts';
import type { ChargePreview } from './preview-units.ts';
import { billingAccounts, billingInvoices } from './tables.ts';
import { amountText } from './tell-owner.ts';

/** What was billed since the 1st (UTC), in cents, before credit. */
async function billedThisMonth(executor: Executor, organizationId: string, now: Date): Promise<Cents> {
  const [row] = await executor
    .select({ total: sum(billingInvoices.totalCents).mapWith(Number) })
    .from(billingInvoices)
    .where(
      and(
        eq(billingInvoices.organizationId, organizationId),
        gte(billingInvoices.createdAt, monthStart(now)),
        ne(billingInvoices.status, 'void'),
      ),
    );
  return cents(row?.total ?? 0);
}

/**
 * Refuses what would pass the organization's cap, if it has one: already when the price is shown, and again with the charge.
 * @throws PaymentRequired with the figures.
 */
export async function refuseAboveCap(
  { clock }: Pick<Services, 'clock'>,
  executor: Executor,
  organizationId: string,
  preview: ChargePreview,
): Promise<void> {
  const [account] = await executor
    .select({ cap: billingAccounts.monthlyCapCents })
    .from(billingAccounts)
    .where(eq(billingAccounts.organizationId, organizationId));
  if (account?.cap == null) return;
  requireBelowCap(account.cap, preview, await billedThisMonth(executor, organizationId, clock.now()));
}

/**
 * The cap holds for both: a whole month as it would be from now on, and this month with what is charged now.
 * @throws PaymentRequired with the figures.
 */
function requireBelowCap(cap: number, preview: ChargePreview, billed: Cents): void {
  const { monthlyBefore, monthlyAfter, amount } = preview;
  const limit = amountText(cents(cap));
  if (monthlyAfter > cap) {
    throw new PaymentRequired(
      `This would raise the monthly bill from ${amountText(monthlyBefore)} to ${amountText(monthlyAfter)}, above the spending cap of ${limit}. The owner can raise the cap under Billing.`,
    );
  }
  if (billed + amount > cap) {
    throw new PaymentRequired(
      `This would charge ${amountText(amount)} now. With the ${amountText(billed)} already billed this month that is above the spending cap of ${limit}. The owner can raise the cap under Billing.`,
    );
  }
}
