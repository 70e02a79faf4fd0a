import type { Services } from '../context.ts';
import { converge, stopIfThere } from '../instances/index.ts';
import { takeSnapshots } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { cloneLate } from './clone-late.ts';
import { dismantle } from './dismantle.ts';
import { workspaceKind } from './kind.ts';
import { launchWorkspace } from './launch-workspace.ts';
import { containerName } from './names.ts';

/** Brings the engine to what the row says, and again when the row changes meanwhile. */
export async function convergeWorkspace(services: Services, id: string, signal: AbortSignal): Promise<void> {
  await converge(services, workspaceKind, { id, signal, apply: (workspace) => apply(services, workspace, signal) });
}

async function apply(services: Services, workspace: WorkspaceRecord, signal: AbortSignal): Promise<void> {
  const engine = services.engines.get(workspace.engineId);
  switch (workspace.status) {
    case 'Pending':
      return launchWorkspace(services, workspace, signal);
    case 'Pending Deletion':
    case 'Offline':
      await stopIfThere(engine, containerName(workspace.id));
      return takeSnapshots(services, engine, workspace.id);
    case 'Deleted':
      return dismantle(services, engine, workspace);
    case 'Active':
      if (workspace.cloneStatus === 'pending') await cloneLate(services, workspace, signal);
      return;
    default:
      return workspace.status satisfies never;
  }
}
