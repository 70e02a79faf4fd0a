import { and, desc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import { apiTokens, deletedApiTokens } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { MOST_TOKENS } from './add-api-token.ts';

/** Ends a token of the caller at once, live sockets included. It can be had back for 24 hours. @throws NotFound */
export async function revokeApiToken(context: Context, input: { id: string }): Promise<void> {
  const { actor, bus, clock, db } = context;
  if (!isId(input.id)) throw new NotFound();
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, input.id), eq(apiTokens.userId, actor.userId)))
      .returning();
    if (!revoked) throw new NotFound();
    await tx.insert(deletedApiTokens).values({ ...revoked, deletedAt: clock.now() });
    await forgetOldest(tx, actor.userId);
    await bus.notify(tx, 'sessions_ended', { ids: [revoked.id] });
    const details = { name: revoked.name };
    await record(tx, context, { action: 'profile.revoke-api-token', targetId: revoked.id, details });
  });
}

/** As many revoked ones are kept as a person can have. */
async function forgetOldest(tx: Transaction, userId: string): Promise<void> {
  const older = tx
    .select({ id: deletedApiTokens.id })
    .from(deletedApiTokens)
    .where(eq(deletedApiTokens.userId, userId))
    .orderBy(desc(deletedApiTokens.deletedAt), desc(deletedApiTokens.id))
    .offset(MOST_TOKENS);
  await tx.delete(deletedApiTokens).where(inArray(deletedApiTokens.id, older));
}
