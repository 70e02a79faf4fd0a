import { and, eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { sshKeys } from '../ssh-keys/tables.ts';
import { lockWorkspace, requireManage } from './access.ts';
import { announceWorkspace } from './change-status.ts';
import { workspaces } from './tables.ts';

export interface UpdateInput {
  id: string;
  name?: string | undefined;
  sshKeyId?: string | undefined;
  deleteProtect?: boolean | undefined;
}

/** Changes name, SSH key or delete protection; the address stays as it is. @throws NotFound, Forbidden, Conflict, ValidationError */
export async function updateWorkspace(context: Context, input: UpdateInput): Promise<void> {
  const { actor, bus, db } = context;
  await db.transaction(async (tx) => {
    const workspace = await lockWorkspace(tx, actor, input.id);
    requireManage(actor, workspace);
    if (workspace.status === 'Deleted') throw new Conflict('This workspace was deleted.');
    const set: Partial<typeof workspaces.$inferInsert> = {};
    if (input.name !== undefined) set.name = input.name;
    if (input.deleteProtect !== undefined) set.deleteProtect = input.deleteProtect;
    if (input.sshKeyId !== undefined && input.sshKeyId !== workspace.sshKeyId) {
      await mustOwnKey(tx, workspace.userId, input.sshKeyId);
      set.sshKeyId = input.sshKeyId;
      await bus.notify(tx, 'access_changed', { reason: 'workspace_key_changed' });
    }
    if (Object.keys(set).length === 0) return;
    await tx.update(workspaces).set(set).where(eq(workspaces.id, workspace.id));
    await announceWorkspace(context, tx, workspace);
    await record(context, { action: 'workspaces.update', targetId: workspace.id }, tx);
  });
}

/** @throws ValidationError on `ssh_key_id` when the key is not this user's. */
export async function mustOwnKey(tx: Transaction, userId: string, sshKeyId: string): Promise<void> {
  const [key] = isId(sshKeyId)
    ? await tx
        .select({ id: sshKeys.id })
        .from(sshKeys)
        .where(and(eq(sshKeys.id, sshKeyId), eq(sshKeys.userId, userId)))
        .for('share')
    : [];
  if (!key) throw new ValidationError({ ssh_key_id: 'Please choose one of the SSH keys of the workspace’s user.' });
}
