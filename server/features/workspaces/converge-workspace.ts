import type { Services } from '../context.ts';
import { takeSnapshots } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { cloneLate } from './clone-late.ts';
import { dismantle, stopIfThere } from './dismantle.ts';
import { launchWorkspace } from './launch-workspace.ts';
import { readWorkspace } from './read-workspace.ts';
import { withWorkspaceLock } from './workspace-lock.ts';

/**
 * Brings the engine to what the row says, and again when the row changes meanwhile. One process at a time works on a
 * workspace; one that comes later leaves it to the first, which looks once more after it has let go.
 */
export async function convergeWorkspace(services: Services, id: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    let done: WorkspaceRecord | null = null;
    const ran = await withWorkspaceLock(services, id, async () => {
      done = await untilSettled(services, id, signal);
    });
    if (!ran || isSame(done, await readWorkspace(services, id))) return;
  }
}

async function untilSettled(services: Services, id: string, signal: AbortSignal): Promise<WorkspaceRecord | null> {
  let workspace = await readWorkspace(services, id);
  while (workspace) {
    signal.throwIfAborted();
    await apply(services, workspace, signal);
    const next = await readWorkspace(services, id);
    if (isSame(workspace, next)) return next;
    workspace = next;
  }
  return null;
}

async function apply(services: Services, workspace: WorkspaceRecord, signal: AbortSignal): Promise<void> {
  const engine = services.engines.get(workspace.engineId);
  switch (workspace.status) {
    case 'Pending':
      return launchWorkspace(services, workspace, signal);
    case 'Pending Deletion':
    case 'Offline':
      await stopIfThere(engine, workspace.id);
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

function isSame(a: WorkspaceRecord | null, b: WorkspaceRecord | null): boolean {
  return a?.status === b?.status && a?.revision === b?.revision;
}
