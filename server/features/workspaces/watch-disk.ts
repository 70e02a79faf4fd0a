import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { DISK_GRACE_MS, DISK_STOP_PERCENT, DISK_WARN_PERCENT } from '#shared/features/workspaces/model.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import type { WorkspaceRecord } from './access.ts';
import { announceWorkspace, changeStatus, keepChange } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import { GB } from './get-workspace-usage.ts';
import { containerName } from './names.ts';
import { workspaces } from './tables.ts';

/** Measuring walks through all files: seldom, but often where the disk is nearly full. */
const MEASURE_EVERY_MS = { usually: 5 * MINUTE, nearlyFull: MINUTE };
const TIMEOUT_MS = 30_000;
const AT_WORK_MS = 45_000;
/** A level is left only this far below it, so that a disk on the edge does not warn again and again. */
const SLACK_PERCENT = 5;

/**
 * Measures the disks of running workspaces where it is time, warns at 80 % and 95 %, and stops what is over 110 % of what
 * it has (decisions §4). Called once a minute: what it does not get to comes first the next time.
 */
export async function watchDisks(services: Services): Promise<void> {
  const { clock, db, log } = services;
  const running = await db
    .select()
    .from(workspaces)
    .where(and(eq(workspaces.status, 'Active'), isNotNull(workspaces.containerId)))
    .orderBy(sql`${workspaces.diskMeasuredAt} asc nulls first`);
  const now = clock.now().getTime();
  const end = performance.now() + AT_WORK_MS;
  const away = new Set<string>();
  for (const workspace of running.filter((each) => isDue(each, now))) {
    if (performance.now() > end) return;
    if (away.has(workspace.engineId)) continue;
    try {
      await measure(services, workspace);
    } catch (error) {
      if (!isEngineError(error)) throw error;
      if (error.kind === 'unreachable' || error.kind === 'timeout') away.add(workspace.engineId);
      log.warn({ err: error, workspaceId: workspace.id }, 'disk of a workspace not measured');
    }
  }
}

function isDue({ diskMeasuredAt, diskWarnedPercent }: WorkspaceRecord, now: number): boolean {
  const { usually, nearlyFull } = MEASURE_EVERY_MS;
  // Cron comes a little early or late.
  const every = (diskWarnedPercent > 0 ? nearlyFull : usually) - MINUTE / 2;
  return diskMeasuredAt === null || now - diskMeasuredAt.getTime() >= every;
}

async function measure(services: Services, { id, engineId }: WorkspaceRecord): Promise<void> {
  const usedBytes = await services.engines.get(engineId).diskBytes(containerName(id), { timeoutMs: TIMEOUT_MS });
  await services.db.transaction(async (tx) => {
    const [workspace] = await tx.select().from(workspaces).where(eq(workspaces.id, id)).for('update');
    if (workspace?.status === 'Active') await note(services, tx, workspace, usedBytes);
  });
}

async function note(services: Services, tx: Transaction, workspace: WorkspaceRecord, usedBytes: number): Promise<void> {
  const now = services.clock.now();
  const percent = workspace.diskGb === 0 ? 0 : (usedBytes / (workspace.diskGb * GB)) * 100;
  const level = levelOf(percent, workspace.diskWarnedPercent);
  const measured = { diskUsedBytes: usedBytes, diskMeasuredAt: now, diskWarnedPercent: level };
  const upFor = now.getTime() - (workspace.activeSince ?? workspace.createdAt).getTime();
  if (percent >= DISK_STOP_PERCENT && upFor >= DISK_GRACE_MS) {
    await changeStatus(services, tx, workspace, {
      to: 'Offline',
      cause: 'disk_full',
      detail: `It used ${figure(usedBytes)} of ${workspace.diskGb} GB. After a start there are 15 minutes to free space.`,
      set: { ...measured, revision: workspace.revision + 1 },
    });
    return requestConvergence(tx, workspace.id);
  }
  await tx.update(workspaces).set(measured).where(eq(workspaces.id, workspace.id));
  if (level > workspace.diskWarnedPercent) {
    await keepChange(services, tx, workspace, {
      cause: 'disk_nearly_full',
      detail: `${figure(usedBytes)} of ${workspace.diskGb} GB are used. At ${DISK_STOP_PERCENT} % it is stopped.`,
    });
  } else if (level !== workspace.diskWarnedPercent) {
    await announceWorkspace(services, tx, workspace);
  }
}

/** The highest warning that applies. */
export function levelOf(percent: number, before: number): number {
  const reached = DISK_WARN_PERCENT.filter((warn) => percent >= (warn <= before ? warn - SLACK_PERCENT : warn));
  return Math.max(0, ...reached);
}

function figure(bytes: number): string {
  return (bytes / GB).toFixed(1);
}
