import { NotFound } from '../../../platform/errors.ts';
import { say } from '../../../platform/say.ts';
import type { PublicContext } from '../../context.ts';
import { type OneTimeValues, readOneTime } from '../one-time-values.ts';
import { takeAttempt } from '../rate-limits.ts';

/** A provider's data about somebody who is signing up. @throws NotFound after an hour, TooManyRequests */
export async function getFederatedUser(
  context: PublicContext,
  input: { id: string },
): Promise<OneTimeValues['federated-identity']> {
  await takeAttempt(context, 'lookup-address', context.origin.ipAddress);
  const found = await readOneTime(context, context.db, 'federated-identity', input.id);
  if (!found) throw new NotFound(say('auth.federatedExpired'));
  return found;
}
