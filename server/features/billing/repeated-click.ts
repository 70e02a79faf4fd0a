import { and, desc, eq, gt, sql } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import type { Executor } from '../../platform/database.ts';
import { hashToken } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { billingCharges } from './tables.ts';

/** Within this time, in milliseconds, the same request of the same person is a repeated click. */
export const REPEATED_CLICK_MS = MINUTE;

/** Prefix of the names of all attempts at one thing: what was asked for, and by whom. */
export function attemptsAt({ actor }: Pick<Context, 'actor'>, kind: string, request: readonly unknown[]): string {
  return `${kind}:${hashToken(JSON.stringify([actor.userId, ...request]))}:`;
}

/** What an attempt with this prefix created a moment ago; null if there was none. */
export async function findRepeated(
  { actor, clock }: Pick<Context, 'actor' | 'clock'>,
  executor: Executor,
  attempts: string,
  withinMs = REPEATED_CLICK_MS,
): Promise<string | null> {
  const since = new Date(clock.now().getTime() - withinMs);
  const [row] = await executor
    .select({ effectId: billingCharges.effectId })
    .from(billingCharges)
    .where(
      and(
        eq(billingCharges.organizationId, actor.organizationId),
        sql`starts_with(${billingCharges.attempt}, ${attempts})`,
        gt(billingCharges.createdAt, since),
      ),
    )
    .orderBy(desc(billingCharges.createdAt))
    .limit(1);
  return row?.effectId ?? null;
}
