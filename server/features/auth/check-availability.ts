import { emailSchema, usernameSchema } from '#shared/features/auth/model.ts';
import { TooManyRequests } from '../../platform/errors.ts';
import type { PublicContext } from '../context.ts';
import { isEmailTaken, isUsernameTaken } from './find-taken.ts';
import { takeAttempt } from './rate-limits.ts';

export type Availability = boolean | 'unknown';

const FIELDS = {
  username: { schema: usernameSchema, isTaken: isUsernameTaken },
  email: { schema: emailSchema, isTaken: isEmailTaken },
} as const;

/**
 * Is this value free? 'unknown' for an empty one, and if one address asks too often. `own` is the asker's current
 * value, which stays available to them.
 */
export async function checkAvailability(
  context: PublicContext,
  input: { field: keyof typeof FIELDS; value: string; own?: string },
): Promise<Availability> {
  const value = input.value.trim();
  if (value === '') return 'unknown';
  if (value === input.own) return true;
  const { schema, isTaken } = FIELDS[input.field];
  const parsed = schema.safeParse(value);
  if (!parsed.success) return false;
  try {
    await takeAttempt(context, 'lookup-address', context.origin.ipAddress);
  } catch (error) {
    if (error instanceof TooManyRequests) return 'unknown';
    throw error;
  }
  return !(await isTaken(context.db, parsed.data));
}
