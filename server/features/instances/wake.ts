import { isEngineError } from '../../compute/engine-error.ts';
import { Unavailable } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Dependencies, Origin } from '../context.ts';
import { changeStatus } from './change-status.ts';
import type { Instance, Kind, Requester } from './kind.ts';
import { containerName } from './names.ts';
import { lockInstance } from './read.ts';

const THAW_TIMEOUT_MS = 5_000;

/**
 * Thaws a sleeping one and makes it Active at once, without a job in between: its programs continue where they were, and
 * its memory was kept. Concurrent callers wait for the row's lock and find it Active. The caller has checked who may.
 * @returns false if there is nothing to thaw: an ordinary start is needed @throws NotFound, Unavailable
 */
export async function wake<R extends Instance>(
  dependencies: Dependencies & { origin?: Origin },
  kind: Kind<R>,
  actor: Requester,
  id: string,
): Promise<boolean> {
  const { db, engines, log } = dependencies;
  const { userId, organizationId } = actor;
  return db.transaction(async (tx) => {
    const asleep = await lockInstance(tx, kind, actor, id);
    if (asleep.status === 'Active') return true;
    if (asleep.status !== 'Offline' || asleep.asleepSince === null) return false;
    try {
      const engine = engines.get(asleep.engineId);
      await engine.thaw(containerName(kind.word, id), { timeoutMs: THAW_TIMEOUT_MS });
    } catch (error) {
      if (isEngineError(error, 'offline', 'not-found')) return false;
      if (!isEngineError(error)) throw error;
      log.warn({ err: error, [`${kind.word}Id`]: id }, 'could not be thawed');
      throw new Unavailable('The workspace’s machine isn’t responding right now.', { cause: error });
    }
    const set = { revision: asleep.revision + 1 } as Partial<R>;
    await changeStatus(dependencies, tx, kind, asleep, { to: 'Active', cause: 'woken', userId, set });
    await record(tx, dependencies, { action: kind.actions.start, targetId: id, userId, organizationId });
    return true;
  });
}
