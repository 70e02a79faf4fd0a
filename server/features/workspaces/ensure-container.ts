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
  WORKSPACE_LABEL,
} from '../lifecycle/index.ts';
import { bringSnapshot, snapshotImage } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { containerName } from './names.ts';

/**
 * Creates the container of a first launch, with its image and its organization's network; fine when it is there from
 * a launch that was cut off. @returns the image it is made of
 */
export async function ensureContainer(
  services: Services,
  engine: Engine,
  workspace: WorkspaceRecord,
  { progress, signal }: { progress: InitProgress; signal: AbortSignal },
): Promise<{ image: string }> {
  const installationId = await readInstallationId(services);
  const prepare = async () => {
    const [image] = await Promise.all([
      orAborted(signal, ensureImage(services, engine, workspace, progress)),
      ensureNetwork(engine, workspace.organizationId, installationId),
    ]);
    return image;
  };
  let image = await prepare();
  progress.say('W01', 'The image is ready.');
  progress.say('W02', 'The network is ready.');
  try {
    await create(services, engine, workspace, { image, installationId });
  } catch (error) {
    if (!isEngineError(error, 'not-found')) throw error;
    // Image or network went away since they were seen.
    forgetNetworks(engine);
    image = await prepare();
    await create(services, engine, workspace, { image, installationId });
  }
  progress.say('W03', 'The container is there.');
  return { image };
}

/** The image of the snapshot it is launched or restored from, or of its language and database. @throws LaunchError */
async function ensureImage(
  services: Services,
  engine: Engine,
  workspace: WorkspaceRecord,
  progress: InitProgress,
): Promise<string> {
  const source = workspace.restoreId ?? workspace.snapshotId;
  if (!source) return services.images.ensureImage(engine, workspace, { onOutput: progress.output('W01') });
  const image = snapshotImage(source);
  if (!(await bringSnapshot(services, engine, source, progress.output('W01')))) {
    throw new LaunchError('The snapshot is not on the machine any more.');
  }
  return image;
}

async function create(
  services: Services,
  engine: Engine,
  workspace: WorkspaceRecord,
  { image, installationId }: { image: string; installationId: string },
): Promise<void> {
  const { id, slug } = workspace;
  const { secrets } = services;
  const gpu = await hasGpu(services, workspace.serverId);
  try {
    await engine.createContainer({
      name: containerName(id),
      image,
      hostname: slug,
      aliases: [slug],
      network: networkName(workspace.organizationId),
      cpuCores: workspace.cpuCores,
      memoryMb: workspace.memoryMb,
      // A private host's disk is its organization's: it can be changed at any time, and so is measured (watch-disk.ts).
      diskGb: workspace.serverId === 'shared' ? workspace.diskGb || null : null,
      gpu,
      labels: {
        [INSTALLATION_LABEL]: installationId,
        [WORKSPACE_LABEL]: id,
        [ORGANIZATION_LABEL]: workspace.organizationId,
      },
      env: {
        SLIPWAY_WORKSPACE_ID: id,
        SLIPWAY_WORKSPACE_NAME: workspace.name,
        SLIPWAY_AGENT_TOKEN: newToken(),
        SLIPWAY_IDE: workspace.ide,
        ...(workspace.databasePassword && { SLIPWAY_DATABASE_PASSWORD: secrets.open(workspace.databasePassword) }),
      },
    });
  } catch (error) {
    if (!isEngineError(error, 'conflict')) throw error;
  }
}
