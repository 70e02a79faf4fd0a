import { and, eq, gt, isNull } from 'drizzle-orm';
import { queueMail, securityNoticeMail } from '../../../mail/index.ts';
import { violatedConstraint } from '../../../platform/database.ts';
import { Unauthenticated } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { say } from '../../../platform/say.ts';
import { record } from '../../audit/index.ts';
import type { PublicContext } from '../../context.ts';
import { users } from '../../people/tables.ts';
import { holdSession } from '../hold-session.ts';
import { accounts, sessions } from '../tables.ts';
import type { Identity } from './ask-provider.ts';
import type { ProviderSetup } from './providers.ts';

/** 'linked', or why not: the requesting session ended, or somebody (perhaps the person) has the identity already. */
export async function linkIdentity(
  context: PublicContext,
  { userId, sessionId }: { userId: string; sessionId: string },
  provider: ProviderSetup,
  identity: Identity,
): Promise<'linked' | 'expired' | 'taken' | 'already'> {
  const { clock, config, db } = context;
  const [user] = await db
    .select({ email: users.email, firstName: users.firstName, organizationId: sessions.organizationId })
    .from(users)
    .innerJoin(sessions, eq(sessions.userId, users.id))
    .where(
      and(
        eq(users.id, userId),
        eq(users.status, 'active'),
        eq(sessions.id, sessionId),
        isNull(sessions.impersonationId),
        gt(sessions.expiresAt, clock.now()),
      ),
    );
  if (!user) return 'expired';
  const held = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, provider.id)));
  if (held.length > 0) return 'already';
  try {
    await db.transaction(async (tx) => {
      await holdSession(tx, { sessionId });
      const made = { addedIn: sessionId, createdAt: clock.now(), updatedAt: clock.now() };
      await tx
        .insert(accounts)
        .values({ id: newId(), userId, providerId: provider.id, accountId: identity.accountId, ...made });
      const what = say('auth.loginLinked', { provider: provider.name });
      const url = `${config.publicUrl}/profile`;
      await queueMail(context, tx, securityNoticeMail({ to: user.email, firstName: user.firstName, what, url }));
      const details = { provider: provider.id };
      const { organizationId } = user;
      await record(tx, context, { action: 'profile.link-account', userId, organizationId, targetId: userId, details });
    });
  } catch (error) {
    if (error instanceof Unauthenticated) return 'expired';
    if (violatedConstraint(error) === 'accounts_provider_account') return 'taken';
    throw error;
  }
  return 'linked';
}
