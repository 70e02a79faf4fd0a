import { eq } from 'drizzle-orm';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { sshKeys } from '../people/tables.ts';
import { findOwnSshKey } from './find-ssh-key.ts';

/**
 * Deletes one of the caller's keys. A workspace that used it keeps running without one; open SSH connections made with
 * it end. @throws NotFound
 */
export async function deleteSshKey(context: Context, input: { id: string }): Promise<void> {
  const key = await findOwnSshKey(context, input.id);
  await context.db.transaction(async (tx) => {
    await tx.delete(sshKeys).where(eq(sshKeys.id, key.id));
    await context.bus.notify(tx, 'access_changed', { reason: 'ssh_key_deleted' });
    const details = { fingerprint: key.fingerprint };
    await record(tx, context, { action: 'ssh-keys.delete', targetId: key.id, details });
  });
}
