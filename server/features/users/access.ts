import { and, eq, ne } from 'drizzle-orm';
import { isManager } from '#shared/features/auth/model.ts';
import type { Executor, Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Actor } from '../context.ts';
import { memberships, organizations, users } from '../people/tables.ts';

export interface Member {
  user: typeof users.$inferSelect;
  membership: typeof memberships.$inferSelect;
  organization: Pick<typeof organizations.$inferSelect, 'id' | 'name' | 'setupStep'>;
}

/** A member of the active organization: owner and admin find everyone, lead and user themselves. @throws NotFound */
export async function findMember(executor: Executor, actor: Actor, id: string): Promise<Member> {
  const [row] = isVisible(actor, id) ? await selectMember(executor, actor, id) : [];
  if (!row) throw new NotFound();
  return row;
}

/** The same, and locks the membership until the transaction ends. @throws NotFound */
export async function lockMember(tx: Transaction, actor: Actor, id: string): Promise<Member> {
  const [row] = isVisible(actor, id) ? await selectMember(tx, actor, id).for('update', { of: memberships }) : [];
  if (!row) throw new NotFound();
  return row;
}

function isVisible(actor: Actor, id: string): boolean {
  return isId(id) && (id === actor.userId || isManager(actor));
}

function selectMember(executor: Executor, { organizationId }: Actor, userId: string) {
  return executor
    .select({
      user: users,
      membership: memberships,
      organization: { id: organizations.id, name: organizations.name, setupStep: organizations.setupStep },
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.organizationId, organizationId),
        ne(memberships.status, 'deleted'),
      ),
    );
}

/** Belongs to no other organization, so this one's owner and admins may change their name and username. */
export async function isOnlyHere(executor: Executor, member: Pick<Member, 'membership'>): Promise<boolean> {
  const { userId, organizationId } = member.membership;
  const others = await executor
    .select({ id: memberships.id })
    .from(memberships)
    .where(
      and(
        eq(memberships.userId, userId),
        ne(memberships.organizationId, organizationId),
        ne(memberships.status, 'deleted'),
      ),
    )
    .limit(1);
  return others.length === 0;
}

/** What the actor can do with a member. */
export function permissions(actor: Actor, { user, membership }: Member, onlyHere: boolean) {
  const manages = isManager(actor);
  const self = membership.userId === actor.userId;
  const owner = membership.role === 'owner';
  const pending = membership.status === 'pending';
  const edit = !owner && (manages || self);
  return {
    edit,
    identity: edit && (self || onlyHere) && user.status !== 'deleted',
    email: edit && manages && onlyHere && user.status === 'pending',
    role: edit && manages && !self,
    groups: edit && manages,
    delete: manages && !owner && !self,
    resend: manages && pending,
  };
}
