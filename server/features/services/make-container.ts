import { say } from '../../platform/say.ts';
import type { CatalogueItem } from '../catalogue/index.ts';
import type { Dependencies } from '../context.ts';
import { hasGpu } from '../hosts/index.ts';
import { ensureContainer, LaunchError, type Work } from '../instances/index.ts';
import { bringSnapshot, snapshotImage } from '../snapshots/index.ts';
import type { ServiceRecord } from './access.ts';
import { serviceKind } from './kind.ts';
import { openEnvironment } from './sealed-environment.ts';

/** The container of a first launch, or from its backup. @returns its image @throws LaunchError */
export async function makeContainer(
  dependencies: Dependencies,
  service: ServiceRecord,
  item: CatalogueItem,
  work: Work,
  backup?: string,
): Promise<{ image: string }> {
  return ensureContainer(dependencies, serviceKind, service, work, {
    ensureImage: async () => backup ?? ensureImage(dependencies, service, item, work),
    spec: {
      diskGb: service.diskGb || null,
      gpu: await hasGpu(dependencies, service.serverId),
      machine: service.dockerPrivilege,
      env: openEnvironment(dependencies, service.environment),
    },
  });
}

/** The image of the snapshot it is launched from, or of its item. */
async function ensureImage(
  dependencies: Dependencies,
  { snapshotId }: ServiceRecord,
  { name, image, script }: CatalogueItem,
  { engine, progress }: Work,
): Promise<string> {
  const onOutput = progress.output('E01');
  if (!snapshotId)
    return dependencies.images.ensureServiceImage(engine, { name, official: image, script }, { onOutput });
  if (!(await bringSnapshot(dependencies, engine, snapshotId, onOutput))) {
    throw new LaunchError(say('services.snapshotNotOnHost'));
  }
  return snapshotImage(snapshotId);
}
