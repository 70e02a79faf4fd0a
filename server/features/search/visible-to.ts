import { type AnyColumn, and, eq, type SQL } from 'drizzle-orm';
import type { Actor } from '../context.ts';
import { isOwnOrInGroup } from '../groups/index.ts';
import { canManageOrganization } from '../organizations/index.ts';

/**
 * The rule of the lists: owner and admin see all of the organization; lead and user their own, and what belongs to the
 * users of groups they administer (decisions §3).
 */
export function visibleTo(actor: Actor, of: { organizationId: AnyColumn; userId: AnyColumn }): SQL | undefined {
  return and(
    eq(of.organizationId, actor.organizationId),
    canManageOrganization(actor) ? undefined : isOwnOrInGroup(actor, of.userId),
  );
}
