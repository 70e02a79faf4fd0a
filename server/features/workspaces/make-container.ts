import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { hasGpu } from '../hosts/index.ts';
import { ensureContainer, LaunchError, type Making, type Work } from '../instances/index.ts';
import { bringSnapshot, findForkCopy, settleForkCopy, snapshotImage, takeForkCopy } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';
import type { ProjectImage } from './project-image.ts';

/**
 * The container of a first launch, perhaps of its project's own image, of the first start after a restore, or from its
 * backup. @returns its image @throws LaunchError
 */
export async function makeContainer(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  work: Work,
  { backup, own = null }: { backup?: string; own?: ProjectImage | null } = {},
): Promise<{ image: string }> {
  const spec = await specOf(dependencies, workspace);
  return ensureContainer(dependencies, workspaceKind, workspace, work, {
    ensureImage: async () => backup ?? own?.image ?? ensureImage(dependencies, workspace, work),
    spec: { ...spec, env: { ...spec.env, ...own?.env } },
  });
}

type Specified = Pick<WorkspaceRecord, 'id' | 'name' | 'serverId' | 'diskGb' | 'ide' | 'databasePassword'>;

/** What only workspaces have of their containers. */
export async function specOf(
  dependencies: Dependencies,
  { id, name, serverId, diskGb, ide, databasePassword }: Specified,
): Promise<Making['spec']> {
  return {
    // A host's disk is its organization's and can change at any time, so it is measured (instances/watch-disks.ts).
    diskGb: serverId === 'shared' ? diskGb || null : null,
    gpu: await hasGpu(dependencies, serverId),
    env: {
      // For `docker exec` by hand; our own ways in set them themselves.
      ...{ USER: 'dev', LOGNAME: 'dev', SHELL: '/bin/bash' },
      SLIPWAY_WORKSPACE_ID: id,
      SLIPWAY_WORKSPACE_NAME: name,
      SLIPWAY_IDE: ide,
      ...(databasePassword && { SLIPWAY_DATABASE_PASSWORD: dependencies.secrets.open(databasePassword) }),
    },
  };
}

/** The image of the snapshot it is launched or restored from, of its original, or of its language and database. */
async function ensureImage(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  { engine, progress, signal }: Work,
): Promise<string> {
  const onOutput = progress.output('W01');
  const source = workspace.restoreId ?? workspace.snapshotId;
  if (!source) return dependencies.images.ensureImage(engine, workspace, { onOutput });
  const copy = workspace.restoreId ? null : await findForkCopy(dependencies.db, workspace.id);
  if (copy) await takeForkCopy(dependencies, workspaceKind, copy, { progress, signal });
  if (!(await bringSnapshot(dependencies, engine, source, onOutput))) {
    // What a prepared copy would have saved is done now.
    if (workspace.cloneStatus === 'pending') return dependencies.images.ensureImage(engine, workspace, { onOutput });
    throw new LaunchError(say('workspaces.snapshotNotOnMachine'));
  }
  if (copy) await settleForkCopy(dependencies, engine, copy.id);
  return snapshotImage(source);
}
