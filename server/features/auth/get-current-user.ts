import { and, eq } from 'drizzle-orm';
import type { CurrentUser } from '#shared/features/auth/contract.ts';
import { Unauthenticated } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { memberships, organizations } from '../organizations/tables.ts';
import { users } from '../users/tables.ts';
import { presentCurrentUser } from './presenter.ts';

/** The signed-in user with the active organization, in one query. */
export async function getCurrentUser(context: Context): Promise<CurrentUser> {
  const { actor } = context;
  const places = await context.db
    .select({ user: users, membership: memberships, organization: organizations })
    .from(users)
    .innerJoin(memberships, and(eq(memberships.userId, users.id), eq(memberships.status, 'active')))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(eq(users.id, actor.userId));
  const active = places.find(({ organization }) => organization.id === actor.organizationId);
  if (!active) throw new Unauthenticated();
  return presentCurrentUser(active.user, active.organization, {
    role: actor.role,
    organizationCount: places.length,
    ownedOrganizationId: places.find(({ membership }) => membership.role === 'owner')?.organization.id ?? null,
  });
}
