import type { Transaction } from '../../platform/database.ts';
import type { Kind, Telling } from '../instances/index.ts';
import { addSnapshot, keepOnceMore } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';

/**
 * Call this in the transaction that deletes a workspace: it can be restored for 15 days. One that was never ready has
 * nothing to keep; one that was restored and not started since is completely in its copy.
 */
export async function askForSafetyCopy(
  services: Telling,
  tx: Transaction,
  kind: Kind<WorkspaceRecord>,
  workspace: WorkspaceRecord,
): Promise<void> {
  if (workspace.launchedAt === null) return;
  if (workspace.containerId === null && workspace.restoreId) return keepOnceMore(services, tx, workspace.restoreId);
  await addSnapshot(services, tx, kind, workspace, { safety: true });
}
