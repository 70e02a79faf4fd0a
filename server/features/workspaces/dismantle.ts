import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Services } from '../context.ts';
import { keepSafetyCopy } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { containerName } from './names.ts';
import { removeContainer } from './remove-container.ts';

/**
 * Frees what a deleted workspace has on its engine, and keeps its safety copy first when one was asked for. Called under
 * the workspace's lock; can be repeated.
 */
export async function dismantle(services: Services, engine: Engine, workspace: WorkspaceRecord): Promise<void> {
  await keepSafetyCopy(services, engine, workspace.id, {
    // Databases are written to disk cleanly by a stop.
    quiet: () => stopIfThere(engine, workspace.id),
    remove: () => removeContainer(services, engine, workspace),
  });
}

/** Stops the container; fine when there is none. */
export async function stopIfThere(engine: Engine, workspaceId: string): Promise<void> {
  await engine.stop(containerName(workspaceId)).catch((error) => {
    if (!isEngineError(error, 'not-found')) throw error;
  });
}
