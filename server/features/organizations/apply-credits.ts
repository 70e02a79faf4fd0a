import { and, eq, isNull } from 'drizzle-orm';
import { cents } from '#shared/features/billing/model.ts';
import type { Executor } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import { pendingCredits } from './tables.ts';

/** Pays the promised credits into the customer's balance, each one once whatever is repeated. @throws PaymentError */
export async function applyPendingCredits(
  { payments, clock }: Pick<Services, 'payments' | 'clock'>,
  executor: Executor,
  input: { organizationId: string; customerId: string },
): Promise<void> {
  const promised = await executor
    .select()
    .from(pendingCredits)
    .where(and(eq(pendingCredits.organizationId, input.organizationId), isNull(pendingCredits.appliedAt)));
  for (const credit of promised) {
    await payments.addCustomerCredit({
      customerId: input.customerId,
      amount: cents(credit.amountCents),
      reason: credit.reason,
      idempotencyKey: `credit:${credit.id}`,
    });
    await executor.update(pendingCredits).set({ appliedAt: clock.now() }).where(eq(pendingCredits.id, credit.id));
  }
}
