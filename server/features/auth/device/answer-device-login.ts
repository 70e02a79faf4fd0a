import type { InferSelectModel } from 'drizzle-orm';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { normalUserCode } from '#shared/features/auth/device.ts';
import type { Executor } from '../../../platform/database.ts';
import { NotFound } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import { record } from '../../audit/index.ts';
import type { Context } from '../../context.ts';
import { holdSession } from '../hold-session.ts';
import { returnAttempt, takeAttempt } from '../rate-limits.ts';
import { deviceLogins } from '../tables.ts';

const UNKNOWN = say('auth.deviceCodeInvalid');

/** Who asks with this code, while nobody has answered. Only wrong codes count. @throws NotFound, TooManyRequests */
export async function getDeviceLogin(
  context: Context,
  input: { userCode: string },
): Promise<InferSelectModel<typeof deviceLogins>> {
  const { db, actor } = context;
  await takeAttempt(context, 'device-code', actor.userId);
  const [found] = await db.select().from(deviceLogins).where(open(context, input.userCode));
  if (!found) throw new NotFound(UNKNOWN);
  await returnAttempt(context, 'device-code', actor.userId);
  return found;
}

/**
 * Lets the program in as the person, or refuses it; the first answer counts.
 * @throws NotFound if there is nothing to answer, TooManyRequests, Unauthenticated
 */
export async function answerDeviceLogin(
  context: Context,
  input: { userCode: string; answer: 'allowed' | 'denied' },
): Promise<void> {
  const { actor, db } = context;
  await takeAttempt(context, 'device-code', actor.userId);
  await db.transaction(async (tx) => {
    await holdSession(tx, actor);
    const { program, computer } = await answerOpen(tx, context, input);
    await record(tx, context, {
      action: input.answer === 'allowed' ? 'auth.allow-device' : 'auth.deny-device',
      targetId: actor.userId,
      details: { program, computer },
    });
  });
  await returnAttempt(context, 'device-code', actor.userId);
}

async function answerOpen(
  executor: Executor,
  context: Context,
  input: { userCode: string; answer: 'allowed' | 'denied' },
): Promise<{ program: string; computer: string }> {
  const { userId, organizationId, sessionId } = context.actor;
  const [answered] = await executor
    .update(deviceLogins)
    .set({ answer: input.answer, userId, organizationId, sessionId })
    .where(open(context, input.userCode))
    .returning({ program: deviceLogins.program, computer: deviceLogins.computer });
  if (!answered) throw new NotFound(UNKNOWN);
  return answered;
}

function open({ clock }: Context, userCode: string) {
  return and(
    eq(deviceLogins.userCode, normalUserCode(userCode)),
    isNull(deviceLogins.answer),
    gt(deviceLogins.expiresAt, clock.now()),
  );
}
