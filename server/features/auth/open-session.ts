import { and, eq, isNull, sql } from 'drizzle-orm';
import { PROVIDERS } from '#shared/features/auth/federated.ts';
import { MINUTE } from '../../platform/clock.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { memberships } from '../people/tables.ts';
import { createSession } from './create-session.ts';
import { holdWayIn } from './hold-way-in.ts';
import { keepOneTime } from './one-time-values.ts';
import { sessions } from './tables.ts';
import { usesTwoFactor } from './two-factor.ts';

export const NO_ORGANIZATION = say('auth.noOrganization');
const CHANGED = say('auth.passwordChangedMeanwhile');
const CODE_WITHIN_MS = 10 * MINUTE;

/** Signed in, or asked for an authenticator code first. */
export type SignedIn = OpenedSession | { twoFactorToken: string };
export interface OpenedSession {
  sessionKey: string;
  userId: string;
}

/**
 * Somebody proved who they are with one factor. @param how for the audit log. @param since when the password was set,
 * or the proof began: a password changed after that lets nobody in, nor does an account that is no longer linked.
 * @throws ValidationError without a membership, or after such a change
 */
export async function signInOrAskForCode(
  context: PublicContext,
  userId: string,
  how: string,
  since: Date,
): Promise<SignedIn> {
  if (await usesTwoFactor(context.db, userId)) {
    const value = { userId, how, since: since.toISOString() };
    return { twoFactorToken: await keepOneTime(context, context.db, 'second-factor', value, CODE_WITHIN_MS) };
  }
  return openSession(context, userId, { how }, since);
}

/** A new session where the person last worked. @throws as `signInOrAskForCode` */
export async function openSession(
  context: PublicContext,
  userId: string,
  details: { how: string },
  since: Date,
): Promise<OpenedSession> {
  const provider = PROVIDERS.find((each) => details.how.startsWith(each));
  const organizationId = await startingOrganization(context, userId);
  if (!organizationId) throw new ValidationError({}, NO_ORGANIZATION);
  return context.db.transaction(async (tx) => {
    if (!(await holdWayIn(tx, userId, { provider, since }))) throw new ValidationError({}, CHANGED);
    await record(tx, context, { action: 'auth.login', userId, organizationId, targetId: userId, details });
    const sessionKey = await createSession(context, { userId, organizationId, provider, origin: context.origin }, tx);
    return { sessionKey, userId };
  });
}

/** Where the person last worked, else where they are owner, else the oldest membership. */
export async function startingOrganization({ db }: PublicContext, userId: string): Promise<string | null> {
  const lastUsed = db
    .select({ at: sql`max(${sessions.updatedAt})` })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.organizationId, memberships.organizationId),
        isNull(sessions.impersonationId),
      ),
    );
  const [first] = await db
    .select({ organizationId: memberships.organizationId })
    .from(memberships)
    .where(and(eq(memberships.userId, userId), eq(memberships.status, 'active')))
    .orderBy(sql`(${lastUsed}) desc nulls last`, sql`(${memberships.role} = 'owner') desc`, memberships.createdAt)
    .limit(1);
  return first?.organizationId ?? null;
}
