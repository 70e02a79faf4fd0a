import { and, eq, or, sql } from 'drizzle-orm';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { PublicContext } from '../context.ts';
import { users } from '../people/tables.ts';
import { knownDevice } from './known-device.ts';
import { NO_ORGANIZATION, type SignedIn, signInOrAskForCode, startingOrganization } from './open-session.ts';
import { forgetAttempts, returnAttempt, takeAttempt } from './rate-limits.ts';
import { CREDENTIAL, setPassword } from './set-password.ts';
import { accounts } from './tables.ts';

/** Clients rely on these exact words. */
export const LOGIN_FAILED = say('auth.wrongCredentials');

/**
 * Username or email and password → session key, or the request for a second factor. An unknown user, a deleted one and
 * a wrong password give the same error after the same work. A known browser has its own count (`known-device.ts`).
 * @throws ValidationError, TooManyRequests
 */
export async function login(
  context: PublicContext,
  input: { username: string; password: string; device: string | undefined },
): Promise<SignedIn> {
  const name = input.username.toLowerCase();
  const found = await findCredentials(context, name);
  const account = found?.userId ?? name;
  const { ipAddress } = context.origin;
  const device = found && knownDevice(context, input.device, found.userId);
  if (device) {
    await takeAttempt(context, 'login-device', `${device}:${account}`);
  } else {
    await takeAttempt(context, 'login-address', ipAddress);
    await takeAttempt(context, 'login-account', account);
  }

  const matches = await context.passwords.check(input.password, found?.hash ?? null);
  const organizationId = found && matches ? await startingOrganization(context, found.userId) : null;
  if (!found?.changedAt || !matches || !organizationId) {
    const userId = found?.userId ?? null;
    const entry = { action: 'auth.login', outcome: 'failure', userId, organizationId } as const;
    await context.db.transaction((tx) => record(tx, context, entry));
    throw new ValidationError({}, matches ? NO_ORGANIZATION : LOGIN_FAILED);
  }
  if (device) {
    await forgetAttempts(context, 'login-device', `${device}:${account}`);
  } else {
    await returnAttempt(context, 'login-address', ipAddress);
    await forgetAttempts(context, 'login-account', account);
  }
  await renewOldHash(context, found, input.password);
  return signInOrAskForCode(context, found.userId, 'password', found.changedAt);
}

/** Only now do we have the password, to hash it with today's work. */
async function renewOldHash(
  context: PublicContext,
  { userId, hash }: { userId: string; hash: string | null },
  password: string,
): Promise<void> {
  if (hash && context.passwords.isOld(hash)) {
    await setPassword(context, context.db, { userId, hash: await context.passwords.hash(password), instead: hash });
  }
}

async function findCredentials({ db }: PublicContext, name: string) {
  const [found] = await db
    .select({ userId: users.id, hash: accounts.password, changedAt: accounts.updatedAt })
    .from(users)
    .leftJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, CREDENTIAL)))
    .where(and(eq(users.status, 'active'), or(eq(users.username, name), eq(sql`lower(${users.email})`, name))));
  return found;
}
