import { and, eq, isNull, lte } from 'drizzle-orm';
import { DATA_KEPT_MS, REMOVAL_TOLD_BEFORE_MS } from '#shared/features/billing/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import { record } from '../audit/index.ts';
import type { Dependencies } from '../context.ts';
import { lockOrganization } from './lock-organization.ts';
import { billingAccounts } from './tables.ts';
import { tellOwner } from './tell-owner.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** Removes the workspaces and snapshots of an organization after its retention. */
    'workspaces.remove-all': { organizationId: string };
  }
}

/**
 * Keeps the data of an organization that doesn't pay, or was deleted, for 30 days: notifies its owner a week before the
 * end, then has it removed. Called once a day; each step happens once.
 */
export async function endRetention(dependencies: Dependencies): Promise<void> {
  const now = dependencies.clock.now().getTime();
  const toTell = await findAccounts(dependencies, {
    readOnlyBefore: new Date(now - DATA_KEPT_MS + REMOVAL_TOLD_BEFORE_MS),
    column: 'removalToldAt',
  });
  for (const organizationId of toTell) await tell(dependencies, organizationId);
  const toRemove = await findAccounts(dependencies, {
    readOnlyBefore: new Date(now - DATA_KEPT_MS),
    column: 'dataRemovedAt',
  });
  for (const organizationId of toRemove) await remove(dependencies, organizationId);
}

type Step = 'removalToldAt' | 'dataRemovedAt';

async function findAccounts({ db }: Dependencies, { readOnlyBefore, column }: { readOnlyBefore: Date; column: Step }) {
  const rows = await db
    .select({ organizationId: billingAccounts.organizationId })
    .from(billingAccounts)
    .where(and(lte(billingAccounts.readOnlySince, readOnlyBefore), isNull(billingAccounts[column])));
  return rows.map(({ organizationId }) => organizationId);
}

function tell(dependencies: Dependencies, organizationId: string): Promise<void> {
  return dependencies.db.transaction(async (tx) => {
    const readOnlySince = await take(dependencies, tx, organizationId, 'removalToldAt');
    if (!readOnlySince) return;
    const day = new Date(Math.max(readOnlySince.getTime() + DATA_KEPT_MS, earliestRemoval(dependencies).getTime()));
    await tellOwner(dependencies, tx, { organizationId, about: 'removal-soon', day });
  });
}

/** However late the notice was, a week follows it. */
function earliestRemoval({ clock }: Dependencies): Date {
  return new Date(clock.now().getTime() + REMOVAL_TOLD_BEFORE_MS);
}

function remove(dependencies: Dependencies, organizationId: string): Promise<void> {
  return dependencies.db.transaction(async (tx) => {
    const weekAgo = new Date(dependencies.clock.now().getTime() - REMOVAL_TOLD_BEFORE_MS);
    if (!(await take(dependencies, tx, organizationId, 'dataRemovedAt', weekAgo))) return;
    await addJob(tx, 'workspaces.remove-all', { organizationId });
    await tellOwner(dependencies, tx, { organizationId, about: 'removed' });
    await record(tx, dependencies, { action: 'billing.remove-data', targetId: organizationId, organizationId });
  });
}

/** Marks a step as done; null if the bill was paid meanwhile, or the owner was notified less than a week ago. */
async function take(
  dependencies: Dependencies,
  tx: Transaction,
  organizationId: string,
  column: Step,
  toldBefore?: Date,
): Promise<Date | null> {
  await lockOrganization(tx, organizationId);
  const [account] = await tx
    .update(billingAccounts)
    .set({ [column]: dependencies.clock.now() })
    .where(
      and(
        eq(billingAccounts.organizationId, organizationId),
        isNull(billingAccounts[column]),
        toldBefore && lte(billingAccounts.removalToldAt, toldBefore),
      ),
    )
    .returning({ readOnlySince: billingAccounts.readOnlySince });
  return account?.readOnlySince ?? null;
}
