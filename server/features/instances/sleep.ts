import { eq } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Dependencies } from '../context.ts';
import { changeStatus, keepChange } from './change-status.ts';
import { requestConvergence } from './converge-job.ts';
import type { ChangeDependencies, Instance, Kind, StatusChange } from './kind.ts';
import { containerName } from './names.ts';
import { updateRecord } from './records.ts';
import { instances } from './tables.ts';

const FREEZE_TIMEOUT_MS = 5_000;

/**
 * Freezes something Active with its programs. The engine is asked under the row's lock, so that nobody wakes it in
 * between. @returns false if its engine can't do it now
 */
export async function fallAsleep<R extends Instance>(
  dependencies: ChangeDependencies & Pick<Dependencies, 'engines' | 'log'>,
  tx: Transaction,
  kind: Kind<R>,
  record: R,
): Promise<boolean> {
  try {
    const engine = dependencies.engines.get(record.engineId);
    await engine.freeze(containerName(kind.word, record.id), { timeoutMs: FREEZE_TIMEOUT_MS });
  } catch (error) {
    if (!isEngineError(error)) throw error;
    dependencies.log.warn({ err: error, [`${kind.word}Id`]: record.id }, 'could not be frozen');
    return false;
  }
  const set = { asleepSince: dependencies.clock.now(), revision: record.revision + 1 } as Partial<R>;
  await changeStatus(dependencies, tx, kind, record, { to: 'Offline', cause: 'asleep', set });
  return true;
}

/** Stops a sleeping one for good: what is frozen gets its stop signal and its time, as at any stop. */
export async function endSleep<R extends Instance>(
  dependencies: ChangeDependencies,
  tx: Transaction,
  kind: Kind<R>,
  record: R,
  why: Pick<StatusChange<R>, 'cause' | 'detail' | 'userId'>,
): Promise<R> {
  const set = { asleepSince: null, revision: record.revision + 1 } as Partial<R>;
  const stopped = await updateRecord(tx, kind, record, set, eq(instances.status, 'Offline'));
  if (!stopped) throw new Conflict(kind.sentences.changedMeanwhile);
  await keepChange(dependencies, tx, kind, stopped, why);
  await requestConvergence(tx, kind, record.id);
  return stopped;
}
