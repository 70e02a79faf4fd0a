import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor } from '../context.ts';
import { memberships, organizations } from './tables.ts';

export type OrganizationRow = typeof organizations.$inferSelect;

/** An organization of the caller's, with their role there. @throws NotFound for unknown and foreign ones alike. */
export async function findOwnOrganization(
  executor: Executor,
  actor: Pick<Actor, 'userId'>,
  id: string,
): Promise<{ organization: OrganizationRow; role: (typeof memberships.$inferSelect)['role'] }> {
  const [found] = isId(id)
    ? await executor
        .select({ organization: organizations, role: memberships.role })
        .from(organizations)
        .innerJoin(memberships, eq(memberships.organizationId, organizations.id))
        .where(and(eq(organizations.id, id), eq(memberships.userId, actor.userId), eq(memberships.status, 'active')))
    : [];
  if (!found) throw new NotFound();
  return found;
}
