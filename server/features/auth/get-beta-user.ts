import { NotFound } from '../../platform/errors.ts';
import type { PublicContext } from '../context.ts';
import { type BetaUser, findBetaUser } from './beta-user.ts';
import { takeAttempt } from './rate-limits.ts';

/** What a beta invitation fills in on the sign-up form. @throws NotFound, TooManyRequests */
export async function getBetaUser(context: PublicContext, input: { id: string }): Promise<BetaUser> {
  await takeAttempt(context, 'lookup-address', context.origin.ipAddress);
  const found = await findBetaUser(context.db, input.id);
  if (!found) throw new NotFound();
  return found;
}
