import { and, count, eq, isNull } from 'drizzle-orm';
import { recoveryCodes, twoFactors } from '../auth/tables.ts';
import type { Context } from '../context.ts';

/** Whether the caller uses two-factor, since when, and how many recovery codes are left. */
export async function getTwoFactor({ actor, db }: Context) {
  const [factor] = await db.select().from(twoFactors).where(eq(twoFactors.userId, actor.userId));
  const [left] = await db
    .select({ codes: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, actor.userId), isNull(recoveryCodes.usedAt)));
  const since = factor?.confirmedAt ?? null;
  return {
    enabled: since !== null,
    enabled_date: since?.toISOString() ?? null,
    recovery_codes_left: left?.codes ?? 0,
  };
}
