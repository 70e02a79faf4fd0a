import { eq } from 'drizzle-orm';
import type { Route } from '#shared/api/route.ts';
import { Forbidden } from '../../platform/errors.ts';
import type { PublicContext } from '../context.ts';
import { users } from '../people/tables.ts';

const UNCONFIRMED = 'Confirm your email address first. Open the link in our mail, or send it again from My Profile.';

/**
 * Runs before every call: nobody writes to others from an address they haven't confirmed.
 * @throws Forbidden
 */
export async function requireConfirmed(
  { db, actor }: Pick<PublicContext, 'db' | 'actor'>,
  { confirmedOnly }: Pick<Route, 'confirmedOnly'>,
): Promise<void> {
  if (!confirmedOnly || !actor) return;
  const [user] = await db.select({ confirmed: users.emailVerified }).from(users).where(eq(users.id, actor.userId));
  if (!user?.confirmed) throw new Forbidden(UNCONFIRMED);
}
