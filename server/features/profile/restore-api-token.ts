import { and, eq, gt } from 'drizzle-orm';
import { keptSince } from '#shared/api/undo.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { holdSession } from '../auth/index.ts';
import { apiTokens, deletedApiTokens } from '../auth/tables.ts';
import type { Context } from '../context.ts';
import { mustFitToken } from './add-api-token.ts';
import { tellOfChange } from './tell-of-change.ts';

/**
 * Takes the revocation of a token of the caller back within 24 hours: it works again, with its scopes, limits and end.
 * Succeeds if it isn't revoked. @throws NotFound, also once it is gone; Conflict at 50
 */
export async function restoreApiToken(context: Context, { id }: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  const { userId } = actor;
  if (!isId(id)) throw new NotFound();
  await db.transaction(async (tx) => {
    await holdSession(tx, actor);
    const [taken] = await tx
      .delete(deletedApiTokens)
      .where(
        and(
          eq(deletedApiTokens.id, id),
          eq(deletedApiTokens.userId, userId),
          gt(deletedApiTokens.deletedAt, keptSince(clock.now())),
        ),
      )
      .returning();
    if (!taken) {
      if (await tx.$count(apiTokens, and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))) return;
      throw new NotFound();
    }
    await mustFitToken(tx, userId);
    const { deletedAt: _, ...token } = taken;
    await tx.insert(apiTokens).values(token);
    await tellOfChange(context, tx, say('mail.token.restored', { name: token.name }));
    await record(tx, context, { action: 'profile.restore-api-token', targetId: id, details: { name: token.name } });
  });
}
