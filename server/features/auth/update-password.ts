import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { updatePasswordBody } from '#shared/features/auth/contract.ts';
import { passwordChangedMail, queueMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { memberships } from '../organizations/tables.ts';
import { users } from '../users/tables.ts';
import { endSessions } from './end-sessions.ts';
import { consumeMailToken, findMailToken, type TokenPurpose, voidMailTokens } from './mail-tokens.ts';
import { requireStrongPassword } from './password-strength.ts';
import { setPassword } from './set-password.ts';

const MISMATCH = "The passwords don't match.";
/** spec/2 §8, to the letter. */
const TOKEN_SPENT = 'Password update failed. Did you already use this token?';

/**
 * Sets a password with a mailed reset or invite token, uses the token up and ends every session of the user.
 * @throws ValidationError by field; Conflict for a token that is used, expired or unknown.
 */
export async function updatePassword(
  context: PublicContext,
  input: z.output<typeof updatePasswordBody>,
): Promise<void> {
  if (input.password !== input.password_repeat) throw new ValidationError({ password_repeat: MISMATCH });
  const token = input.invite_token || input.reset_token;
  const purposes: TokenPurpose[] = input.invite_token ? ['invite'] : ['reset_password'];
  const found = await findMailToken(context, context.db, token, purposes);
  const [user] = found ? await context.db.select().from(users).where(eq(users.id, found.userId)) : [];
  if (!user || user.status === 'deleted') throw new Conflict(TOKEN_SPENT);
  await requireStrongPassword(input.password, [user.username, user.email, user.firstName, user.lastName]);
  const hash = await context.passwords.hash(input.password);

  await context.db.transaction(async (tx) => {
    const used = await consumeMailToken(context, tx, token, purposes);
    if (!used) throw new Conflict(TOKEN_SPENT);
    await setPassword(context, tx, { userId: user.id, hash });
    await voidMailTokens(context, tx, { userId: user.id, purpose: 'reset_password' });
    await markAddressConfirmed(context, tx, user.id);
    if (used.purpose === 'invite') await acceptInvitation(context, tx, used);
    await endSessions(context, tx, { userId: user.id });
    const resetUrl = `${context.config.publicUrl}/forgotpassword`;
    await queueMail(context, tx, passwordChangedMail({ to: user.email, firstName: user.firstName, resetUrl }));
    await record(context, { action: 'auth.update-password', userId: user.id, targetId: user.id }, tx);
  });
}

/** The token came by mail, so the address is theirs. */
async function markAddressConfirmed(context: PublicContext, tx: Transaction, userId: string): Promise<void> {
  await tx.update(users).set({ emailVerified: true, updatedAt: context.clock.now() }).where(eq(users.id, userId));
}

/** The user is known from now on, and a member of the organization that the used token invited to. */
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
