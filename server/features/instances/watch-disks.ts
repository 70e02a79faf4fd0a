import { DISK_GRACE_MS, DISK_STOP_PERCENT, DISK_WARN_PERCENT } from '#shared/features/workspaces/model.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import type { Kind, Living } from './kind.ts';

export const GB = 2 ** 30;
/** Measuring walks through all files: seldom, but often where the disk is nearly full. */
const MEASURE_EVERY_MS = { usually: 5 * MINUTE, nearlyFull: MINUTE };
const TIMEOUT_MS = 30_000;
const AT_WORK_MS = 45_000;
/** A level is left only this far below it, so that a disk on the edge does not warn again and again. */
const SLACK_PERCENT = 5;

interface Reading {
  diskUsedBytes: number | null;
  diskMeasuredAt: Date | null;
  diskWarnedPercent: number;
}

export type HasDisk = Living & Reading & { diskGb: number; activeSince: Date | null; createdAt: Date };

/** What the watch over disks has to know of one kind. */
export interface DiskKind<R extends HasDisk> {
  kind: Kind<R>;
  /** All that run, those first whose disk was not measured for the longest. */
  listRunning(): Promise<R[]>;
  save(tx: Transaction, id: string, reading: Reading): Promise<unknown>;
  keepChange(tx: Transaction, record: R, change: { cause: 'disk_nearly_full'; detail: string }): Promise<void>;
  announce(tx: Transaction, record: R): Promise<void>;
  requestConvergence(tx: Transaction, id: string): Promise<void>;
}

/**
 * Measures the disks of what runs where it is time, warns at 80 % and 95 %, and stops what is over 110 % of what
 * it has (decisions §4). Called once a minute: what it does not get to comes first the next time.
 */
export async function watchDisks<R extends HasDisk>(services: Services, disks: DiskKind<R>): Promise<void> {
  const { clock, log } = services;
  const running = await disks.listRunning();
  const now = clock.now().getTime();
  const end = performance.now() + AT_WORK_MS;
  const away = new Set<string>();
  for (const record of running.filter((each) => isDue(each, now))) {
    if (performance.now() > end) return;
    if (away.has(record.engineId)) continue;
    try {
      await measure(services, disks, record);
    } catch (error) {
      if (!isEngineError(error)) throw error;
      if (error.kind === 'unreachable' || error.kind === 'timeout') away.add(record.engineId);
      log.warn({ err: error, [`${disks.kind.word}Id`]: record.id }, 'disk not measured');
    }
  }
}

function isDue({ diskMeasuredAt, diskWarnedPercent }: Reading, now: number): boolean {
  const { usually, nearlyFull } = MEASURE_EVERY_MS;
  // Cron comes a little early or late.
  const every = (diskWarnedPercent > 0 ? nearlyFull : usually) - MINUTE / 2;
  return diskMeasuredAt === null || now - diskMeasuredAt.getTime() >= every;
}

async function measure<R extends HasDisk>(services: Services, disks: DiskKind<R>, { id, engineId }: R): Promise<void> {
  const { kind } = disks;
  const engine = services.engines.get(engineId);
  const usedBytes = await engine.diskBytes(kind.containerName(id), { timeoutMs: TIMEOUT_MS });
  await services.db.transaction(async (tx) => {
    const record = await kind.lock(tx, id);
    if (record?.status === 'Active') await note(services, tx, disks, record, usedBytes);
  });
}

async function note<R extends HasDisk>(
  services: Services,
  tx: Transaction,
  { kind, save, keepChange, announce, requestConvergence }: DiskKind<R>,
  record: R,
  usedBytes: number,
): Promise<void> {
  const now = services.clock.now();
  const percent = record.diskGb === 0 ? 0 : (usedBytes / (record.diskGb * GB)) * 100;
  const level = levelOf(percent, record.diskWarnedPercent);
  const upFor = now.getTime() - (record.activeSince ?? record.createdAt).getTime();
  await save(tx, record.id, { diskUsedBytes: usedBytes, diskMeasuredAt: now, diskWarnedPercent: level });
  if (percent >= DISK_STOP_PERCENT && upFor >= DISK_GRACE_MS) {
    await kind.changeStatus(services, tx, record, {
      to: 'Offline',
      cause: 'disk_full',
      detail: `It used ${figure(usedBytes)} of ${record.diskGb} GB. After a start there are 15 minutes to free space.`,
      set: { revision: record.revision + 1 } as Partial<R>,
    });
    return requestConvergence(tx, record.id);
  }
  if (level > record.diskWarnedPercent) {
    await keepChange(tx, record, {
      cause: 'disk_nearly_full',
      detail: `${figure(usedBytes)} of ${record.diskGb} GB are used. At ${DISK_STOP_PERCENT} % it is stopped.`,
    });
  } else if (level !== record.diskWarnedPercent) {
    await announce(tx, record);
  }
}

/** The highest warning that applies. */
function levelOf(percent: number, before: number): number {
  const reached = DISK_WARN_PERCENT.filter((warn) => percent >= (warn <= before ? warn - SLACK_PERCENT : warn));
  return Math.max(0, ...reached);
}

function figure(bytes: number): string {
  return (bytes / GB).toFixed(1);
}
