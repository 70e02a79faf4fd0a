import { eq } from 'drizzle-orm';
import { violatedConstraint } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { sshKeys } from '../people/tables.ts';
import { NAME_TAKEN } from './add-ssh-key.ts';
import { findOwnSshKey } from './find-ssh-key.ts';

/** Renames one of the caller's keys. @throws NotFound, ValidationError on `name`. */
export async function renameSshKey(context: Context, input: { id: string; name: string }): Promise<void> {
  const key = await findOwnSshKey(context, input.id);
  try {
    await context.db.transaction(async (tx) => {
      await tx.update(sshKeys).set({ name: input.name }).where(eq(sshKeys.id, key.id));
      await record(tx, context, { action: 'ssh-keys.rename', targetId: key.id });
    });
  } catch (error) {
    if (violatedConstraint(error) === 'ssh_keys_user_name') throw new ValidationError({ name: NAME_TAKEN });
    throw error;
  }
}
