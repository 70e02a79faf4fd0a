import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { updateProfileBody } from '#shared/features/profile/contract.ts';
import { violatedConstraint } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import { USERNAME_TAKEN } from '../auth/index.ts';
import type { Context } from '../context.ts';
import { users } from '../people/tables.ts';

/** Changes the caller's names and time zone. @throws ValidationError on `username` if it is taken */
export async function updateProfile(context: Context, input: z.output<typeof updateProfileBody>): Promise<void> {
  const { actor, clock, db } = context;
  const { first_name: firstName, last_name: lastName, username, time_zone: timeZone } = input;
  const name = `${firstName} ${lastName}`;
  const changes = { firstName, lastName, name, username, timeZone, updatedAt: clock.now() };
  try {
    await db.transaction(async (tx) => {
      await tx.update(users).set(changes).where(eq(users.id, actor.userId));
      await record(tx, context, { action: 'profile.update', targetId: actor.userId, details: { username } });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'users_username') throw new ValidationError({ username: USERNAME_TAKEN });
    throw error;
  }
}
