import { and, asc, eq, ne } from 'drizzle-orm';
import { NotFound } from '../../platform/errors.ts';
import { isId } from '../../platform/ids.ts';
import type { Context } from '../context.ts';
import { instances } from '../instances/tables.ts';
import { sshKeys } from '../people/tables.ts';
import { workspaces } from './tables.ts';

/** Workspaces that use one of the caller's keys, by name: those that lose it when it is deleted. @throws NotFound */
export async function listKeyWorkspaces(
  { actor, db }: Context,
  input: { id: string },
): Promise<{ id: string; name: string; here: boolean }[]> {
  if (!isId(input.id)) throw new NotFound();
  const [key] = await db
    .select({ id: sshKeys.id })
    .from(sshKeys)
    .where(and(eq(sshKeys.id, input.id), eq(sshKeys.userId, actor.userId)));
  if (!key) throw new NotFound();
  const rows = await db
    .select({ id: instances.id, name: instances.name, organizationId: instances.organizationId })
    .from(instances)
    .innerJoin(workspaces, eq(workspaces.id, instances.id))
    .where(and(eq(workspaces.sshKeyId, key.id), ne(instances.status, 'Deleted')))
    .orderBy(asc(instances.name), asc(instances.id));
  return rows.map(({ organizationId, ...row }) => ({ ...row, here: organizationId === actor.organizationId }));
}
