import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Services } from '../context.ts';
import { converge } from '../lifecycle/index.ts';
import { takeSnapshots } from '../snapshots/index.ts';
import type { ServiceRecord } from './access.ts';
import { serviceKind } from './kind.ts';
import { launchService } from './launch-service.ts';
import { containerName } from './names.ts';
import { removeContainer } from './remove-container.ts';

/** Brings the engine to what the row says, and again when the row changes meanwhile. */
export async function convergeService(services: Services, id: string, signal: AbortSignal): Promise<void> {
  await converge(services, serviceKind, { id, signal, apply: (service) => apply(services, service, signal) });
}

async function apply(services: Services, service: ServiceRecord, signal: AbortSignal): Promise<void> {
  const engine = services.engines.get(service.engineId);
  switch (service.status) {
    case 'Pending':
      return launchService(services, service, signal);
    case 'Pending Deletion':
    case 'Offline':
      await stopIfThere(engine, service.id);
      return takeSnapshots(services, engine, service.id);
    case 'Deleted':
      // A snapshot that was asked for before is taken first.
      await stopIfThere(engine, service.id);
      await takeSnapshots(services, engine, service.id);
      return removeContainer(services, engine, service);
    case 'Active':
      return;
    default:
      return service.status satisfies never;
  }
}

/** Stops the container; fine when there is none. */
async function stopIfThere(engine: Engine, serviceId: string): Promise<void> {
  await engine.stop(containerName(serviceId), { timeoutSeconds: 20 }).catch((error) => {
    if (!isEngineError(error, 'not-found')) throw error;
  });
}
