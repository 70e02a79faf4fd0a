import { and, desc, eq, gt, isNotNull } from 'drizzle-orm';
import type { Charge } from '#shared/api/envelope.ts';
import { keptSince } from '#shared/api/undo.ts';
import { type Executor, type Transaction, violatedConstraint } from '../../platform/database.ts';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { isId, newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { isEmailTaken } from '../auth/index.ts';
import { addLicence, presentCharge, previewLicence, priceInstant } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { rejoinGroups, requirePeopleManager } from '../groups/index.ts';
import { announceOrganization } from '../people/index.ts';
import { memberships, users } from '../people/tables.ts';
import { restoreSecretsOf } from '../secrets/index.ts';
import { handOverServices } from '../services/index.ts';
import { takeBackWorkspaces } from '../workspaces/index.ts';
import { addressOf, restoreAccount } from './kept-account.ts';
import { sendInvite } from './send-invite.ts';
import { deletedMembers } from './tables.ts';

type Removed = typeof deletedMembers.$inferSelect;

interface RestoreUserInput {
  id: string;
  dry_run: boolean;
  at?: string | undefined;
  card_amount?: number | undefined;
}

/**
 * Takes the removal of a person back within 24 hours: role, groups, secrets, and what their heir still has of theirs;
 * login and SSH keys too, if those went with it. Takes a free licence, or charges for one as adding a user does. With
 * `dry_run` it only returns what that would cost. Succeeds if they are a member.
 * @throws Forbidden, NotFound, also once it is too late; Conflict if the address is taken; PaymentRequired,
 * PaymentDeclined; PriceChanged if the charge would differ from the accepted price
 */
export async function restoreUser(context: Context, input: RestoreUserInput): Promise<Charge | null> {
  requirePeopleManager(context.actor);
  const removed = await context.db.transaction((tx) => lockRemoved(context, tx, input.id));
  if (!removed) return null;
  if (input.dry_run) {
    await mustBeFree(context, context.db, removed);
    const { charge } = await previewLicence(context);
    return charge && presentCharge(charge);
  }
  // Every removal has its own id, so what was paid to undo one pays for no other.
  const attempt = `restore:${removed.id}:${input.at ?? newId()}`;
  const at = input.at ? new Date(input.at) : priceInstant(context.clock.now());
  try {
    await addLicence(context, { attempt, at, cardAmount: input.card_amount }, (tx) => putBack(context, tx, input.id));
  } catch (error) {
    if (error instanceof MemberAgain) return null;
    throw violatedConstraint(error) === 'users_email' ? addressTaken(removed, context) : error;
  }
  return null;
}

/** Somebody else was quicker, and no second licence is taken. */
class MemberAgain extends Error {}

/** What can be had back, after a removal that is still running; null for a member. @throws NotFound */
async function lockRemoved({ actor, clock }: Context, tx: Transaction, userId: string): Promise<Removed | null> {
  if (!isId(userId)) throw new NotFound();
  const { organizationId } = actor;
  const [member] = await tx
    .select({ status: memberships.status })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))
    .for('update');
  if (member && member.status !== 'deleted') return null;
  const [removed] = await tx
    .select()
    .from(deletedMembers)
    .where(
      and(
        eq(deletedMembers.organizationId, organizationId),
        eq(deletedMembers.userId, userId),
        gt(deletedMembers.deletedAt, keptSince(clock.now())),
      ),
    )
    .for('update');
  if (!removed) throw new NotFound();
  return removed;
}

async function putBack(context: Context, tx: Transaction, id: string): Promise<string> {
  const removed = await lockRemoved(context, tx, id);
  if (!removed) throw new MemberAgain();
  const { organizationId, userId, role, status, createdAt, heirId } = removed;
  await mustBeFree(context, tx, removed);
  const sealed = await lockAccount(tx, removed);
  if (sealed) await restoreAccount(context, tx, { userId, sealed });
  await tx.update(deletedMembers).set({ sealedAccount: null }).where(eq(deletedMembers.userId, userId));
  await tx.delete(deletedMembers).where(eq(deletedMembers.id, removed.id));
  const place = { role, status, createdAt };
  await tx
    .insert(memberships)
    .values({ id: newId(), organizationId, userId, ...place })
    .onConflictDoUpdate({ target: [memberships.organizationId, memberships.userId], set: place });
  await rejoinGroups(tx, removed);
  await restoreSecretsOf(tx, { userId, organizationId, ids: removed.secretIds });
  const giveBack = { organizationId, fromUserId: heirId, toUserId: userId };
  await takeBackWorkspaces(context, tx, { ...giveBack, given: removed.workspaces });
  await handOverServices(context, tx, { ...giveBack, ids: removed.serviceIds });
  // The link of the invitation before doesn't work any more.
  if (status === 'pending') await sendInvite(context, tx, { userId });
  await context.bus.notify(tx, 'access_changed', { reason: 'user restored' });
  await record(tx, context, { action: 'users.restore', targetId: userId, details: { role } });
  await announceOrganization(context, tx, organizationId);
  return userId;
}

/**
 * The account to put back; null if it still exists. It may have been deleted with a membership elsewhere, after this
 * one: then it is kept there, for a former member, but not for somebody who never accepted. @throws NotFound
 */
async function lockAccount(tx: Transaction, removed: Removed): Promise<string | null> {
  const [user] = await tx
    .select({ status: users.status })
    .from(users)
    .where(eq(users.id, removed.userId))
    .for('update');
  if (user && user.status !== 'deleted') return null;
  const sealed = removed.sealedAccount ?? (await keptElsewhere(tx, removed));
  if (!user || !sealed) throw new NotFound();
  return sealed;
}

async function keptElsewhere(executor: Executor, { userId, status }: Removed): Promise<string | null> {
  if (status === 'pending') return null;
  const [row] = await executor
    .select({ sealed: deletedMembers.sealedAccount })
    .from(deletedMembers)
    .where(and(eq(deletedMembers.userId, userId), isNotNull(deletedMembers.sealedAccount)))
    .orderBy(desc(deletedMembers.deletedAt))
    .limit(1);
  return row?.sealed ?? null;
}

/** Said before a price is; the unique index has the last word. @throws Conflict */
async function mustBeFree(context: Context, executor: Executor, removed: Removed): Promise<void> {
  const { sealedAccount } = removed;
  if (sealedAccount && (await isEmailTaken(executor, addressOf(context, sealedAccount)))) {
    throw addressTaken(removed, context);
  }
}

function addressTaken({ sealedAccount }: Removed, context: Context): Conflict {
  const address = sealedAccount ? addressOf(context, sealedAccount) : '';
  return new Conflict(say('users.addressTakenMeanwhile', { address }));
}
