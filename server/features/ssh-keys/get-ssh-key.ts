import { eq } from 'drizzle-orm';
import type { SshKey } from '#shared/features/ssh-keys/contract.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { sshKeys } from '../people/tables.ts';
import { mustSeeKeysOf } from './access.ts';
import { presentSshKey } from './presenter.ts';

/** One key of the caller, or (owner and admin) of a member. @throws NotFound */
export async function getSshKey(context: Context, input: { id: string }): Promise<SshKey> {
  if (!isId(input.id)) throw new NotFound();
  const [row] = await context.db.select().from(sshKeys).where(eq(sshKeys.id, input.id));
  if (!row) throw new NotFound();
  await mustSeeKeysOf(context, row.userId);
  return presentSshKey(row);
}
