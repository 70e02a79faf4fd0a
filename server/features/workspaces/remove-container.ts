import type { Engine } from '../../compute/engine.ts';
import type { Services } from '../context.ts';
import { freeNetwork } from '../lifecycle/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { containerName } from './names.ts';

/** Removes the container and, when it was the last of the organization's there, the network. Fine when gone. */
export async function removeContainer(
  services: Pick<Services, 'db'>,
  engine: Engine,
  workspace: Pick<WorkspaceRecord, 'id' | 'organizationId' | 'engineId'>,
): Promise<void> {
  await engine.remove(containerName(workspace.id));
  await freeNetwork(services, engine, workspace);
}
