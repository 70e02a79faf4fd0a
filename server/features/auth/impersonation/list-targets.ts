import { and, asc, eq, exists, ilike, ne, or } from 'drizzle-orm';
import { containing } from '../../../platform/containing.ts';
import { isId } from '../../../platform/ids.ts';
import type { Context } from '../../context.ts';
import { memberships, organizations, users } from '../../people/tables.ts';
import { requireAdministrator } from './switch-user.ts';

const MOST = 50;

/** Organizations by name, for the Switch User dialog; the asker's own is selected. @throws Forbidden */
export async function listTargetOrganizations(
  { actor, db }: Context,
  input: { user_id?: string | undefined; q?: string | undefined },
) {
  requireAdministrator(actor);
  const { user_id: userId, q } = input;
  const ofUser = db
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        eq(memberships.organizationId, organizations.id),
        eq(memberships.userId, userId ?? ''),
        eq(memberships.status, 'active'),
      ),
    );
  const items =
    userId && !isId(userId)
      ? []
      : await db
          .select({ value: organizations.id, text: organizations.name })
          .from(organizations)
          .where(and(q ? ilike(organizations.name, containing(q)) : undefined, userId ? exists(ofUser) : undefined))
          .orderBy(asc(organizations.name), asc(organizations.id))
          .limit(MOST);
  const own = items.some(({ value }) => value === actor.organizationId) ? actor.organizationId : null;
  return { items, selected: own };
}

/** Members the asker can act as. @throws Forbidden */
export async function listTargetUsers(
  { actor, db }: Context,
  input: { organization_id?: string | undefined; q?: string | undefined },
) {
  requireAdministrator(actor);
  const { organization_id: organizationId = actor.organizationId, q } = input;
  if (!isId(organizationId)) return { items: [], selected: null };
  const found = await db
    .select({ value: users.id, name: users.name, email: users.email })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.organizationId, organizationId),
        eq(memberships.status, 'active'),
        eq(users.status, 'active'),
        eq(users.adminFlag, false),
        ne(users.id, actor.userId),
        q ? or(...[users.name, users.email, users.username].map((field) => ilike(field, containing(q)))) : undefined,
      ),
    )
    .orderBy(asc(users.name), asc(users.id))
    .limit(MOST);
  return { items: found.map(({ value, name, email }) => ({ value, text: `${name} (${email})` })), selected: null };
}
