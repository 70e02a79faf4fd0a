import { asc, eq } from 'drizzle-orm';
import type { SshKey } from '#shared/features/ssh-keys/contract.ts';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { sshKeys } from '../people/tables.ts';
import { mustSeeKeysOf } from './access.ts';
import { presentSshKey } from './presenter.ts';

/** The caller's keys by name, or those of the member `userId`. @throws NotFound if the caller may not see them */
export async function listSshKeys(context: Context, input: { userId?: string | undefined }): Promise<SshKey[]> {
  const userId = input.userId ?? context.actor.userId;
  if (!isId(userId)) throw new NotFound();
  await mustSeeKeysOf(context, userId);
  const rows = await context.db.select().from(sshKeys).where(eq(sshKeys.userId, userId)).orderBy(asc(sshKeys.name));
  return rows.map(presentSshKey);
}
