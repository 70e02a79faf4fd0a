import { createHash } from 'node:crypto';
import { and, eq, exists, gt, lt, sql } from 'drizzle-orm';
import { PROVIDERS } from '#shared/features/auth/federated.ts';
import { MINUTE } from '../../platform/clock.ts';
import { ValidationError } from '../../platform/errors.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { createSession, holdSession, takeAttempt } from '../auth/index.ts';
import { sessions } from '../auth/tables.ts';
import type { Context, PublicContext } from '../context.ts';
import { desktopCodes } from './tables.ts';

const LIFETIME_MS = 2 * MINUTE;
const SPENT = say('desktop.loginExpired');

/** A code that signs the person in to the desktop app, bound to the app's challenge (RFC 7636). */
export async function issueDesktopCode(context: Context, input: { challenge: string }): Promise<string> {
  const { actor, clock, db } = context;
  const code = newToken();
  const now = clock.now();
  await db.transaction(async (tx) => {
    await tx.delete(desktopCodes).where(lt(desktopCodes.expiresAt, now));
    await tx.insert(desktopCodes).values({
      id: newId(),
      codeHash: hashToken(code),
      challenge: input.challenge,
      userId: actor.userId,
      organizationId: actor.organizationId,
      sessionId: actor.sessionId,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
    });
    await record(tx, context, { action: 'desktop.issue-code', targetId: actor.userId });
  });
  return code;
}

/**
 * A session for the app that holds the verifier. The first attempt spends the code, right or wrong.
 * @throws ValidationError, TooManyRequests; Unauthenticated if the browser's session ends at the same moment
 */
export async function redeemDesktopCode(
  context: PublicContext,
  input: { code: string; verifier: string },
): Promise<string> {
  const { clock, db, origin } = context;
  await takeAttempt(context, 'lookup-address', origin.ipAddress);
  const now = clock.now();
  const standing = db
    .select({ one: sql`1` })
    .from(sessions)
    .where(and(eq(sessions.id, desktopCodes.sessionId), gt(sessions.expiresAt, now)));
  const [found] = await db
    .delete(desktopCodes)
    .where(and(eq(desktopCodes.codeHash, hashToken(input.code)), gt(desktopCodes.expiresAt, now), exists(standing)))
    .returning();
  if (!found) throw new ValidationError({}, SPENT);
  const { userId, organizationId, sessionId, challenge } = found;
  const isTheApp = createHash('sha256').update(input.verifier).digest('base64url') === challenge;
  if (!isTheApp) {
    const entry = { action: 'desktop.sign-in', outcome: 'failure', userId, organizationId } as const;
    await db.transaction((tx) => record(tx, context, entry));
    throw new ValidationError({}, SPENT);
  }
  return db.transaction(async (tx) => {
    // Ending the browser's session at this moment must not leave one for the app.
    await holdSession(tx, { sessionId });
    const [browser] = await tx.select({ provider: sessions.provider }).from(sessions).where(eq(sessions.id, sessionId));
    const provider = PROVIDERS.find((each) => each === browser?.provider);
    await record(tx, context, { action: 'desktop.sign-in', userId, organizationId, targetId: userId });
    return createSession(context, { userId, organizationId, provider, origin }, tx);
  });
}
