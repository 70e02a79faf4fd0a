import { and, eq, ne } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import type { Services } from '../context.ts';
import { removeNetwork } from '../lifecycle/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { containerName } from './names.ts';
import { workspaces } from './tables.ts';

/** Removes the container and, when it was the organization's last workspace there, the network. Fine when gone. */
export async function removeContainer(
  services: Pick<Services, 'db'>,
  engine: Engine,
  workspace: Pick<WorkspaceRecord, 'id' | 'organizationId' | 'engineId'>,
): Promise<void> {
  await engine.remove(containerName(workspace.id));
  const [other] = await services.db
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(
      and(
        eq(workspaces.organizationId, workspace.organizationId),
        eq(workspaces.engineId, workspace.engineId),
        ne(workspaces.status, 'Deleted'),
        ne(workspaces.id, workspace.id),
      ),
    )
    .limit(1);
  if (!other) await removeNetwork(engine, workspace.organizationId);
}
