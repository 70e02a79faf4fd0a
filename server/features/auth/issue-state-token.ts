import { MINUTE } from '../../platform/clock.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import type { PublicContext } from '../context.ts';
import { takeAttempt } from './rate-limits.ts';
import { verifications } from './tables.ts';

export const STATE_LIFETIME_MS = 10 * MINUTE;

/** A token that a federated sign-in must bring back within ten minutes. Only its hash is kept. @throws TooManyRequests */
export async function issueStateToken(context: PublicContext): Promise<string> {
  await takeAttempt(context, 'lookup-address', context.origin.ipAddress);
  const token = newToken();
  const now = context.clock.now();
  await context.db.insert(verifications).values({
    id: newId(),
    identifier: `federated-state:${hashToken(token)}`,
    value: '',
    expiresAt: new Date(now.getTime() + STATE_LIFETIME_MS),
    createdAt: now,
    updatedAt: now,
  });
  return token;
}
