import { randomInt } from 'node:crypto';
import { lt } from 'drizzle-orm';
import { USER_CODE_LETTERS } from '#shared/features/auth/device.ts';
import { MINUTE } from '../../../platform/clock.ts';
import { hashToken, newId, newToken } from '../../../platform/ids.ts';
import type { PublicContext } from '../../context.ts';
import { takeAttempt } from '../rate-limits.ts';
import { deviceLogins } from '../tables.ts';

export const DEVICE_LOGIN_MS = 10 * MINUTE;
/** Seconds between two polls. */
export const POLL_INTERVAL = 2;

/** A code for the program and one for the person, good for ten minutes. @throws TooManyRequests */
export async function startDeviceLogin(
  context: PublicContext,
  input: { program: string; computer: string },
): Promise<{ deviceCode: string; userCode: string }> {
  const { clock, db, origin } = context;
  await takeAttempt(context, 'device-address', origin.ipAddress);
  const deviceCode = newToken();
  const now = clock.now();
  await db.delete(deviceLogins).where(lt(deviceLogins.expiresAt, now));
  for (;;) {
    const userCode = newUserCode();
    const [added] = await db
      .insert(deviceLogins)
      .values({
        id: newId(),
        deviceCodeHash: hashToken(deviceCode),
        userCode,
        program: input.program,
        computer: input.computer,
        ipAddress: origin.ipAddress,
        pollInterval: POLL_INTERVAL,
        createdAt: now,
        expiresAt: new Date(now.getTime() + DEVICE_LOGIN_MS),
      })
      .onConflictDoNothing({ target: deviceLogins.userCode })
      .returning({ id: deviceLogins.id });
    if (added) return { deviceCode, userCode };
  }
}

function newUserCode(): string {
  const letters = Array.from({ length: 8 }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
