import type { Engine } from '../../compute/engine.ts';
import type { Services } from '../context.ts';
import { removeContainer, stopIfThere } from '../instances/index.ts';
import { keepSafetyCopy } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';
import { containerName } from './names.ts';

/**
 * Frees what a deleted workspace has on its engine, and keeps its safety copy first when one was asked for. Called under
 * the workspace's lock; can be repeated.
 */
export async function dismantle(services: Services, engine: Engine, workspace: WorkspaceRecord): Promise<void> {
  await keepSafetyCopy(services, engine, workspace.id, {
    // Databases are written to disk cleanly by a stop.
    quiet: () => stopIfThere(engine, containerName(workspace.id)),
    remove: () => removeContainer(services, workspaceKind, engine, workspace),
  });
}
