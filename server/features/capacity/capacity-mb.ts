import type { Engine } from '../../compute/engine.ts';
import { Unavailable } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { recordedMemoryMb } from '../instances/index.ts';
import { mostShared } from './shared-machines.ts';

/** A machine's memory doesn't change while we run, and asking takes longer than everything else in a call. */
const memoryOf = new WeakMap<Engine, number>();

/**
 * Memory in MB that workspaces may reserve on this engine: SLIPWAY_SHARED_MEMORY_MB, or 80 % of the machine.
 * @throws Unavailable if the engine has to be asked and doesn't answer
 */
export async function readCapacityMb(
  dependencies: Pick<Dependencies, 'config' | 'db' | 'log'>,
  engine: Engine,
): Promise<number> {
  if (dependencies.config.sharedMemoryMb > 0) return dependencies.config.sharedMemoryMb;
  const memoryMb = memoryOf.get(engine) ?? (await askMemory(dependencies, engine));
  return mostShared(memoryMb);
}

async function askMemory({ db, log }: Pick<Dependencies, 'db' | 'log'>, engine: Engine): Promise<number> {
  try {
    const { memoryMb } = await engine.info({ timeoutMs: 5000 });
    memoryOf.set(engine, memoryMb);
    return memoryMb;
  } catch (error) {
    // A process on another machine goes by what a worker saw.
    const recorded = await recordedMemoryMb({ db }, engine.id);
    if (recorded !== null) return recorded;
    log.error({ err: error, engineId: engine.id }, 'engine unreachable');
    throw new Unavailable(say('capacity.machineUnreachable'));
  }
}
