import { and, eq, ne, sql } from 'drizzle-orm';
import type { User } from '#shared/features/users/contract.ts';
import { foundingCoupon } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { groupsOf } from '../groups/index.ts';
import { instances } from '../instances/tables.ts';
import { findMember, isOnlyHere, permissions } from './access.ts';
import { presentRow } from './presenter.ts';

/** @throws NotFound */
export async function getUser({ actor, db }: Context, input: { id: string }): Promise<User> {
  const member = await findMember(db, actor, input.id);
  const [groups, onlyHere, coupon, [held]] = await Promise.all([
    groupsOf(db, actor.organizationId, [member.user.id]),
    isOnlyHere(db, member),
    member.membership.role === 'owner' ? foundingCoupon(db, member.organization.id) : null,
    db
      .select({
        shared: sql<number>`count(*) filter (where ${instances.serverId} = 'shared')::int`,
        others: sql<number>`count(*) filter (where ${instances.serverId} <> 'shared')::int`,
      })
      .from(instances)
      .where(
        and(
          eq(instances.kind, 'workspace'),
          eq(instances.organizationId, actor.organizationId),
          eq(instances.userId, member.user.id),
          ne(instances.status, 'Deleted'),
        ),
      ),
  ]);
  const row = presentRow(member, groups);
  return {
    ...row,
    organization_name: member.organization.name,
    organization: member.organization,
    coupon_code: coupon,
    shared_workspaces: held?.shared ?? 0,
    private_workspaces: held?.others ?? 0,
    may: permissions(actor, member, onlyHere),
  };
}
