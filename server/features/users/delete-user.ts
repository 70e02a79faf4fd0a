import { and, eq } from 'drizzle-orm';
import { OWNER_TEXT } from '#shared/features/users/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, Forbidden, ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { endSessions, forgetIdentity } from '../auth/index.ts';
import { apiTokens, deletedApiTokens, mailTokens, sessions } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { leaveGroups, requirePeopleManager } from '../groups/index.ts';
import { activeMember, announceOrganization } from '../people/index.ts';
import { memberships, sshKeys, users } from '../people/tables.ts';
import { takeSecretsOf } from '../secrets/index.ts';
import { handOverServices } from '../services/index.ts';
import { handOverWorkspaces } from '../workspaces/index.ts';
import { editorSettings } from '../workspaces/tables.ts';
import { isOnlyHere, lockMember } from './access.ts';
import { sealAccount } from './kept-account.ts';
import { deletedMembers } from './tables.ts';

/**
 * Removes a person from the organization at once. `heirId` gets the workspaces; shared ones are deleted 15 days later,
 * those on hosts stay. The licence becomes free. People who belong nowhere else are deleted, and their address and
 * username can be used again. For 24 hours `restoreUser` takes it back. @throws Forbidden, NotFound, Conflict, ValidationError
 */
export async function deleteUser(context: Context, input: { id: string; heirId: string }): Promise<void> {
  const { actor, bus, clock, db } = context;
  requirePeopleManager(actor);
  await db.transaction(async (tx) => {
    const member = await lockMember(tx, actor, input.id);
    const { membership } = member;
    const { userId, organizationId } = membership;
    if (membership.role === 'owner') throw new Forbidden(OWNER_TEXT);
    if (userId === actor.userId) throw new Conflict(say('users.cannotDeleteSelf'));
    await mustInherit(context, tx, { userId, heirId: input.heirId });
    const handOver = { organizationId, fromUserId: userId, toUserId: input.heirId };
    const belongsElsewhere = !(await isOnlyHere(tx, member));
    const kept = {
      workspaces: await handOverWorkspaces(context, tx, handOver),
      serviceIds: await handOverServices(context, tx, handOver),
      ...(await leaveGroups(tx, { userId, organizationId })),
      secretIds: await takeSecretsOf(context, tx, { userId, organizationId }),
      sealedAccount: belongsElsewhere ? null : await sealAccount(context, tx, member.user),
    };
    await tx.insert(deletedMembers).values({
      id: newId(),
      organizationId,
      userId,
      role: membership.role,
      status: membership.status === 'pending' ? 'pending' : 'active',
      createdAt: membership.createdAt,
      heirId: input.heirId,
      ...kept,
      deletedAt: clock.now(),
    });
    const theirs = and(eq(editorSettings.organizationId, organizationId), eq(editorSettings.userId, userId));
    await tx.delete(editorSettings).where(theirs);
    const here = eq(memberships.id, membership.id);
    // Somebody with an account elsewhere who never accepted stays unknown, in the audit log as well.
    if (membership.status === 'pending' && member.user.status === 'active') await tx.delete(memberships).where(here);
    else await tx.update(memberships).set({ status: 'deleted' }).where(here);
    if (belongsElsewhere) await endSessionsHere(context, tx, { userId, organizationId });
    else await forgetUser(context, tx, userId);
    await bus.notify(tx, 'access_changed', { reason: 'user deleted' });
    await record(tx, context, { action: 'users.delete', targetId: userId, details: { heir: input.heirId } });
    await announceOrganization(context, tx, context.actor.organizationId);
  });
}

/** @throws ValidationError unless the heir is another active member */
async function mustInherit(
  { actor }: Context,
  tx: Transaction,
  { userId, heirId }: { userId: string; heirId: string },
): Promise<void> {
  const { organizationId } = actor;
  const heir = heirId === userId ? null : await activeMember(tx, { userId: heirId, organizationId }, 'share');
  if (!heir) throw new ValidationError({ user_id: say('users.chooseActiveUser') });
}

/** Removes everything that lets them in. The name stays, because histories and the audit log mention it. */
async function forgetUser(context: Context, tx: Transaction, userId: string): Promise<void> {
  await forgetIdentity(context, tx, userId);
  await tx.delete(sshKeys).where(eq(sshKeys.userId, userId));
  const username = `deleted-${userId}`;
  await tx
    .update(users)
    .set({
      status: 'deleted',
      username,
      email: `${userId}@deleted.invalid`,
      image: null,
      dotfilesUrl: null,
      updatedAt: context.clock.now(),
    })
    .where(eq(users.id, userId));
}

/** People who belong to another organization stay signed in there. */
async function endSessionsHere(
  context: Context,
  tx: Transaction,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<void> {
  await tx.delete(mailTokens).where(and(eq(mailTokens.userId, userId), eq(mailTokens.organizationId, organizationId)));
  // Once more at the end: an undo that the second waited for has put its token back.
  for (const table of [apiTokens, deletedApiTokens, apiTokens]) {
    await tx.delete(table).where(and(eq(table.userId, userId), eq(table.organizationId, organizationId)));
  }
  const here = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.organizationId, organizationId)));
  for (const { id } of here) await endSessions(context, tx, { userId, sessionId: id });
}
