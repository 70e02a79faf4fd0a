import { sql } from 'drizzle-orm';
import { type Cents, cents } from '#shared/features/billing/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { PaymentRequired, Unauthenticated } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { amountText } from './tell-owner.ts';

// The table of API tokens belongs to a slice below this one.

/**
 * Takes a charge from the budget of the token that asks for it, if one does; what the same attempt took before counts.
 * @returns the token, for the charge's row
 * @throws PaymentRequired with the figures
 */
export async function spendFromToken(
  { actor, origin }: Pick<Context, 'actor' | 'origin'>,
  tx: Transaction,
  amount: Cents,
): Promise<string | null> {
  const id = actor.apiToken?.id;
  if (id === undefined) return null;
  const [token] = await tx.execute<{ cents: number | null; spent_cents: number }>(
    sql`select cents, spent_cents from api_tokens where id = ${id} for update`,
  );
  if (!token) throw new Unauthenticated();
  const spent = token.spent_cents;
  if (token.cents !== null && spent + amount > token.cents) {
    const written = (value: number) => amountText(cents(value), origin.locale ?? null);
    throw new PaymentRequired(
      say('billing.tokenBudgetExceeded', {
        amount: written(amount),
        budget: written(token.cents),
        spent: written(spent),
      }),
    );
  }
  await tx.execute(sql`update api_tokens set spent_cents = spent_cents + ${amount} where id = ${id}`);
  return id;
}

/** Gives back what a charge took that was not made. */
export async function giveBackToToken(executor: Executor, tokenId: string | null, amount: number): Promise<void> {
  if (tokenId === null || amount === 0) return;
  // A revoked one can be had back.
  for (const table of ['api_tokens', 'deleted_api_tokens'].map(sql.raw)) {
    await executor.execute(
      sql`update ${table} set spent_cents = greatest(0, spent_cents - ${amount}) where id = ${tokenId}`,
    );
  }
}
