import { and, desc, eq, inArray } from 'drizzle-orm';
import { SECRETS_MAX } from '#shared/features/secrets/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockSecret, type OwnerColumns, ownedBy } from './access.ts';
import { refreshSecrets } from './refresh.ts';
import { deletedSecrets, secrets } from './tables.ts';

/**
 * Running workspaces lose it at once; processes that have it in their environment keep it. It can be had back for
 * 24 hours. @throws NotFound
 */
export async function deleteSecret(context: Context, input: { id: string }): Promise<void> {
  const { actor, clock, db } = context;
  await db.transaction(async (tx) => {
    const secret = await lockSecret(tx, context, input.id);
    const { id, name } = secret;
    await tx.delete(secrets).where(eq(secrets.id, id));
    await tx.insert(deletedSecrets).values({ ...secret, deletedAt: clock.now() });
    await forgetOldest(tx, secret);
    await refreshSecrets(tx, actor.organizationId);
    await record(tx, context, { action: 'secrets.delete', targetId: id, details: { name } });
  });
}

/** As many deleted ones are kept as an owner can have, so that adding and deleting in turn fills nothing. */
async function forgetOldest(tx: Transaction, owner: OwnerColumns): Promise<void> {
  const older = tx
    .select({ id: deletedSecrets.id })
    .from(deletedSecrets)
    .where(ownedBy(owner, deletedSecrets))
    .orderBy(desc(deletedSecrets.deletedAt), desc(deletedSecrets.id))
    .offset(SECRETS_MAX);
  await tx.delete(deletedSecrets).where(inArray(deletedSecrets.id, older));
}

interface Leaving {
  userId: string;
  organizationId: string;
}

/**
 * A person leaves the organization: theirs go, also from workspaces that somebody else takes over. @returns the ids of
 * those that come back with the person
 */
export async function takeSecretsOf(
  { clock }: Pick<Context, 'clock'>,
  tx: Transaction,
  { userId, organizationId }: Leaving,
): Promise<string[]> {
  const theirs = (table: typeof secrets | typeof deletedSecrets) =>
    and(eq(table.userId, userId), eq(table.organizationId, organizationId));
  const taken = await tx.delete(secrets).where(theirs(secrets)).returning();
  await tx.delete(deletedSecrets).where(theirs(deletedSecrets));
  // Once more: an undo that this waited for has put its secret back.
  taken.push(...(await tx.delete(secrets).where(theirs(secrets)).returning()));
  const deletedAt = clock.now();
  if (taken.length > 0) await tx.insert(deletedSecrets).values(taken.map((secret) => ({ ...secret, deletedAt })));
  await refreshSecrets(tx, organizationId);
  return taken.map(({ id }) => id);
}
