import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { coupons, pendingCredits } from '../billing/tables.ts';
import type { Dependencies } from '../context.ts';

/**
 * Promises a coupon's credit to a new organization; it is paid with the first card.
 * @throws ValidationError on `coupon_code` for an unknown, expired or used up one
 */
export async function promiseCouponCredit(
  dependencies: Pick<Dependencies, 'clock'>,
  executor: Executor,
  input: { organizationId: string; code: string },
): Promise<void> {
  const code = input.code.toUpperCase();
  const [coupon] = await executor
    .update(coupons)
    .set({ usesLeft: sql`${coupons.usesLeft} - 1` })
    .where(
      and(
        eq(coupons.code, code),
        or(isNull(coupons.expiresAt), gt(coupons.expiresAt, dependencies.clock.now())),
        or(isNull(coupons.usesLeft), gt(coupons.usesLeft, 0)),
      ),
    )
    .returning();
  if (!coupon) throw new ValidationError({ coupon_code: say('auth.creditCodeInvalid') });
  await executor.insert(pendingCredits).values({
    id: newId(),
    organizationId: input.organizationId,
    reason: `coupon:${code}`,
    amountCents: coupon.creditCents,
  });
}
