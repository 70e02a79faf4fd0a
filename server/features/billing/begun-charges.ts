import { and, asc, eq } from 'drizzle-orm';
import { type Cents, cents } from '#shared/features/billing/model.ts';
import type { PriceKey } from '../../payments/types.ts';
import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { billingBegunCharges } from './tables.ts';

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

/** Notes a charge before the provider is asked for it. */
export async function beginCharge(
  { db }: Pick<Dependencies, 'db'>,
  { amount, at, ...charge }: BegunCharge,
): Promise<void> {
  const row = { ...charge, amountCents: amount, priceAt: at };
  await db
    .insert(billingBegunCharges)
    .values(row)
    .onConflictDoUpdate({ target: [billingBegunCharges.organizationId, billingBegunCharges.attempt], set: row });
}

/** The charge is settled, or the provider refused it. Returns whether it was still open. */
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
