import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { freeNetwork } from './free-network.ts';
import type { Instance, Kind } from './kind.ts';
import { containerName } from './names.ts';

/** Stops the container; succeeds if there is none. */
export async function stopIfThere(engine: Engine, container: string, timeoutSeconds?: number): Promise<void> {
  await engine.stop(container, { timeoutSeconds }).catch((error) => {
    if (!isEngineError(error, 'not-found')) throw error;
  });
}

/** Removes the container and, if it was the organization's last one there, the network. Succeeds if it is gone. */
export async function removeContainer(
  dependencies: Pick<Dependencies, 'db'>,
  { word }: Pick<Kind, 'word'>,
  engine: Engine,
  record: Pick<Instance, 'id' | 'organizationId' | 'engineId'>,
): Promise<void> {
  await engine.remove(containerName(word, record.id));
  await freeNetwork(dependencies, engine, record);
}
