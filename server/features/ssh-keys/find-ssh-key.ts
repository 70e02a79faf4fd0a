import { and, eq, type InferSelectModel } from 'drizzle-orm';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { sshKeys } from '../people/tables.ts';

/** One of the caller's own keys. @throws NotFound */
export async function findOwnSshKey(context: Context, id: string): Promise<InferSelectModel<typeof sshKeys>> {
  if (!isId(id)) throw new NotFound();
  const [row] = await context.db
    .select()
    .from(sshKeys)
    .where(and(eq(sshKeys.id, id), eq(sshKeys.userId, context.actor.userId)));
  if (!row) throw new NotFound();
  return row;
}
