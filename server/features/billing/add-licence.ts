import { and, eq } from 'drizzle-orm';
import { MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { seatsTaken } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { chargeUnits } from './charge-units.ts';
import { takeConfirmation } from './confirmations.ts';
import { withLease } from './lease.ts';
import { findBilled } from './lock-organization.ts';
import { rehearse } from './rehearse.ts';
import { requirePaidUp } from './require-paid-up.ts';
import { settleCharge } from './settle-charge.ts';
import { billingCharges } from './tables.ts';

export interface LicenceInput {
  /** How many licences; one by default. */
  seats?: number;
  /** Names the person's attempt, e.g. the new user's address and the price's instant; repeated clicks share it. */
  attempt: string;
  /** The price's instant; not needed while enough licences are free. */
  at: Date;
  /** The accepted charge to the card; without it, any. */
  cardAmount?: number | undefined;
}

/**
 * Gives licences to what `effect` creates (memberships), and charges for those that aren't free, at once: all or
 * nothing. Changes to one organization wait for each other, and the same attempt happens once. `effect` is rehearsed and
 * undone before the charge, so that nothing is charged that can't be written; it must do nothing outside its
 * transaction. Returns the id, or ids, that `effect` returned.
 * @throws PriceChanged if the charge would differ from the accepted one; PaymentRequired (no card, unpaid bill,
 * spending cap); PaymentDeclined, PaymentActionRequired, PaymentUnavailable; and what `effect` throws. None of them
 * leaves anything behind.
 */
export function addLicence(
  context: Context,
  input: LicenceInput,
  effect: (tx: Transaction) => Promise<string>,
): Promise<string> {
  const { db, actor } = context;
  const { organizationId } = actor;
  return withLease(context, organizationId, async (lease) => {
    const done = await findDone(db, organizationId, input.attempt);
    if (done !== null) return done;
    await requirePaidUp(db, organizationId);
    // A licence the payer has confirmed is paid for, so it is free now.
    await takeConfirmation(context, lease, await findBilled(db, organizationId), input.attempt);
    const missing = (input.seats ?? 1) - (await freeSeats(db, organizationId));
    const charged = missing > 0 ? await chargeLicences(context, { ...input, missing }, effect) : null;
    return settleCharge(context, lease, charged, async (tx, organization) => {
      const known = await findDone(tx, organization.id, input.attempt);
      if (known !== null) return known;
      // Includes what an attempt before paid for and lost; the owner's licence is part of the subscription.
      const userLicenses = charged ? charged.units + 1 : organization.userLicenses;
      await tx.update(organizations).set({ userLicenses }).where(eq(organizations.id, organization.id));
      return give(context, tx, {
        organizationId: organization.id,
        attempt: input.attempt,
        userLicenses,
        effectId: await effect(tx),
      });
    });
  });
}

/** None if there are fewer licences than members. */
async function freeSeats(executor: Executor, organizationId: string): Promise<number> {
  const { userLicenses } = await findBilled(executor, organizationId);
  return Math.max(0, userLicenses - (await seatsTaken(executor, organizationId)));
}

async function findDone(executor: Executor, organizationId: string, attempt: string): Promise<string | null> {
  const [row] = await executor
    .select({ effectId: billingCharges.effectId })
    .from(billingCharges)
    .where(and(eq(billingCharges.organizationId, organizationId), eq(billingCharges.attempt, attempt)));
  return row?.effectId ?? null;
}

async function give(
  { clock }: Context,
  tx: Transaction,
  { userLicenses, ...given }: { organizationId: string; attempt: string; userLicenses: number; effectId: string },
): Promise<string> {
  await tx.insert(billingCharges).values({
    ...given,
    priceKey: 'extra-user',
    quantity: userLicenses - 1,
    createdAt: clock.now(),
  });
  return given.effectId;
}

async function chargeLicences(
  context: Context,
  { attempt, at, cardAmount, missing }: LicenceInput & { missing: number },
  effect: (tx: Transaction) => Promise<string>,
) {
  await rehearse(context, effect);
  const organization = await findBilled(context.db, context.actor.organizationId);
  return chargeUnits(context, {
    organization,
    attempt,
    priceKey: 'extra-user',
    quantity: organization.userLicenses - 1 + missing,
    unitPrice: MONTHLY_PRICE.extraUser,
    at,
    cardAmount,
  });
}
