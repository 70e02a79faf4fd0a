import { isEngineError } from '../../compute/engine-error.ts';
import type { Transaction } from '../../platform/database.ts';
import { Unavailable } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Dependencies, Origin } from '../context.ts';
import { changeStatus } from './change-status.ts';
import type { Instance, Kind, Requester, StatusChange } from './kind.ts';
import { containerName } from './names.ts';
import { lockInstance, lockRow } from './read.ts';

const THAW_TIMEOUT_MS = 5_000;
const BY_NEIGHBOUR = say('instances.connectedTo');

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
  const { userId, organizationId } = actor;
  return dependencies.db.transaction(async (tx) => {
    const asleep = await lockInstance(tx, kind, actor, id);
    if (asleep.status === 'Active') return true;
    if (!(await thaw(dependencies, tx, kind, asleep, { userId }))) return false;
    await record(tx, dependencies, { action: kind.actions.start, targetId: id, userId, organizationId });
    return true;
  });
}

/** The same for a program beside it that connected to it. */
export async function wakeForNeighbour<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  id: string,
): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const asleep = await lockRow(tx, kind, id);
    if (asleep) await thaw(dependencies, tx, kind, asleep, { detail: BY_NEIGHBOUR });
  });
}

async function thaw<R extends Instance>(
  dependencies: Dependencies,
  tx: Transaction,
  kind: Kind<R>,
  asleep: R,
  by: Pick<StatusChange<R>, 'userId' | 'detail'>,
): Promise<boolean> {
  if (asleep.asleepSince === null) return false;
  const { engines, log } = dependencies;
  try {
    const engine = engines.get(asleep.engineId);
    await engine.thaw(containerName(kind.word, asleep.id), { timeoutMs: THAW_TIMEOUT_MS });
  } catch (error) {
    if (isEngineError(error, 'offline', 'not-found')) return false;
    if (!isEngineError(error)) throw error;
    log.warn({ err: error, [`${kind.word}Id`]: asleep.id }, 'could not be thawed');
    throw new Unavailable(say('instances.machineNotResponding'), { cause: error });
  }
  const set = { revision: asleep.revision + 1 } as Partial<R>;
  await changeStatus(dependencies, tx, kind, asleep, { to: 'Active', cause: 'woken', ...by, set });
  return true;
}
