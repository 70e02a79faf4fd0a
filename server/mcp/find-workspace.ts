import { and, eq, ne, or } from 'drizzle-orm';
import { z } from 'zod';
import { lineText } from '#shared/api/text.ts';
import { readRecords, visibleInstances } from '../features/instances/index.ts';
import { instances } from '../features/instances/tables.ts';
import type { WorkspaceRecord } from '../features/workspaces/index.ts';
import { workspaceKind } from '../features/workspaces/kind.ts';
import { isId } from '../platform/ids.ts';
import type { Use } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** How every tool is told which workspace it is about. */
export const workspaceField = lineText(100)
  .min(1)
  .describe('The workspace: its id, its name, or the first part of its address');

export const workspaceInput = z.strictObject({ workspace: workspaceField });

/** The workspace that the token reaches and its person sees. @throws ToolError */
export async function findWorkspace(
  { dependencies, actor }: Pick<Use, 'dependencies' | 'actor'>,
  named: string,
): Promise<WorkspaceRecord> {
  const is = isId(named) ? eq(instances.id, named) : or(eq(instances.slug, named), eq(instances.name, named));
  const where = and(is, ne(instances.status, 'Deleted'), visibleInstances(actor));
  const found = await readRecords(dependencies.db, workspaceKind, where);
  const only = found.find(({ slug }) => slug === named) ?? (found.length === 1 ? found[0] : undefined);
  if (only) return only;
  if (found.length === 0) throw new ToolError(`There is no workspace “${named}”, or this token doesn’t reach it.`);
  throw new ToolError(`Several workspaces are called “${named}”. Use an id: ${found.map(({ id }) => id).join(', ')}`);
}
