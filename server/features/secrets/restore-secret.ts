import { and, eq, inArray } from 'drizzle-orm';
import { type Transaction, violatedConstraint } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockDeleted, lockSecret } from './access.ts';
import { mustFit } from './add-secret.ts';
import { refreshSecrets } from './refresh.ts';
import { deletedSecrets, secrets } from './tables.ts';

/**
 * Takes a deletion back within 24 hours: running workspaces have it again at once. Succeeds if it isn't deleted.
 * @throws NotFound, also once it is gone; Conflict if its name is taken, or there are too many
 */
export async function restoreSecret(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  let name = '';
  try {
    await db.transaction(async (tx) => {
      const secret = await lockDeleted(tx, context, input.id);
      // Somebody else was quicker, or it is gone: that one says which.
      if (!secret) return void (await lockSecret(tx, context, input.id));
      name = secret.name;
      await mustFit(tx, secret, { count: 1, bytes: secret.sizeBytes });
      await tx.delete(deletedSecrets).where(eq(deletedSecrets.id, secret.id));
      await tx.insert(secrets).values(secret);
      await refreshSecrets(tx, actor.organizationId);
      await record(tx, context, { action: 'secrets.restore', targetId: secret.id, details: { name } });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'secrets_name') throw error;
    throw new Conflict(say('secrets.nameTakenMeanwhile', { name }));
  }
}

/** A person is back in the organization, and so are the secrets that were taken from them. */
export async function restoreSecretsOf(
  tx: Transaction,
  { userId, organizationId, ids }: { userId: string; organizationId: string; ids: string[] },
): Promise<void> {
  const theirs = and(eq(deletedSecrets.userId, userId), inArray(deletedSecrets.id, ids));
  const taken = ids.length > 0 ? await tx.delete(deletedSecrets).where(theirs).returning() : [];
  if (taken.length > 0) await tx.insert(secrets).values(taken.map(({ deletedAt: _, ...secret }) => secret));
  await refreshSecrets(tx, organizationId);
}
