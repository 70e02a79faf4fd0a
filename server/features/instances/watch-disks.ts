import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { DISK_GRACE_MS, DISK_STOP_PERCENT, DISK_WARN_PERCENT } from '#shared/features/workspaces/model.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { inLanes } from '../../platform/in-lanes.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { announce, keepChange } from './change-status.ts';
import type { Instance, Kind } from './kind.ts';
import { containerName } from './names.ts';
import { lockRow } from './read.ts';
import { readRecords } from './records.ts';
import { changeAndConverge } from './stop.ts';
import { instances } from './tables.ts';

export const GB = 2 ** 30;
/** Measuring walks all files: rarely, but often if the disk is nearly full. */
const MEASURE_EVERY_MS = { usually: 5 * MINUTE, nearlyFull: MINUTE };
const TIMEOUT_MS = 30_000;
const AT_WORK_MS = 45_000;
/** How many engines are asked at a time. */
const LANES = 8;
/** A level ends only this far below it, so that a disk on the edge doesn't warn repeatedly. */
const SLACK_PERCENT = 5;

interface Measured {
  record: Instance;
  usedBytes: number;
}

/**
 * Measures the disks of running things when it is time, warns at 80 % and 95 %, and stops what is over 110 %. Called
 * once a minute: what it doesn't get to comes first the next time. One disk at a time on each engine.
 */
export async function watchDisks(dependencies: Dependencies, kind: Kind): Promise<void> {
  const { clock, db, log } = dependencies;
  const isRunning = and(eq(instances.status, 'Active'), isNotNull(instances.containerId));
  const orderBy = sql`${instances.diskMeasuredAt} asc nulls first`;
  const running = await readRecords(db, kind, isRunning, { orderBy });
  const now = clock.now().getTime();
  const byEngine = Map.groupBy(
    running.filter((each) => isDue(each, now)),
    ({ engineId }) => engineId,
  );
  const end = performance.now() + AT_WORK_MS;
  await inLanes(byEngine, LANES, async ([engineId, records]) => {
    const asBefore: Measured[] = [];
    for (const record of records) {
      if (performance.now() > end) break;
      try {
        const name = containerName(kind.word, record.id);
        const usedBytes = await dependencies.engines.get(engineId).diskBytes(name, { timeoutMs: TIMEOUT_MS });
        if (isNews(record, usedBytes)) await tell(dependencies, kind, { record, usedBytes });
        else asBefore.push({ record, usedBytes });
      } catch (error) {
        if (!isEngineError(error)) throw error;
        log.warn({ err: error, [`${kind.word}Id`]: record.id }, 'disk not measured');
        if (error.kind === 'unreachable' || error.kind === 'timeout') break;
      }
    }
    await keep(dependencies, asBefore);
  });
}

function isDue({ diskMeasuredAt, diskWarnedPercent }: Instance, now: number): boolean {
  const { usually, nearlyFull } = MEASURE_EVERY_MS;
  // Cron may be a little early or late.
  const every = (diskWarnedPercent > 0 ? nearlyFull : usually) - MINUTE / 2;
  return diskMeasuredAt === null || now - diskMeasuredAt.getTime() >= every;
}

/** Does it have a consequence, other than the figure? */
function isNews(record: Instance, usedBytes: number): boolean {
  const percent = percentOf(record, usedBytes);
  return percent >= DISK_STOP_PERCENT || levelOf(percent, record.diskWarnedPercent) !== record.diskWarnedPercent;
}

async function tell(dependencies: Dependencies, kind: Kind, { record, usedBytes }: Measured): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const now = await lockRow(tx, kind, record.id);
    if (now?.status === 'Active') await note(dependencies, tx, kind, now, usedBytes);
  });
}

/** Writes the figures of an engine's disks at once: nearly all are without a consequence. */
async function keep({ clock, db }: Dependencies, measured: readonly Measured[]): Promise<void> {
  if (measured.length === 0) return;
  const ids = measured.map(({ record }) => record.id);
  const bytes = measured.map(({ usedBytes }) => usedBytes);
  await db.execute(sql`
    update ${instances} set disk_used_bytes = measured.bytes, disk_measured_at = ${clock.now().toISOString()}
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(bytes)}::bigint[]) as measured (id, bytes)
    where ${instances.id} = measured.id and ${instances.status} = 'Active'`);
}

async function note(
  dependencies: Dependencies,
  tx: Transaction,
  kind: Kind,
  record: Instance,
  usedBytes: number,
): Promise<void> {
  const now = dependencies.clock.now();
  const percent = percentOf(record, usedBytes);
  const level = levelOf(percent, record.diskWarnedPercent);
  const upFor = now.getTime() - (record.activeSince ?? record.createdAt).getTime();
  await tx
    .update(instances)
    .set({ diskUsedBytes: usedBytes, diskMeasuredAt: now, diskWarnedPercent: level })
    .where(eq(instances.id, record.id));
  if (percent >= DISK_STOP_PERCENT && upFor >= DISK_GRACE_MS) {
    await changeAndConverge(dependencies, tx, kind, record, {
      to: 'Offline',
      cause: 'disk_full',
      detail: say('instances.diskStopped', { used: figure(usedBytes), limit: record.diskGb }),
    });
  } else if (level > record.diskWarnedPercent) {
    await keepChange(dependencies, tx, kind, record, {
      cause: 'disk_nearly_full',
      detail: say('instances.diskFilling', {
        used: figure(usedBytes),
        limit: record.diskGb,
        percent: DISK_STOP_PERCENT,
      }),
    });
  } else if (level !== record.diskWarnedPercent) {
    await announce(dependencies, tx, kind, record);
  }
}

function percentOf({ diskGb }: Instance, usedBytes: number): number {
  return diskGb === 0 ? 0 : (usedBytes / (diskGb * GB)) * 100;
}

/** The highest warning that applies. */
function levelOf(percent: number, before: number): number {
  const reached = DISK_WARN_PERCENT.filter((warn) => percent >= (warn <= before ? warn - SLACK_PERCENT : warn));
  return Math.max(0, ...reached);
}

function figure(bytes: number): string {
  return (bytes / GB).toFixed(1);
}
