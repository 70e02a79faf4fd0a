import { and, eq, isNotNull } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { announce } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { workspaceKind } from './kind.ts';

/**
 * Somebody is working in it. Takes back a warning that it will pause, on every open page. False if it isn't a
 * workspace.
 */
export async function noteUse(dependencies: Dependencies, id: string): Promise<boolean> {
  const { clock, db } = dependencies;
  const seen = { lastAccessAt: clock.now() };
  const [found] = await db.update(workspaces).set(seen).where(eq(workspaces.id, id)).returning();
  if (!found?.idleWarnedAt) return found !== undefined;
  await db.transaction(async (tx) => {
    const [warned] = await tx
      .update(workspaces)
      .set({ idleWarnedAt: null })
      .where(and(eq(workspaces.id, id), isNotNull(workspaces.idleWarnedAt)))
      .returning();
    if (warned) await announce(dependencies, tx, workspaceKind, warned);
  });
  return true;
}
