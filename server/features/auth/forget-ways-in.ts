import { and, eq, isNull, ne, or } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { sshKeys } from '../people/tables.ts';
import { endSessions, tellEnded } from './end-sessions.ts';
import { CREDENTIAL } from './set-password.ts';
import { accounts, apiTokens, deletedApiTokens, twoFactors } from './tables.ts';
import { forgetTwoFactor } from './two-factor.ts';

type Ending = Pick<Dependencies, 'bus' | 'clock'>;

/** The session that stays, with what was added in it. */
export interface Kept {
  id: string;
  /** The provider that opened it: that account stays, and a password somebody else chose doesn't. */
  provider: string | null;
}

/** Ends a user's API tokens at once, live sockets included; revoked ones can't be had back either. @returns how many ended */
export async function endApiTokens(
  dependencies: Ending,
  tx: Transaction,
  userId: string,
  kept?: Kept,
): Promise<number> {
  const theirs = (table: typeof apiTokens | typeof deletedApiTokens) =>
    and(eq(table.userId, userId), addedElsewhere(table.addedIn, kept));
  const endLive = () => tx.delete(apiTokens).where(theirs(apiTokens)).returning({ id: apiTokens.id });
  const ended = await endLive();
  await tx.delete(deletedApiTokens).where(theirs(deletedApiTokens));
  // An undo that this waited for has put its token back.
  ended.push(...(await endLive()));
  const ids = ended.map(({ id }) => id);
  await tellEnded(dependencies, tx, ids);
  return ended.length;
}

/**
 * Removes what was added before the address was confirmed: sessions, API tokens, SSH keys, linked accounts,
 * authenticator. Whoever signed up may have been somebody else. @returns whether there was anything
 */
export async function forgetWaysIn(
  dependencies: Ending,
  tx: Transaction,
  userId: string,
  kept?: Kept,
): Promise<boolean> {
  const sessions = await endSessions(dependencies, tx, { userId, ...(kept && { exceptId: kept.id }) });
  const tokens = await endApiTokens(dependencies, tx, userId, kept);
  const keys = await tx
    .delete(sshKeys)
    .where(and(eq(sshKeys.userId, userId), addedElsewhere(sshKeys.addedIn, kept)))
    .returning({ id: sshKeys.id });
  if (keys.length > 0) await dependencies.bus.notify(tx, 'access_changed', { reason: 'ssh_key_deleted' });
  const linked = await tx
    .delete(accounts)
    .where(and(eq(accounts.userId, userId), foreign(kept)))
    .returning({ id: accounts.id });
  const [factor] = await tx
    .select({ userId: twoFactors.userId })
    .from(twoFactors)
    .where(and(eq(twoFactors.userId, userId), addedElsewhere(twoFactors.addedIn, kept)));
  if (factor) await forgetTwoFactor(tx, userId);
  return sessions + tokens + keys.length + linked.length > 0 || factor !== undefined;
}

const addedElsewhere = (addedIn: AnyPgColumn, kept: Kept | undefined) =>
  kept && or(isNull(addedIn), ne(addedIn, kept.id));

/** Sign-in methods that aren't those of the remaining session. Without a session, the password is being reset. */
function foreign(kept: Kept | undefined) {
  const linked = and(ne(accounts.providerId, CREDENTIAL), addedElsewhere(accounts.addedIn, kept));
  if (!kept?.provider) return linked;
  const ofOthers = and(linked, ne(accounts.providerId, kept.provider));
  return or(ofOthers, eq(accounts.providerId, CREDENTIAL));
}
