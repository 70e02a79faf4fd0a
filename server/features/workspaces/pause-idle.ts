import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { WARN_BEFORE_MS } from '#shared/features/workspaces/model.ts';
import { idleWarningMail, queueMail } from '../../mail/index.ts';
import type { Transaction } from '../../platform/database.ts';
import { billingAccounts } from '../billing/tables.ts';
import type { Dependencies } from '../context.ts';
import { announce, changeAndConverge, lockRow, recordColumns } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { pauseDate, wasWarned } from './idle.ts';
import { workspaceKind } from './kind.ts';
import { noteHeld } from './note-held.ts';
import { workspaces } from './tables.ts';

const UNPAID = 'While the bill is unpaid, KeepAlive and commands don’t keep a workspace awake.';

/**
 * Warns about workspaces nobody has worked in for 25 minutes, and pauses those that were warned about 5 minutes ago and
 * are still idle. A process marked "hold until done" keeps one awake. While the bill is unpaid, KeepAlive and holds
 * don't count; nothing is deleted. Called once a minute.
 */
export async function pauseIdle(dependencies: Dependencies): Promise<void> {
  const isUnpaid = isNotNull(billingAccounts.readOnlySince);
  const running = await dependencies.db
    .select({ workspace: recordColumns(workspaces), unpaid: sql<boolean>`${isUnpaid}` })
    .from(instances)
    .innerJoin(workspaces, eq(workspaces.id, instances.id))
    .leftJoin(billingAccounts, eq(billingAccounts.organizationId, instances.organizationId))
    .where(and(eq(instances.status, 'Active'), or(eq(instances.keepalive, false), isUnpaid)));
  for (const { workspace, unpaid } of running) {
    if (step(awakeOf(workspace, unpaid), dependencies.clock.now()) === 'nothing' && workspace.heldCommand === null)
      continue;
    try {
      if (!unpaid && (await noteHeld(dependencies, workspace))) continue;
      await dependencies.db.transaction((tx) => look(dependencies, tx, workspace.id, unpaid));
    } catch (error) {
      dependencies.log.error({ err: error, workspaceId: workspace.id }, 'an idle workspace could not be paused');
    }
  }
}

/** Checked again under the row's lock: somebody may have come back meanwhile. */
async function look(dependencies: Dependencies, tx: Transaction, id: string, unpaid: boolean): Promise<void> {
  const workspace = await lockRow(tx, workspaceKind, id);
  const now = dependencies.clock.now();
  switch (workspace ? step(awakeOf(workspace, unpaid), now) : 'nothing') {
    case 'warn':
      if (!workspace) return;
      await tx.update(workspaces).set({ idleWarnedAt: now }).where(eq(workspaces.id, id));
      if (dependencies.config.idleMails) await mailWarning(dependencies, tx, workspace);
      return announce(dependencies, tx, workspaceKind, workspace);
    case 'pause':
      if (!workspace) return;
      await changeAndConverge(dependencies, tx, workspaceKind, workspace, {
        to: 'Offline',
        cause: 'idle',
        ...(unpaid && (workspace.keepalive || workspace.heldCommand !== null) && { detail: UNPAID }),
      });
      return;
    case 'nothing':
      return;
  }
}

async function mailWarning(
  dependencies: Dependencies,
  tx: Transaction,
  { id, name, userId }: WorkspaceRecord,
): Promise<void> {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!user) return;
  const url = `${dependencies.config.publicUrl}/workspaces/edit/${id}`;
  await queueMail(dependencies, tx, idleWarningMail({ to: user.email, firstName: user.firstName, name, url }));
}

function awakeOf(workspace: WorkspaceRecord, unpaid: boolean): WorkspaceRecord {
  return unpaid ? { ...workspace, keepalive: false } : workspace;
}

function step(workspace: WorkspaceRecord, now: Date): 'nothing' | 'warn' | 'pause' {
  const pause = pauseDate(workspace)?.getTime();
  if (pause === undefined || now.getTime() < pause - WARN_BEFORE_MS) return 'nothing';
  if (!wasWarned(workspace)) return 'warn';
  return now.getTime() >= pause ? 'pause' : 'nothing';
}
