import type { Transaction } from '../../../platform/database.ts';
import { ValidationError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { say } from '../../../platform/say.ts';
import type { PublicContext } from '../../context.ts';
import { type OneTimeValues, takeOneTime } from '../one-time-values.ts';
import { accounts } from '../tables.ts';

const EXPIRED = say('auth.providerLoginExpired');

/** The identity somebody signs up with, used up; the form shows its address read-only, and it can't be changed. */
export async function takeIdentity(
  context: PublicContext,
  tx: Transaction,
  input: { federated_user_id?: string | undefined; email: string },
): Promise<OneTimeValues['federated-identity'] | null> {
  if (!input.federated_user_id) return null;
  const identity = await takeOneTime(context, tx, 'federated-identity', input.federated_user_id);
  if (!identity) throw new ValidationError({ federated_user_id: EXPIRED });
  if (identity.email !== input.email) {
    throw new ValidationError({ email: say('auth.providerEmail', { email: identity.email }) });
  }
  return identity;
}

/** The new user can sign in with it from now on. */
export async function keepIdentity(
  { clock }: Pick<PublicContext, 'clock'>,
  tx: Transaction,
  userId: string,
  { provider, accountId }: OneTimeValues['federated-identity'],
): Promise<void> {
  const at = { createdAt: clock.now(), updatedAt: clock.now() };
  await tx.insert(accounts).values({ id: newId(), userId, providerId: provider, accountId, ...at });
}
