import type { Cents } from '#shared/features/billing/model.ts';
import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { billingAccounts } from './tables.ts';

/**
 * Sets the most that a month may cost, or null for no limit. It stops new charges, not what already runs.
 * @throws Forbidden for all but the owner
 */
export async function setSpendingCap(context: Context, input: { monthlyCap: Cents | null }): Promise<void> {
  const { actor, db } = context;
  if (actor.role !== 'owner') throw new Forbidden(say('billing.capOwnerOnly'));
  const { organizationId } = actor;
  await db.transaction(async (tx) => {
    const row = { organizationId, monthlyCapCents: input.monthlyCap };
    await tx
      .insert(billingAccounts)
      .values(row)
      .onConflictDoUpdate({ target: billingAccounts.organizationId, set: row });
    const details = { monthly_cap_cents: input.monthlyCap };
    await record(tx, context, { action: 'billing.set-spending-cap', targetId: organizationId, details });
  });
}
