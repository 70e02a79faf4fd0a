import type { Cause } from '#shared/features/workspaces/model.ts';
import type { ContainerState, Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { changeStatus, keepChange } from './change-status.ts';
import type { Instance, Kind } from './kind.ts';
import { containerName } from './names.ts';
import { lockRow } from './read.ts';
import { endSleep } from './sleep.ts';

/** How we learned of it: an event as it happened, or a later look at everything. */
export type Noticed = 'event' | 'reconcile';

const TIMEOUT_MS = 5_000;

/** Exit codes of a container ended from outside, as by an engine that stopped with its machine. */
const ENDED_FROM_OUTSIDE = new Set([0, 137, 143]);

/**
 * Records that the container of something Active or asleep has ended, with the cause. One that is there is thawed or
 * frozen, as its row says: whoever did it last may have died before the row said so. Does nothing for others: somebody
 * asked for their stop.
 */
export async function noteEnded<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  engine: Engine,
  id: string,
  noticed: Noticed,
  ranOutOfMemory = false,
): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const record = await lockRow(tx, kind, id);
    if (!record || (record.status !== 'Active' && record.asleepSince === null)) return;
    const container = containerName(kind.word, id);
    const state = await inspect(engine, container);
    if (record.asleepSince !== null) {
      if (!state?.running) await endSleep(dependencies, tx, kind, record, explain(state, 'reconcile', false));
      else if (state.status !== 'paused') await engine.freeze(container, { timeoutMs: TIMEOUT_MS });
      return;
    }
    if (state?.status === 'paused') await engine.thaw(container, { timeoutMs: TIMEOUT_MS });
    if (state?.running) return;
    await changeStatus(dependencies, tx, kind, record, { to: 'Offline', ...explain(state, noticed, ranOutOfMemory) });
  });
}

/** A program inside was killed for lack of memory while the instance keeps running: tells the person why. */
export async function noteOutOfMemory<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  id: string,
): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const record = await lockRow(tx, kind, id);
    if (record?.status !== 'Active') return;
    const told = { cause: 'out_of_memory', detail: kind.sentences.outOfMemory } as const;
    await keepChange(dependencies, tx, kind, record, told);
  });
}

async function inspect(engine: Engine, container: string): Promise<ContainerState | null> {
  try {
    return await engine.inspect(container, { timeoutMs: TIMEOUT_MS });
  } catch (error) {
    if (isEngineError(error, 'not-found')) return null;
    throw error;
  }
}

function explain(
  state: ContainerState | null,
  noticed: Noticed,
  ranOutOfMemory: boolean,
): { cause: Cause; detail: string } {
  if (!state) return { cause: 'container_missing', detail: say('instances.containerMissing') };
  if (state.oomKilled || ranOutOfMemory) {
    return { cause: 'out_of_memory', detail: say('instances.outOfMemory') };
  }
  if (noticed === 'reconcile' && ENDED_FROM_OUTSIDE.has(state.exitCode ?? -1)) {
    return { cause: 'server_restarted', detail: say('instances.machineRestarted') };
  }
  return { cause: 'crashed', detail: say('instances.endedWithCode', { exitCode: state.exitCode ?? 'unknown' }) };
}
