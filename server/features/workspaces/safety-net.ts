import type { Transaction } from '../../platform/database.ts';
import type { ChangeDependencies, Kind } from '../instances/index.ts';
import { addSnapshot, keepOnceMore } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';

/**
 * Call this in the transaction that deletes a workspace: it can be restored for 15 days. One that was never ready has
 * nothing to keep; one that was restored and not started since is completely in its copy.
 */
export async function askForSafetyCopy(
  dependencies: ChangeDependencies,
  tx: Transaction,
  kind: Kind<WorkspaceRecord>,
  workspace: WorkspaceRecord,
): Promise<void> {
  if (workspace.launchedAt === null) return;
  if (workspace.containerId === null && workspace.restoreId) return keepOnceMore(dependencies, tx, workspace.restoreId);
  await addSnapshot(dependencies, tx, kind, workspace, { safety: true });
}
