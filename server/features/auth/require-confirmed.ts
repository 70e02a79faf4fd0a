import { eq } from 'drizzle-orm';
import type { Route } from '#shared/api/route.ts';
import { Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { PublicContext } from '../context.ts';
import { users } from '../people/tables.ts';

const UNCONFIRMED = say('auth.confirmEmailFirst');

/**
 * Runs before every call: nobody writes to others from an address they haven't confirmed. Where only some mail domains
 * may sign up, an unconfirmed address proves nothing, and opens only the person's own account.
 * @throws Forbidden
 */
export async function requireConfirmed(
  { config, db, actor }: Pick<PublicContext, 'config' | 'db' | 'actor'>,
  {
    access,
    method,
    confirmedOnly,
    whileReadOnly,
  }: Pick<Route, 'access' | 'method' | 'confirmedOnly' | 'whileReadOnly'>,
): Promise<void> {
  const changes = method !== 'get' && access !== 'public' && !whileReadOnly;
  const demanded = confirmedOnly || (config.signUp.who === 'domains' && changes);
  if (!demanded || !actor) return;
  const [user] = await db.select({ confirmed: users.emailVerified }).from(users).where(eq(users.id, actor.userId));
  if (!user?.confirmed) throw new Forbidden(UNCONFIRMED);
}
