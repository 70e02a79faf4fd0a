import { and, eq, gte, ne, sum } from 'drizzle-orm';
import { type Cents, cents, monthStart } from '#shared/features/billing/model.ts';
import type { Executor } from '../../platform/database.ts';
import { PaymentRequired } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import type { ChargePreview } from './charge-preview.ts';
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
 * Refuses a charge above the organization's cap, if it has one: when the price is shown, and again with the charge.
 * Rules: billing/README.md, "Spending cap".
 * @throws PaymentRequired with the figures
 */
export async function refuseAboveCap(
  { clock, origin }: Pick<Context, 'clock' | 'origin'>,
  executor: Executor,
  organizationId: string,
  preview: ChargePreview,
): Promise<void> {
  const [account] = await executor
    .select({ cap: billingAccounts.monthlyCapCents })
    .from(billingAccounts)
    .where(eq(billingAccounts.organizationId, organizationId));
  if (account?.cap == null) return;
  const billed = await billedThisMonth(executor, organizationId, clock.now());
  requireBelowCap({ cap: account.cap, preview, billed, locale: origin.locale ?? null });
}

/**
 * The cap limits both: a whole month as it would be from now on, and this month including the charge.
 * @throws PaymentRequired with the figures
 */
function requireBelowCap(input: { cap: number; preview: ChargePreview; billed: Cents; locale: string | null }): void {
  const { cap, preview, billed, locale } = input;
  const { monthlyBefore, monthlyAfter, amount } = preview;
  const written = (cost: Cents) => amountText(cost, locale);
  const limit = written(cents(cap));
  if (monthlyAfter > cap) {
    throw new PaymentRequired(
      say('billing.capExceededMonthly', { before: written(monthlyBefore), after: written(monthlyAfter), cap: limit }),
    );
  }
  if (billed + amount > cap) {
    throw new PaymentRequired(
      say('billing.capExceededNow', { amount: written(amount), billed: written(billed), cap: limit }),
    );
  }
}
