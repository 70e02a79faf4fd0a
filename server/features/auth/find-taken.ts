import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import { users } from '../people/tables.ts';

export const USERNAME_TAKEN = say('auth.usernameTaken');
export const EMAIL_TAKEN = say('auth.emailTaken');

export async function isUsernameTaken(executor: Executor, username: string): Promise<boolean> {
  const found = await executor.select({ id: users.id }).from(users).where(eq(users.username, username));
  return found.length > 0;
}

export async function isEmailTaken(executor: Executor, email: string): Promise<boolean> {
  const found = await executor
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.email})`, email));
  return found.length > 0;
}

/** Field errors for values that someone else has. */
export async function takenFields(
  executor: Executor,
  input: { username: string; email: string },
): Promise<Record<string, string>> {
  return {
    ...((await isUsernameTaken(executor, input.username)) && { username: USERNAME_TAKEN }),
    ...((await isEmailTaken(executor, input.email)) && { email: EMAIL_TAKEN }),
  };
}
