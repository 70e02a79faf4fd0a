import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { newToken } from '../../platform/ids.ts';
import type { Services } from '../context.ts';
import { hasGpu } from '../hosts/index.ts';
import {
  ensureNetwork,
  forgetNetworks,
  INSTALLATION_LABEL,
  type InitProgress,
  LaunchError,
  networkName,
  ORGANIZATION_LABEL,
  orAborted,
  readInstallationId,
  SERVICE_LABEL,
} from '../lifecycle/index.ts';
import { bringSnapshot, snapshotImage } from '../snapshots/index.ts';
import type { ServiceRecord } from './access.ts';
import type { CatalogueItem } from './catalogue.ts';
import { containerName } from './names.ts';
import { openEnvironment } from './sealed-environment.ts';

interface Work {
  item: CatalogueItem;
  progress: InitProgress;
  signal: AbortSignal;
}

/**
 * Creates the container of a first launch, with its image and its organization's network; fine when it is there from a
 * launch that was cut off. @returns the image it is made of
 */
export async function ensureContainer(
  services: Services,
  engine: Engine,
  service: ServiceRecord,
  { item, progress, signal }: Work,
): Promise<{ image: string }> {
  const installationId = await readInstallationId(services);
  const prepare = async () => {
    const [image] = await Promise.all([
      orAborted(signal, ensureImage(services, engine, service, { item, progress })),
      ensureNetwork(engine, service.organizationId, installationId),
    ]);
    return image;
  };
  let image = await prepare();
  progress.say('E01', 'The image is ready.');
  progress.say('E02', 'The network is ready.');
  try {
    await create(services, engine, service, { image, installationId });
  } catch (error) {
    if (!isEngineError(error, 'not-found')) throw error;
    // Image or network went away since they were seen.
    forgetNetworks(engine);
    image = await prepare();
    await create(services, engine, service, { image, installationId });
  }
  progress.say('E03', 'The container is there.');
  return { image };
}

async function ensureImage(
  services: Services,
  engine: Engine,
  service: ServiceRecord,
  { item, progress }: Pick<Work, 'item' | 'progress'>,
): Promise<string> {
  if (service.snapshotId) {
    const image = snapshotImage(service.snapshotId);
    if (!(await bringSnapshot(services, engine, service.snapshotId, progress.output('E01'))))
      throw new LaunchError('The snapshot is not on this host any more.');
    return image;
  }
  const source = { name: item.name, official: item.image, script: item.script };
  return services.images.ensureServiceImage(engine, source, { onOutput: progress.output('E01') });
}

async function create(
  services: Services,
  engine: Engine,
  service: ServiceRecord,
  { image, installationId }: { image: string; installationId: string },
): Promise<void> {
  const { id, slug, organizationId } = service;
  const gpu = await hasGpu(services, service.serverId);
  try {
    await engine.createContainer({
      name: containerName(id),
      image,
      hostname: slug,
      aliases: [slug],
      network: networkName(organizationId),
      cpuCores: service.cpuCores,
      memoryMb: service.memoryMb,
      diskGb: service.diskGb || null,
      gpu,
      machine: service.dockerPrivilege,
      labels: {
        [INSTALLATION_LABEL]: installationId,
        [SERVICE_LABEL]: id,
        [ORGANIZATION_LABEL]: organizationId,
      },
      env: { ...openEnvironment(services, service.environment), SLIPWAY_AGENT_TOKEN: newToken() },
    });
  } catch (error) {
    if (!isEngineError(error, 'conflict')) throw error;
  }
}
