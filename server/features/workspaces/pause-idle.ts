import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { WARN_BEFORE_MS } from '#shared/features/workspaces/model.ts';
import { idleWarningMail, queueMail } from '../../mail/index.ts';
import { HOUR } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { say } from '../../platform/say.ts';
import { billingAccounts } from '../billing/tables.ts';
import type { Dependencies } from '../context.ts';
import { announce, changeAndConverge, endSleep, fallAsleep, lockRow, recordColumns } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { users } from '../people/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { pauseDate, wasWarned } from './idle.ts';
import { workspaceKind } from './kind.ts';
import { noteHeld } from './note-held.ts';
import { workspaces } from './tables.ts';

const UNPAID_ASLEEP = say('workspaces.unpaidNotFrozen');
const UNPAID = say('workspaces.unpaidNotAwake');

/**
 * Warns about workspaces nobody has worked in for 25 minutes, and pauses those that were warned about 5 minutes ago and
 * are still idle. A process marked "hold until done" keeps one awake. While the bill is unpaid, KeepAlive and holds
 * don't count; nothing is deleted. A pause freezes it with its programs where that is wished. Called once a minute.
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
      if (sleepsWarm(dependencies, workspace, unpaid) && (await fallAsleep(dependencies, tx, workspaceKind, workspace)))
        return;
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

/** Does it keep its programs while it is idle? */
function sleepsWarm(
  { config }: Pick<Dependencies, 'config'>,
  { warmSleep }: Pick<WorkspaceRecord, 'warmSleep'>,
  unpaid: boolean,
): boolean {
  return config.warmSleep && warmSleep && !unpaid;
}

/**
 * Stops for good what has slept for the operator's time, and what may not be asleep any more: warm sleep was turned off,
 * or the bill is unpaid. Called once a minute.
 */
export async function endSleeps(dependencies: Dependencies): Promise<void> {
  const { clock, config, db, log } = dependencies;
  const longest = new Date(clock.now().getTime() - config.warmSleepHours * HOUR);
  const isUnpaid = isNotNull(billingAccounts.readOnlySince);
  const asleep = await db
    .select({ workspace: recordColumns(workspaces), unpaid: sql<boolean>`${isUnpaid}` })
    .from(instances)
    .innerJoin(workspaces, eq(workspaces.id, instances.id))
    .leftJoin(billingAccounts, eq(billingAccounts.organizationId, instances.organizationId))
    .where(isNotNull(instances.asleepSince));
  for (const { workspace, unpaid } of asleep) {
    const isLong = workspace.asleepSince !== null && workspace.asleepSince <= longest;
    if (!isLong && sleepsWarm(dependencies, workspace, unpaid)) continue;
    const why = isLong
      ? { cause: 'slept_long' as const }
      : { cause: 'idle' as const, ...(unpaid && { detail: UNPAID_ASLEEP }) };
    await db
      .transaction(async (tx) => {
        const now = await lockRow(tx, workspaceKind, workspace.id);
        if (now && now.asleepSince?.getTime() === workspace.asleepSince?.getTime())
          await endSleep(dependencies, tx, workspaceKind, now, why);
      })
      .catch((error) => log.error({ err: error, workspaceId: workspace.id }, 'a sleep could not be ended'));
  }
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
