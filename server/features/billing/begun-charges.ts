import { and, asc, eq } from 'drizzle-orm';
import { type Cents, cents } from '#shared/features/billing/model.ts';
import type { PriceKey } from '../../payments/types.ts';
import type { Executor } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { billingBegunCharges } from './tables.ts';
import { giveBackToToken, spendFromToken } from './token-budget.ts';

export interface Attempt {
  organizationId: string;
  attempt: string;
}

export interface BegunCharge extends Attempt {
  priceKey: PriceKey;
  amount: Cents;
  at: Date;
}

export const isCharge = ({ organizationId, attempt }: Attempt) =>
  and(eq(billingBegunCharges.organizationId, organizationId), eq(billingBegunCharges.attempt, attempt));

/**
 * Notes a charge before the provider is asked for it, and takes it from the budget of the API token that asks.
 * @throws PaymentRequired if the budget has not enough left
 */
export async function beginCharge(
  context: Pick<Context, 'db' | 'actor' | 'origin'>,
  { amount, at, ...charge }: BegunCharge,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    // A repeated click takes the place of the one before.
    await dropCharge(tx, charge);
    const tokenId = await spendFromToken(context, tx, amount);
    await tx.insert(billingBegunCharges).values({ ...charge, amountCents: amount, priceAt: at, tokenId });
  });
}

/** The charge was not made, and the budget it was taken from has it back. */
export async function dropCharge(executor: Executor, charge: Attempt): Promise<void> {
  await executor.transaction(async (tx) => {
    const dropped = await tx.delete(billingBegunCharges).where(isCharge(charge)).returning();
    for (const { tokenId, amountCents } of dropped) await giveBackToToken(tx, tokenId, amountCents);
  });
}

/** The charge is settled. Returns whether it was still open. */
export async function endCharge(executor: Executor, charge: Attempt): Promise<boolean> {
  const ended = await executor.delete(billingBegunCharges).where(isCharge(charge)).returning();
  return ended.length > 0;
}

/** The begun charge behind a unit that is already billed: this attempt's, or else the oldest whose answer was lost. */
export async function findCharge(
  executor: Executor,
  { organizationId, attempt, priceKey }: Attempt & { priceKey: PriceKey },
): Promise<{ attempt: string; amount: Cents } | null> {
  const rows = await executor
    .select()
    .from(billingBegunCharges)
    .where(and(eq(billingBegunCharges.organizationId, organizationId), eq(billingBegunCharges.priceKey, priceKey)))
    .orderBy(asc(billingBegunCharges.priceAt));
  const found = rows.find((row) => row.attempt === attempt) ?? rows[0];
  return found ? { attempt: found.attempt, amount: cents(found.amountCents) } : null;
}

/** How many charges of one price aren't settled yet; some may not have been made. */
export function countCharges(
  executor: Executor,
  { organizationId, priceKey }: Pick<BegunCharge, 'organizationId' | 'priceKey'>,
): Promise<number> {
  const own = and(eq(billingBegunCharges.organizationId, organizationId), eq(billingBegunCharges.priceKey, priceKey));
  return executor.$count(billingBegunCharges, own);
}

/** Is it uncertain what the organization has paid, because a charge is in progress? */
export async function hasBegunCharges(executor: Executor, organizationId: string): Promise<boolean> {
  const own = eq(billingBegunCharges.organizationId, organizationId);
  return (await executor.select().from(billingBegunCharges).where(own).limit(1)).length > 0;
}
