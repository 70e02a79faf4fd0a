import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { lockSecret } from './access.ts';
import { refreshSecrets } from './refresh.ts';
import { secrets } from './tables.ts';

/** Running workspaces lose it at once; processes that have it in their environment keep it. @throws NotFound */
export async function deleteSecret(context: Context, input: { id: string }): Promise<void> {
  const { actor, db } = context;
  await db.transaction(async (tx) => {
    const { id, name } = await lockSecret(tx, context, input.id);
    await tx.delete(secrets).where(eq(secrets.id, id));
    await refreshSecrets(tx, actor.organizationId);
    await record(tx, context, { action: 'secrets.delete', targetId: id, details: { name } });
  });
}

/** A person leaves the organization: theirs go, also from workspaces that somebody else takes over. */
export async function forgetSecretsOf(
  tx: Transaction,
  { userId, organizationId }: { userId: string; organizationId: string },
): Promise<void> {
  await tx.delete(secrets).where(and(eq(secrets.userId, userId), eq(secrets.organizationId, organizationId)));
  await refreshSecrets(tx, organizationId);
}
