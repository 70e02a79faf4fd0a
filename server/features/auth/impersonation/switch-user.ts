import { and, eq } from 'drizzle-orm';
import { MINUTE } from '../../../platform/clock.ts';
import { Forbidden, NotFound } from '../../../platform/errors.ts';
import { isId, newId } from '../../../platform/ids.ts';
import { say } from '../../../platform/say.ts';
import { record } from '../../audit/index.ts';
import type { Actor, Context } from '../../context.ts';
import { memberships, users } from '../../people/tables.ts';
import { createSession } from '../create-session.ts';
import { impersonations } from '../tables.ts';

/** How long acting as somebody lasts. */
const LASTS_MS = 60 * MINUTE;

/** @throws Forbidden for everybody else */
export function requireAdministrator(actor: Pick<Actor, 'adminFlag'>): void {
  if (!actor.adminFlag) throw new Forbidden(say('auth.switchAdministratorsOnly'));
}

/**
 * A session in which the administrator is the user, in one organization, for 60 minutes. It ends with the
 * administrator's own. @throws Forbidden, NotFound
 */
export async function switchUser(
  context: Context,
  input: { organizationId: string; userId: string; reason: string },
): Promise<string> {
  const { actor, clock, db, origin } = context;
  requireAdministrator(actor);
  const { organizationId, userId, reason } = input;
  await requireTarget(context, input);
  const startedAt = clock.now();
  const expiresAt = new Date(startedAt.getTime() + LASTS_MS);
  const impersonationId = newId();
  return db.transaction(async (tx) => {
    const between = { realUserId: actor.userId, realSessionId: actor.sessionId, userId, organizationId };
    await tx.insert(impersonations).values({ id: impersonationId, ...between, reason, startedAt, expiresAt });
    const people = { userId, realUserId: actor.userId, organizationId, targetId: userId };
    await record(tx, context, { action: 'auth.switch-user', ...people, details: { reason } });
    return createSession(context, { userId, organizationId, origin, impersonationId, expiresAt }, tx);
  });
}

/** An active member, not oneself, and not an administrator, so that nobody gains rights this way. @throws NotFound */
async function requireTarget(
  { actor, db }: Context,
  { organizationId, userId }: { organizationId: string; userId: string },
): Promise<void> {
  const [member] =
    isId(organizationId) && isId(userId) && userId !== actor.userId
      ? await db
          .select({ id: memberships.id })
          .from(memberships)
          .innerJoin(users, eq(users.id, memberships.userId))
          .where(
            and(
              eq(memberships.organizationId, organizationId),
              eq(memberships.userId, userId),
              eq(memberships.status, 'active'),
              eq(users.status, 'active'),
              eq(users.adminFlag, false),
            ),
          )
      : [];
  if (!member) throw new NotFound();
}
