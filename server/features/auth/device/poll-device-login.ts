import { and, eq, gt } from 'drizzle-orm';
import type { DEVICE_LOGIN_STATES } from '#shared/features/auth/device.ts';
import { PROVIDERS } from '#shared/features/auth/federated.ts';
import { SECOND } from '../../../platform/clock.ts';
import { hashToken } from '../../../platform/ids.ts';
import { record } from '../../audit/index.ts';
import type { PublicContext } from '../../context.ts';
import { createSession } from '../create-session.ts';
import { takeAttempt } from '../rate-limits.ts';
import { deviceLogins, sessions } from '../tables.ts';
import { POLL_INTERVAL } from './start-device-login.ts';

interface Poll {
  state: (typeof DEVICE_LOGIN_STATES)[number];
  interval: number;
  sessionKey: string | null;
}
/** Each poll that comes too early adds this many seconds (RFC 8628, 3.5). */
const SLOWER_BY = 5;

/**
 * What became of a login. An answer is told once; of two polls at once one gets the session. What was allowed in a
 * session that has ended since counts as expired. @throws TooManyRequests
 */
export async function pollDeviceLogin(context: PublicContext, input: { deviceCode: string }): Promise<Poll> {
  const { clock, db, origin } = context;
  await takeAttempt(context, 'device-poll', origin.ipAddress);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const mine = eq(deviceLogins.deviceCodeHash, hashToken(input.deviceCode));
    const [found] = await tx.select().from(deviceLogins).where(mine).for('update');
    if (!found || found.expiresAt <= now) return told('expired_token');
    const { answer, userId, organizationId, sessionId, program, computer, polledAt, pollInterval } = found;
    if (!answer) {
      const early = polledAt !== null && now.getTime() - polledAt.getTime() < pollInterval * SECOND;
      const interval = early ? pollInterval + SLOWER_BY : pollInterval;
      await tx.update(deviceLogins).set({ polledAt: now, pollInterval: interval }).where(mine);
      return { state: early ? 'slow_down' : 'authorization_pending', interval, sessionKey: null };
    }
    await tx.delete(deviceLogins).where(mine);
    if (answer === 'denied' || !userId || !organizationId || !sessionId) return told('access_denied');
    // Held until the end: the browser’s session can’t end at this moment and leave one for the program.
    const [browser] = await tx
      .select({ provider: sessions.provider })
      .from(sessions)
      .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)))
      .for('share');
    if (!browser) return told('expired_token');
    const provider = PROVIDERS.find((each) => each === browser.provider);
    const details = { program, computer };
    await record(tx, context, { action: 'auth.device-login', userId, organizationId, targetId: userId, details });
    const device = { program, computer };
    const sessionKey = await createSession(context, { userId, organizationId, provider, origin, device }, tx);
    return { ...told('allowed'), sessionKey };
  });
}

function told(state: Poll['state']): Poll {
  return { state, interval: POLL_INTERVAL, sessionKey: null };
}
