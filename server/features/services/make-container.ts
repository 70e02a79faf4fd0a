import type { CatalogueItem } from '../catalogue/index.ts';
import type { Services } from '../context.ts';
import { hasGpu } from '../hosts/index.ts';
import { ensureContainer, LaunchError, type Work } from '../instances/index.ts';
import { bringSnapshot, snapshotImage } from '../snapshots/index.ts';
import type { ServiceRecord } from './access.ts';
import { serviceKind } from './kind.ts';
import { openEnvironment } from './sealed-environment.ts';

/** The container of a first launch. @returns its image @throws LaunchError */
export async function makeContainer(
  services: Services,
  service: ServiceRecord,
  item: CatalogueItem,
  work: Work,
): Promise<{ image: string }> {
  return ensureContainer(services, serviceKind, service, work, {
    ensureImage: () => ensureImage(services, service, item, work),
    spec: {
      diskGb: service.diskGb || null,
      gpu: await hasGpu(services, service.serverId),
      machine: service.dockerPrivilege,
      env: openEnvironment(services, service.environment),
    },
  });
}

/** The image of the snapshot it is launched from, or of its item. */
async function ensureImage(
  services: Services,
  { snapshotId }: ServiceRecord,
  { name, image, script }: CatalogueItem,
  { engine, progress }: Work,
): Promise<string> {
  const onOutput = progress.output('E01');
  if (!snapshotId) return services.images.ensureServiceImage(engine, { name, official: image, script }, { onOutput });
  if (!(await bringSnapshot(services, engine, snapshotId, onOutput))) {
    throw new LaunchError('The snapshot is not on this host any more.');
  }
  return snapshotImage(snapshotId);
}
