import { and, eq } from 'drizzle-orm';
import { MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { seatsTaken } from '../organizations/index.ts';
import { organizations } from '../organizations/tables.ts';
import { chargeUnits, inChargeTransaction } from './charge-units.ts';
import { takeConfirmation } from './confirmations.ts';
import { type BilledOrganizationRow, lockOrganization } from './lock-organization.ts';
import { requirePaidUp } from './require-paid-up.ts';
import { billingCharges } from './tables.ts';

export interface LicenceInput {
  /** Names the person's attempt, e.g. the address of the new user and the price's instant: repeated clicks share it. */
  attempt: string;
  /** The instant of the price that was shown; not needed while a seat is free. */
  at: Date;
}

/**
 * Gives a licence to what `effect` makes (a membership), and charges for it when no seat is free: both or neither. The
 * organization's changes wait for each other, and the same attempt is made once. Returns the id that `effect` returned.
 * @throws Conflict for a price that is out of date; PaymentRequired (no card, unpaid bill, spending cap); PaymentDeclined,
 *   PaymentActionRequired, PaymentUnavailable; and what `effect` throws. Nothing is left behind by any of them.
 */
export function addLicence(
  context: Context,
  input: LicenceInput,
  effect: (tx: Transaction) => Promise<string>,
): Promise<string> {
  return inChargeTransaction(context, async (tx) => {
    const locked = await lockOrganization(tx, context.actor.organizationId);
    const done = await findDone(tx, locked.id, input.attempt);
    if (done !== null) return done;
    await requirePaidUp(tx, locked.id);
    // A licence that its payer has confirmed is paid for: it is a free seat now.
    await takeConfirmation(context, tx, locked, input.attempt);
    const organization = await lockOrganization(tx, locked.id);
    const freeSeats = organization.userLicenses - (await seatsTaken(tx, organization.id));
    const effectId = await effect(tx);
    await tx.insert(billingCharges).values({
      organizationId: organization.id,
      attempt: input.attempt,
      priceKey: 'extra-user',
      quantity: organization.userLicenses,
      effectId,
      createdAt: context.clock.now(),
    });
    if (freeSeats <= 0) await chargeLicence(context, tx, organization, input);
    return effectId;
  });
}

async function findDone(tx: Transaction, organizationId: string, attempt: string): Promise<string | null> {
  const [row] = await tx
    .select({ effectId: billingCharges.effectId })
    .from(billingCharges)
    .where(and(eq(billingCharges.organizationId, organizationId), eq(billingCharges.attempt, attempt)));
  return row?.effectId ?? null;
}

async function chargeLicence(
  context: Context,
  tx: Transaction,
  organization: BilledOrganizationRow,
  { attempt, at }: LicenceInput,
): Promise<void> {
  const userLicenses = organization.userLicenses + 1;
  await tx.update(organizations).set({ userLicenses }).where(eq(organizations.id, organization.id));
  await chargeUnits(context, tx, {
    organization,
    attempt,
    priceKey: 'extra-user',
    quantity: userLicenses - 1,
    unitPrice: MONTHLY_PRICE.extraUser,
    at,
  });
}
