import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import type { updatePasswordBody } from '#shared/features/auth/contract.ts';
import { passwordResetMail, queueMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { memberships, sshKeys, users } from '../people/tables.ts';
import { endSessions } from './end-sessions.ts';
import { endApiTokens, forgetWaysIn } from './forget-ways-in.ts';
import { consumeMailToken, findMailToken, type TokenPurpose, voidMailTokens } from './mail-tokens.ts';
import { type SignedIn, signInOrAskForCode } from './open-session.ts';
import { requireStrongPassword } from './password-strength.ts';
import { CREDENTIAL, setPassword } from './set-password.ts';
import { accounts } from './tables.ts';

const MISMATCH = say('auth.passwordsDiffer');
/** Clients rely on these exact words. */
const TOKEN_SPENT = say('auth.passwordUpdateFailed');

/**
 * Sets a password with a mailed reset or invite token, uses up the token and ends the user's sessions and API tokens.
 * Who has accepted an invitation with it is signed in, or asked for a code; null after a reset. @throws ValidationError by field; Conflict for a used, expired or unknown token
 */
export async function updatePassword(
  context: PublicContext,
  input: z.output<typeof updatePasswordBody>,
): Promise<SignedIn | null> {
  if (input.password !== input.password_repeat) throw new ValidationError({ password_repeat: MISMATCH });
  const token = input.invite_token || input.reset_token;
  const purposes: TokenPurpose[] = input.invite_token ? ['invite'] : ['reset_password'];
  const found = await findMailToken(context, context.db, token, purposes);
  const [user] = found ? await context.db.select().from(users).where(eq(users.id, found.userId)) : [];
  if (!user || user.status === 'deleted') throw new Conflict(TOKEN_SPENT);
  await requireStrongPassword(input.password, [user.username, user.email, user.firstName, user.lastName]);
  const hash = await context.passwords.hash(input.password);

  const since = await context.db.transaction(async (tx) => {
    // Locked first, as in a confirmation, so that two at once wait in one order.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
    const used = await consumeMailToken(context, tx, token, purposes);
    if (!used) throw new Conflict(TOKEN_SPENT);
    const changedAt = await setPassword(context, tx, { userId: user.id, hash });
    await voidMailTokens(context, tx, { userId: user.id, purpose: 'reset_password' });
    if (used.purpose === 'invite') await acceptInvitation(context, tx, used);
    const { kept, ended } = await evict(context, tx, user);
    const urls = {
      resetUrl: `${context.config.publicUrl}/forgotpassword`,
      profileUrl: `${context.config.publicUrl}/profile`,
    };
    await queueMail(
      context,
      tx,
      passwordResetMail({ to: user.email, firstName: user.firstName, ended, kept, ...urls }),
    );
    await record(tx, context, { action: 'auth.update-password', userId: user.id, targetId: user.id });
    return changedAt;
  });
  return input.invite_token ? signInOrAskForCode(context, user.id, 'invitation', since) : null;
}

/**
 * Everyone is signed out: sessions and API tokens end. Other sign-in methods stay until the person removes them at the
 * next sign-in; all of them go if the address, which the mail now proves, was never confirmed.
 */
async function evict(context: PublicContext, tx: Transaction, user: typeof users.$inferSelect): Promise<Evicted> {
  const { clock } = context;
  const userId = user.id;
  await endSessions(context, tx, { userId });
  const ended = await endApiTokens(context, tx, userId);
  if (!user.emailVerified) await forgetWaysIn(context, tx, userId);
  const kept = await waysInBesides(tx, userId);
  const accessReviewAt = kept > 0 ? clock.now() : null;
  await tx
    .update(users)
    .set({ emailVerified: true, accessReviewAt, updatedAt: clock.now() })
    .where(eq(users.id, userId));
  return { ended, kept };
}

interface Evicted {
  /** Number of API tokens that ended. */
  ended: number;
  /** Number of SSH keys and linked accounts that still work. */
  kept: number;
}

async function waysInBesides(tx: Transaction, userId: string): Promise<number> {
  const keys = await tx.$count(sshKeys, eq(sshKeys.userId, userId));
  const linked = await tx.$count(accounts, and(eq(accounts.userId, userId), ne(accounts.providerId, CREDENTIAL)));
  return keys + linked;
}

/** From now on the user is known, and a member of the organization in the token. */
export async function acceptInvitation(
  context: Pick<PublicContext, 'bus'>,
  tx: Transaction,
  { userId, organizationId }: { userId: string; organizationId: string | null },
): Promise<void> {
  await tx
    .update(users)
    .set({ status: 'active' })
    .where(and(eq(users.id, userId), eq(users.status, 'pending')));
  await tx
    .update(memberships)
    .set({ status: 'active' })
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.status, 'pending'),
        organizationId ? eq(memberships.organizationId, organizationId) : undefined,
      ),
    );
  await context.bus.notify(tx, 'access_changed', { reason: 'invitation accepted' });
}
