import type { Services } from '../context.ts';
import { converge, removeContainer, stopIfThere } from '../instances/index.ts';
import { takeSnapshots } from '../snapshots/index.ts';
import type { ServiceRecord } from './access.ts';
import { serviceKind } from './kind.ts';
import { launchService } from './launch-service.ts';
import { containerName } from './names.ts';

/** What a database may take to write everything down. */
const STOP_SECONDS = 20;

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
      await stopIfThere(engine, containerName(service.id), STOP_SECONDS);
      return takeSnapshots(services, engine, service.id);
    case 'Deleted':
      // A snapshot that was asked for before is taken first.
      await stopIfThere(engine, containerName(service.id), STOP_SECONDS);
      await takeSnapshots(services, engine, service.id);
      return removeContainer(services, serviceKind, engine, service);
    case 'Active':
      return;
    default:
      return service.status satisfies never;
  }
}
