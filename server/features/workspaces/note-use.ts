import { and, eq, isNotNull } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { announce } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { workspaceKind } from './kind.ts';

/**
 * Somebody is working in it. Takes back a warning that it will pause, on every open page. False if it isn't a
 * workspace.
 */
export async function noteUse(services: Services, id: string): Promise<boolean> {
  const { clock, db } = services;
  const seen = { lastAccessAt: clock.now() };
  const [found] = await db.update(workspaces).set(seen).where(eq(workspaces.id, id)).returning();
  if (!found?.idleWarnedAt) return found !== undefined;
  await db.transaction(async (tx) => {
    const [warned] = await tx
      .update(workspaces)
      .set({ idleWarnedAt: null })
      .where(and(eq(workspaces.id, id), isNotNull(workspaces.idleWarnedAt)))
      .returning();
    if (warned) await announce(services, tx, workspaceKind, warned);
  });
  return true;
}
