import { eq } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { announce, lockRow } from '../instances/index.ts';
import { workspaceKind } from './kind.ts';
import { workspaces } from './tables.ts';

/**
 * Somebody is working in it. Takes back a warning that it will pause, on every open page. False if it isn't a
 * workspace.
 */
export async function noteUse(dependencies: Dependencies, id: string): Promise<boolean> {
  const { clock, db } = dependencies;
  const seen = { lastAccessAt: clock.now() };
  const [found] = await db
    .update(workspaces)
    .set(seen)
    .where(eq(workspaces.id, id))
    .returning({ idleWarnedAt: workspaces.idleWarnedAt });
  if (!found?.idleWarnedAt) return found !== undefined;
  await db.transaction(async (tx) => {
    const workspace = await lockRow(tx, workspaceKind, id);
    if (!workspace?.idleWarnedAt) return;
    await tx.update(workspaces).set({ idleWarnedAt: null }).where(eq(workspaces.id, id));
    await announce(dependencies, tx, workspaceKind, workspace);
  });
  return true;
}
