import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import {
  containerName,
  type InitProgress,
  type Instance,
  type Kind,
  LaunchError,
  lockRow,
  readInstance,
  requestConvergence,
  withWorkLock,
} from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import type { SnapshotRecord } from './access.ts';
import { snapshotImage } from './names.ts';
import { commit, type Outcome } from './take-snapshots.ts';

const LOOK_AGAIN_MS = 250;
/** Whoever works on the original that long is stuck, or copies it for many others. */
const WAIT_AT_MOST_MS = 10 * MINUTE;
/** Somebody may wake it or leave it again and again. */
const ATTEMPTS = 3;
const CODE = 'W01';

interface Work {
  progress: Pick<InitProgress, 'say' | 'flush'>;
  signal: AbortSignal;
  waitAtMostMs?: number;
}

/**
 * Makes the copy a fork is launched from, of a running, sleeping or stopped original, unless it has been made already,
 * as when the original was stopped or deleted since. The original stands still meanwhile. Repeatable.
 * @throws LaunchError with the reason; EngineError `unreachable` if the original's machine is away
 */
export async function takeForkCopy<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  { id, instanceId }: Pick<SnapshotRecord, 'id' | 'instanceId'>,
  { progress, signal, waitAtMostMs = WAIT_AT_MOST_MS }: Work,
): Promise<void> {
  const { db } = dependencies;
  const until = Date.now() + waitAtMostMs;
  const read = async () => (await db.select().from(snapshots).where(eq(snapshots.id, id)))[0];
  let held = false;
  const work = async () => {
    const copy = await read();
    if (!copy || copy.status === 'Active') return;
    held = true;
    // What is said under a lock is stored under it.
    await copyNow(dependencies, kind, copy, progress).finally(() => progress.flush());
  };
  for (let told = false; (await read())?.status !== 'Active'; told = true) {
    try {
      if (await withWorkLock(dependencies, `${kind.word}.${instanceId}`, work)) return;
    } finally {
      // What was asked of the original meanwhile found it busy.
      if (held) await requestConvergence(db, kind, instanceId);
    }
    signal.throwIfAborted();
    if (Date.now() > until) {
      throw new LaunchError(say('instances.copyBusy'));
    }
    if (!told) progress.say(CODE, say('instances.waitingToCopy'));
    await delay(LOOK_AGAIN_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

/** The caller holds the original's lock. */
async function copyNow<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  copy: SnapshotRecord,
  progress: Pick<InitProgress, 'say'>,
): Promise<void> {
  const { engines } = dependencies;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const original = await readInstance(dependencies, kind, copy.instanceId);
    const engine = engines.list().find(({ id }) => id === original?.engineId);
    if (!original || !engine) throw await failed(dependencies, copy, say('instances.machineGone'));
    const runs = original.status === 'Active';
    progress.say(CODE, runs ? say('instances.copyingStill') : say('instances.copying'));
    // One from before a crash may be of a moment when somebody woke the original.
    await engine.removeImage(snapshotImage(copy.id));
    const begun = performance.now();
    const outcome = await commit(dependencies, engine, kind, original, copy);
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (outcome.status === 'Failed') throw await failed(dependencies, copy, outcome.detail);
    const now = await readInstance(dependencies, kind, copy.instanceId);
    if (now?.revision === original.revision && now.engineId === original.engineId) {
      progress.say(CODE, runs ? say('instances.copied', { seconds }) : say('instances.copyDone'));
      return settle(dependencies, engine, copy, outcome);
    }
    // Woken in the middle of its copy it wrote on: that copy is of no single moment.
    if (now?.asleepSince) await freezeAgain(dependencies, kind, engine, now);
  }
  throw await failed(dependencies, copy, say('instances.copyKeptWaking'));
}

async function settle(dependencies: Dependencies, engine: Engine, { id }: SnapshotRecord, outcome: Outcome) {
  const wanted = and(eq(snapshots.id, id), inArray(snapshots.status, ['Pending', 'Failed']));
  const set = { ...outcome, detail: null };
  const kept = await dependencies.db.update(snapshots).set(set).where(wanted).returning({ id: snapshots.id });
  // The fork was deleted meanwhile, and the sweep has been here.
  if (kept.length === 0) await engine.removeImage(snapshotImage(id));
}

/** Fell asleep during the copy: the engine let it run again at the end. */
export async function freezeAgain<R extends Instance>(
  { db, log }: Pick<Dependencies, 'db' | 'log'>,
  kind: Kind<R>,
  engine: Engine,
  { id }: R,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await lockRow(tx, kind, id))?.asleepSince) return;
    await engine.freeze(containerName(kind.word, id)).catch((error) => {
      if (!isEngineError(error)) throw error;
      log.warn({ err: error, instanceId: id }, 'could not be frozen again after its copy');
    });
  });
}

async function failed({ db }: Dependencies, { id }: SnapshotRecord, detail: string): Promise<LaunchError> {
  const wanted = and(eq(snapshots.id, id), eq(snapshots.status, 'Pending'));
  await db.update(snapshots).set({ status: 'Failed', detail }).where(wanted);
  // Each line is translated by itself.
  return new LaunchError([say('instances.copyImpossible'), detail].join('\n'));
}
