import { and, eq } from 'drizzle-orm';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import { apiTokens } from '../auth/tables.ts';
import type { Context } from '../context.ts';

/** Ends a token of the caller at once, live sockets included. @throws NotFound */
export async function revokeApiToken(context: Context, input: { id: string }): Promise<void> {
  const { actor, bus, db } = context;
  if (!isId(input.id)) throw new NotFound();
  await db.transaction(async (tx) => {
    const [revoked] = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, input.id), eq(apiTokens.userId, actor.userId)))
      .returning();
    if (!revoked) throw new NotFound();
    await bus.notify(tx, 'sessions_ended', { ids: [revoked.id] });
    const details = { name: revoked.name };
    await record(tx, context, { action: 'profile.revoke-api-token', targetId: revoked.id, details });
  });
}
