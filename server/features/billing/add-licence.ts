import { and, eq } from 'drizzle-orm';
import { MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { seatsTaken } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { chargeUnits } from './charge-units.ts';
import { takeConfirmation } from './confirmations.ts';
import { withLease } from './lease.ts';
import { type BilledOrganizationRow, findBilled } from './lock-organization.ts';
import { rehearse } from './rehearse.ts';
import { requirePaidUp } from './require-paid-up.ts';
import { settleCharge } from './settle-charge.ts';
import { billingCharges } from './tables.ts';

export interface LicenceInput {
  /** Names the person's attempt, e.g. the new user's address and the price's instant; repeated clicks share it. */
  attempt: string;
  /** The price's instant; not needed while a licence is free. */
  at: Date;
  /** The accepted charge to the card; without it, any. */
  cardAmount?: number | undefined;
}

/**
 * Gives a licence to what `effect` creates (a membership), and charges for it if none is free: both or neither. Changes
 * to one organization wait for each other, and the same attempt happens once. `effect` is rehearsed and undone before
 * the charge, so that nothing is charged that can't be written; it must do nothing outside its transaction. Returns the
 * id that `effect` returned.
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
    const charged = (await hasFreeSeat(db, organizationId)) ? null : await chargeLicence(context, input, effect);
    return settleCharge(context, lease, charged, async (tx, organization) => {
      const known = await findDone(tx, organization.id, input.attempt);
      if (known !== null) return known;
      const userLicenses = organization.userLicenses + (charged ? 1 : 0);
      await tx.update(organizations).set({ userLicenses }).where(eq(organizations.id, organization.id));
      return give(context, tx, { organization, attempt: input.attempt, effectId: await effect(tx) });
    });
  });
}

async function hasFreeSeat(executor: Executor, organizationId: string): Promise<boolean> {
  const { userLicenses } = await findBilled(executor, organizationId);
  return userLicenses > (await seatsTaken(executor, organizationId));
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
  given: { organization: BilledOrganizationRow; attempt: string; effectId: string },
): Promise<string> {
  const { organization, attempt, effectId } = given;
  await tx.insert(billingCharges).values({
    organizationId: organization.id,
    attempt,
    priceKey: 'extra-user',
    quantity: organization.userLicenses,
    effectId,
    createdAt: clock.now(),
  });
  return effectId;
}

async function chargeLicence(
  context: Context,
  { attempt, at, cardAmount }: LicenceInput,
  effect: (tx: Transaction) => Promise<string>,
) {
  await rehearse(context, effect);
  const organization = await findBilled(context.db, context.actor.organizationId);
  return chargeUnits(context, {
    organization,
    attempt,
    priceKey: 'extra-user',
    // The owner's licence is part of the subscription, so one more makes as many extra ones as there are now.
    quantity: organization.userLicenses,
    unitPrice: MONTHLY_PRICE.extraUser,
    at,
    cardAmount,
  });
}
