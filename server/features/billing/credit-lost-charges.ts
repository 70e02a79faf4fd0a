import { lt } from 'drizzle-orm';
import { cents } from '#shared/features/billing/model.ts';
import type { PriceKey } from '../../payments/types.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import { record } from '../audit/index.ts';
import type { Dependencies } from '../context.ts';
import { type Attempt, dropCharge, endCharge, isCharge } from './begun-charges.ts';
import { changeUnitsLater } from './change-units-later.ts';
import { dropUnconfirmed } from './confirmations.ts';
import { grantCredit } from './grant-credit.ts';
import { type Lease, withLease } from './lease.ts';
import { findBilled } from './lock-organization.ts';
import { quantityOf } from './monthly-amount.ts';
import { PRICE_VALID_MS } from './price-validity.ts';
import { syncLocked } from './sync-organization.ts';
import { billingBegunCharges } from './tables.ts';

/** A call in progress when the price expired has been answered by then. */
const ANSWERED_WITHIN_MS = 5 * MINUTE;

type CountUnits = (executor: Executor, organizationId: string, priceKey: PriceKey) => Promise<number>;

/**
 * Credits charges for things that were never created because the process ended first: more units are billed than
 * `countUnits` finds. Waits until the price has expired; until then the person's next click finds them paid. One
 * organization that can't be read doesn't stop the others.
 */
export async function creditLostCharges(dependencies: Dependencies, countUnits: CountUnits): Promise<void> {
  const before = new Date(dependencies.clock.now().getTime() - PRICE_VALID_MS - ANSWERED_WITHIN_MS);
  const lost = await dependencies.db.select().from(billingBegunCharges).where(lt(billingBegunCharges.priceAt, before));
  for (const charge of lost) {
    const { organizationId } = charge;
    try {
      // One still waiting for its payer is taken back, or has been paid by now.
      await dropUnconfirmed(dependencies, { organizationId });
      await withLease(dependencies, organizationId, (lease) => creditLost(dependencies, lease, charge, countUnits));
    } catch (error) {
      dependencies.log.error({ err: error, organizationId }, 'a lost charge could not be settled yet');
    }
  }
}

async function creditLost(
  dependencies: Dependencies,
  lease: Lease,
  { organizationId, attempt }: Attempt,
  countUnits: CountUnits,
): Promise<void> {
  const { db, payments, log } = dependencies;
  const [charge] = await db.select().from(billingBegunCharges).where(isCharge({ organizationId, attempt }));
  if (!charge) return;
  const { priceKey, amountCents } = charge;
  // A licence nobody got is a free one.
  if (priceKey === 'extra-user') {
    await syncLocked(dependencies, lease, { organizationId });
    await endCharge(db, charge);
    return;
  }
  const { stripeSubscriptionId } = await findBilled(db, organizationId);
  const quantity = await countUnits(db, organizationId, priceKey);
  const subscription = stripeSubscriptionId ? await payments.getSubscription(stripeSubscriptionId) : null;
  if (!subscription || quantityOf(subscription, priceKey) <= quantity) {
    await dropCharge(db, charge);
    return;
  }
  log.warn({ organizationId, priceKey, amountCents }, 'a charge whose commit was lost is credited');
  await lease.write(async (tx) => {
    await dropCharge(tx, charge);
    if (amountCents > 0) {
      await grantCredit(tx, { organizationId, reason: `lost:${attempt}`, amount: cents(amountCents) });
    }
    const details = { price: priceKey, credited_cents: amountCents };
    await record(tx, dependencies, { action: 'billing.credit', targetId: organizationId, organizationId, details });
  });
  // After a crash here, the daily comparison removes them.
  await changeUnitsLater(dependencies, { organizationId, priceKey, quantity });
}
