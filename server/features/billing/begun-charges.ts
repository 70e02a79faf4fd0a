import { and, eq, lt } from 'drizzle-orm';
import { type Cents, cents } from '#shared/features/billing/model.ts';
import type { PriceKey } from '../../payments/types.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { record } from '../audit/index.ts';
import type { Services } from '../context.ts';
import { changeUnitsLater } from './change-units-later.ts';
import { grantCredit } from './grant-credit.ts';
import { lockOrganization } from './lock-organization.ts';
import { quantityOf } from './monthly-amount.ts';
import { PRICE_VALID_MS } from './price-validity.ts';
import { billingBegunCharges } from './tables.ts';

export interface BegunCharge {
  organizationId: string;
  attempt: string;
  priceKey: PriceKey;
  amount: Cents;
  at: Date;
}

/** A call to the provider that was under way when the price ran out has been answered by then. */
const ANSWERED_WITHIN_MS = 5 * MINUTE;

const isCharge = ({ organizationId, attempt }: { organizationId: string; attempt: string }) =>
  and(eq(billingBegunCharges.organizationId, organizationId), eq(billingBegunCharges.attempt, attempt));

/** Notes a charge before the transaction that asks the provider for it. */
export async function beginCharge({ db }: Pick<Services, 'db'>, { amount, at, ...charge }: BegunCharge): Promise<void> {
  await db
    .insert(billingBegunCharges)
    .values({ ...charge, amountCents: amount, priceAt: at })
    .onConflictDoNothing();
}

/** The charge and what it pays for become true together. */
export async function endCharge(tx: Transaction, charge: { organizationId: string; attempt: string }): Promise<void> {
  await tx.delete(billingBegunCharges).where(isCharge(charge));
}

/** Is what the organization has paid not known for sure, as a charge is under way? */
export async function hasBegunCharges(executor: Executor, organizationId: string): Promise<boolean> {
  const own = eq(billingBegunCharges.organizationId, organizationId);
  return (await executor.select().from(billingBegunCharges).where(own).limit(1)).length > 0;
}

/**
 * Credits what was charged for something that never came to be, as the process ended before it could be written down: more
 * units are billed than `countUnits` finds. Waits until the price has run out: until then the person's next click finds it paid.
 * @throws PaymentUnavailable
 */
export async function creditLostCharges(
  services: Services,
  countUnits: (tx: Transaction, organizationId: string, priceKey: PriceKey) => Promise<number>,
): Promise<void> {
  const before = new Date(services.clock.now().getTime() - PRICE_VALID_MS - ANSWERED_WITHIN_MS);
  const lost = await services.db.select().from(billingBegunCharges).where(lt(billingBegunCharges.priceAt, before));
  for (const { organizationId, attempt } of lost) {
    await services.db.transaction(async (tx) => {
      const organization = await lockOrganization(tx, organizationId);
      const [charge] = await tx.delete(billingBegunCharges).where(isCharge({ organizationId, attempt })).returning();
      if (!charge || !organization.stripeSubscriptionId) return;
      const { priceKey, amountCents } = charge;
      const quantity = await countUnits(tx, organizationId, priceKey);
      const subscription = await services.payments.getSubscription(organization.stripeSubscriptionId);
      if (quantityOf(subscription, priceKey) <= quantity) return;
      services.log.warn({ organizationId, priceKey, amountCents }, 'a charge whose commit was lost is credited');
      if (amountCents > 0) {
        await grantCredit(tx, { organizationId, reason: `lost:${attempt}`, amount: cents(amountCents) });
      }
      const details = { price: priceKey, credited_cents: amountCents };
      await record(services, { action: 'billing.credit', targetId: organizationId, organizationId, details }, tx);
      await changeUnitsLater(services, tx, { organization, priceKey, quantity });
    });
  }
}
