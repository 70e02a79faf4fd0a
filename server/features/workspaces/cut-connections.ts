import { and, desc, eq, gte } from 'drizzle-orm';
import { SECOND } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { instanceStatusChanges } from '../instances/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { sshAccess } from './presenter.ts';
import { workspaceCuts, workspaces } from './tables.ts';

/** Gateways may run on other machines than what stops a workspace. */
const CLOCKS_DIFFER_MS = 10 * SECOND;

/** Remembers that this person was connected over SSH when the workspace stopped; does nothing for other ids. */
export async function noteCut({ db, clock }: Dependencies, workspaceId: string, userId: string): Promise<void> {
  const [workspace] = await db.select({ id: workspaces.id }).from(workspaces).where(eq(workspaces.id, workspaceId));
  if (!workspace) return;
  const cutAt = clock.now();
  await db
    .insert(workspaceCuts)
    .values({ workspaceId, userId, cutAt })
    .onConflictDoUpdate({ target: [workspaceCuts.workspaceId, workspaceCuts.userId], set: { cutAt } });
}

/**
 * Did somebody stop the workspace by hand while this person was connected over SSH? Then a connection without a
 * terminal may be their editor, which reconnects by itself and must not undo the stop. Rules: workspaces/README.md,
 * "Idle pause and KeepAlive".
 */
export async function wasStoppedUnder(
  { db }: Pick<Dependencies, 'db'>,
  workspace: Pick<WorkspaceRecord, 'id'>,
  userId: string,
): Promise<boolean> {
  const [last] = await db
    .select()
    .from(instanceStatusChanges)
    .where(and(eq(instanceStatusChanges.instanceId, workspace.id), eq(instanceStatusChanges.status, 'Offline')))
    .orderBy(desc(instanceStatusChanges.id))
    .limit(1);
  if (last?.cause !== 'stopped_by_user') return false;
  const [cut] = await db
    .select()
    .from(workspaceCuts)
    .where(
      and(
        eq(workspaceCuts.workspaceId, workspace.id),
        eq(workspaceCuts.userId, userId),
        gte(workspaceCuts.cutAt, new Date(last.createdAt.getTime() - CLOCKS_DIFFER_MS)),
      ),
    );
  return cut !== undefined;
}

/** Shown by the editor, or read by the person who meant it. */
export function stayStopped({ config }: Pick<Dependencies, 'config'>, { slug }: Pick<WorkspaceRecord, 'slug'>): string {
  const { command } = sshAccess(config, slug);
  return say('workspaces.stoppedManually', { command });
}
