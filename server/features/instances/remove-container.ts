import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Services } from '../context.ts';
import { freeNetwork } from './free-network.ts';
import type { Kind, Living } from './kind.ts';

/** Stops the container; fine when there is none. */
export async function stopIfThere(engine: Engine, container: string, timeoutSeconds?: number): Promise<void> {
  await engine.stop(container, { timeoutSeconds }).catch((error) => {
    if (!isEngineError(error, 'not-found')) throw error;
  });
}

/** Removes the container and, when it was the last of the organization's there, the network. Fine when gone. */
export async function removeContainer<R extends Living>(
  services: Pick<Services, 'db'>,
  kind: Pick<Kind<R>, 'containerName'>,
  engine: Engine,
  record: R,
): Promise<void> {
  await engine.remove(kind.containerName(record.id));
  await freeNetwork(services, engine, record);
}
