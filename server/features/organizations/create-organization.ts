import { and, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import type { newOrganizationBody } from '#shared/features/organizations/contract.ts';
import type { Transaction } from '../../platform/database.ts';
import { Unauthenticated } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { record } from '../audit/index.ts';
import { signUp, takeAttempt } from '../auth/index.ts';
import { grantNewOrganizationCredit, REPEATED_CLICK_MS } from '../billing/index.ts';
import type { PublicContext } from '../context.ts';
import { memberships, organizations } from '../people/tables.ts';

type NewOrganization = z.output<typeof newOrganizationBody>;

/**
 * Another organization at step 1 of the wizard: of the signed-in user, or with `new_user_flag` of a new one, who
 * confirms the address and logs in as after a sign-up. The first one per account gets $15 of credit. A repeated click
 * gets the first answer. Returns its id. @throws Unauthenticated, ValidationError, TooManyRequests
 */
export async function createOrganization(context: PublicContext, input: NewOrganization): Promise<string> {
  const { actor } = context;
  if (input.new_user_flag) {
    const { new_user_flag: _, ...person } = input;
    const { organizationId } = await signUp(context, { ...person, 'accept-terms': true }, async (tx, id) => {
      if (actor) await grantNewOrganizationCredit(tx, { organizationId: id, accountId: actor.userId });
    });
    return organizationId;
  }
  if (!actor) throw new Unauthenticated();
  await takeAttempt(context, 'signup-address', context.origin.ipAddress);
  return context.db.transaction(async (tx) => {
    await holdNamedLock(tx, `create-organization.${actor.userId}`);
    const before = await findJustCreated(context, tx, actor.userId, input.organization_name);
    if (before !== null) return before;
    const organizationId = newId();
    const createdAt = context.clock.now();
    await tx.insert(organizations).values({ id: organizationId, name: input.organization_name, createdAt });
    const { userId } = actor;
    await grantNewOrganizationCredit(tx, { organizationId, accountId: userId });
    await tx.insert(memberships).values({ id: newId(), organizationId, userId, role: 'owner', createdAt });
    await record(tx, context, { action: 'organizations.create', targetId: organizationId, organizationId });
    return organizationId;
  });
}

/** The organization with this name that the same person created a moment ago. */
async function findJustCreated({ clock }: PublicContext, tx: Transaction, userId: string, name: string) {
  const since = new Date(clock.now().getTime() - REPEATED_CLICK_MS);
  const [organization] = await tx
    .select({ id: organizations.id })
    .from(organizations)
    .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.role, 'owner'),
        eq(organizations.name, name),
        gt(organizations.createdAt, since),
      ),
    )
    .limit(1);
  return organization?.id ?? null;
}
