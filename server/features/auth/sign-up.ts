import { and, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { signupBody } from '#shared/features/auth/contract.ts';
import { type Transaction, violatedConstraint } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { betaUsers, memberships, organizations, surveys, users } from '../people/tables.ts';
import { askToConfirm } from './ask-to-confirm.ts';
import { findBetaUser } from './beta-user.ts';
import { keepIdentity, takeIdentity } from './federated/sign-up-identity.ts';
import { EMAIL_TAKEN, takenFields, USERNAME_TAKEN } from './find-taken.ts';
import { requireMaySignUp } from './may-sign-up.ts';
import { requireStrongPassword } from './password-strength.ts';
import { takeAttempt } from './rate-limits.ts';
import { setPassword } from './set-password.ts';
import { promiseCouponCredit } from './sign-up-credits.ts';

const INVITATION_USED = say('auth.invitationUsed');

export type SignUpInput = z.output<typeof signupBody>;

/** Further work in the same transaction. */
type Also = (tx: Transaction, organizationId: string) => Promise<void>;

/**
 * Creates a user, their organization at step 1 of the wizard and the owner's membership, all or nothing, and mails the
 * link that confirms the address. @throws ValidationError by field, TooManyRequests
 */
export async function signUp(
  context: PublicContext,
  input: SignUpInput,
  also: Also = async () => {},
): Promise<{ organizationId: string; betaUserId: string | null }> {
  await takeAttempt(context, 'signup-address', context.origin.ipAddress);
  const { username, email, first_name, last_name, organization_name } = input;
  await requireStrongPassword(input.password, [username, email, first_name, last_name, organization_name]);
  const taken = await takenFields(context.db, { username, email });
  if (Object.keys(taken).length > 0) throw new ValidationError(taken);
  const hash = await context.passwords.hash(input.password);
  try {
    return await context.db.transaction((tx) => insertAll(context, tx, input, hash, also));
  } catch (error) {
    throw asFieldError(error);
  }
}

async function insertAll(context: PublicContext, tx: Transaction, input: SignUpInput, hash: string, also: Also) {
  const userId = newId();
  const organizationId = newId();
  const now = context.clock.now();
  const betaUserId = await invitedAs(tx, input);
  await requireMaySignUp(context, tx, { ...input, betaUserId });
  const identity = await takeIdentity(context, tx, input);
  await tx.insert(users).values({
    id: userId,
    username: input.username,
    email: input.email,
    emailVerified: identity !== null,
    name: `${input.first_name} ${input.last_name}`,
    firstName: input.first_name,
    lastName: input.last_name,
    locale: context.origin.locale ?? null,
    createdAt: now,
    updatedAt: now,
  });
  await setPassword(context, tx, { userId, hash });
  if (identity) await keepIdentity(context, tx, userId, identity);
  const shareId = input.share_id || null;
  await tx.insert(organizations).values({ id: organizationId, name: input.organization_name, shareId, createdAt: now });
  await tx.insert(memberships).values({ id: newId(), organizationId, userId, role: 'owner', createdAt: now });
  if (input.coupon_code) await promiseCouponCredit(context, tx, { organizationId, code: input.coupon_code });
  if (betaUserId) {
    const unused = and(eq(betaUsers.id, betaUserId), isNull(betaUsers.userId));
    const [used] = await tx.update(betaUsers).set({ userId }).where(unused).returning({ id: betaUsers.id });
    if (!used) throw new ValidationError({ beta_user_id: INVITATION_USED });
    await tx.update(surveys).set({ userId }).where(eq(surveys.betaUserId, betaUserId));
  }
  if (!identity) await askToConfirm(context, tx, { id: userId, email: input.email, firstName: input.first_name });
  await record(tx, context, { action: 'auth.sign-up', userId, organizationId, targetId: userId });
  await also(tx, organizationId);
  return { organizationId, betaUserId };
}

/** A beta invitation is for one address: the form shows it read-only, and it can't be changed. */
async function invitedAs(tx: Transaction, input: SignUpInput): Promise<string | null> {
  if (!input.beta_user_id) return null;
  const invitation = await findBetaUser(tx, input.beta_user_id);
  if (!invitation) throw new ValidationError({ beta_user_id: say('auth.invitationMissing') });
  if (invitation.userId) throw new ValidationError({ beta_user_id: INVITATION_USED });
  if (invitation.emailAddress && invitation.emailAddress.toLowerCase() !== input.email) {
    throw new ValidationError({ email: say('auth.invitationForOtherEmail') });
  }
  return invitation.id;
}

/** Two simultaneous sign-ups: the second gets the usual error. */
function asFieldError(error: unknown): unknown {
  switch (violatedConstraint(error)) {
    case 'users_username':
      return new ValidationError({ username: USERNAME_TAKEN });
    case 'users_email':
      return new ValidationError({ email: EMAIL_TAKEN });
    default:
      return error;
  }
}
