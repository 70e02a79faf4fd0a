import { and, eq, isNull, sql } from 'drizzle-orm';
import { CREDIT } from '#shared/features/billing/model.ts';
import type { Executor } from '../../platform/database.ts';
import { betaUsers } from '../surveys/tables.ts';
import type { OrganizationRow } from './find-organization.ts';
import { shareOf } from './redeem-share.ts';
import { memberships, pendingCredits } from './tables.ts';

/** Credit, in cents, that the first card of an organization brings. */
export async function promisedCredit(executor: Executor, organization: OrganizationRow): Promise<number> {
  const [promised] = await executor
    .select({ cents: sql<number>`coalesce(sum(${pendingCredits.amountCents}), 0)::int` })
    .from(pendingCredits)
    .where(and(eq(pendingCredits.organizationId, organization.id), isNull(pendingCredits.appliedAt)));
  const share = organization.stripeSubscriptionId ? null : await shareOf(executor, organization);
  return (promised?.cents ?? 0) + (share ? CREDIT.shareNewUser : 0);
}

/** Did the owner come by an invitation to the beta programme? */
export async function isBeta(executor: Executor, organizationId: string): Promise<boolean> {
  const [found] = await executor
    .select({ id: betaUsers.id })
    .from(betaUsers)
    .innerJoin(memberships, eq(memberships.userId, betaUsers.userId))
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner')))
    .limit(1);
  return found !== undefined;
}
