import { and, eq } from 'drizzle-orm';
import { Conflict, NotFound } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { CREDENTIAL } from '../auth/index.ts';
import { accounts } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { tellOfChange } from './tell-of-change.ts';

const LAST_WAY_IN = say('profile.onlyLogin');

/** Unlinks a provider's account. @throws NotFound, Conflict if no other sign-in method would be left */
export async function unlinkAccount(context: Context, input: { provider: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const held = await tx.select().from(accounts).where(eq(accounts.userId, actor.userId)).for('update');
    const linked = held.find(({ providerId }) => providerId === input.provider && providerId !== CREDENTIAL);
    if (!linked) throw new NotFound();
    if (held.length === 1) throw new Conflict(LAST_WAY_IN);
    await tx.delete(accounts).where(and(eq(accounts.id, linked.id), eq(accounts.userId, actor.userId)));
    await tellOfChange(context, tx, say('profile.loginUnlinked', { provider: input.provider }));
    const details = { provider: input.provider };
    await record(tx, context, { action: 'profile.unlink-account', targetId: actor.userId, details });
  });
}
