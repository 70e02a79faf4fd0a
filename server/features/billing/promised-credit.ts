import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import type { OrganizationRow } from '../people/index.ts';
import { betaUsers, memberships } from '../people/tables.ts';
import { findPromised, offerOf, promiseInvited } from './welcome-credits.ts';

/** Credit, in cents, that an organization's first card brings. */
export async function promisedCredit(executor: Executor, organization: OrganizationRow): Promise<number> {
  const started = organization.stripeSubscriptionId !== null;
  if (!started) await promiseInvited(executor, organization);
  const promised = await findPromised(executor, organization.id);
  const coming = started ? promised.filter(({ reason }) => offerOf(reason) === null) : promised;
  return coming.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Was the owner invited to the beta programme? */
export async function isBeta(executor: Executor, organizationId: string): Promise<boolean> {
  const [found] = await executor
    .select({ id: betaUsers.id })
    .from(betaUsers)
    .innerJoin(memberships, eq(memberships.userId, betaUsers.userId))
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner')))
    .limit(1);
  return found !== undefined;
}
