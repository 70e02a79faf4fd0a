import { eq } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { askPage, watchHealth } from '../instances/index.ts';
import { workspaces } from '../instances/tables.ts';
import { keepChange } from './change-status.ts';
import { workspaceKind } from './kind.ts';
import { containerName } from './names.ts';
import { IDE_HEALTH } from './wait-until-ready.ts';

/** A build may take all of its cores: patience, before its web IDE counts as silent. */
const TIMEOUT_MS = 10_000;

/** Asks running workspaces whether their web IDE still answers. One without a web IDE has nothing to ask. */
export async function watchWorkspaceHealth(services: Services): Promise<void> {
  const { id, engineId, activeSince, unansweredCount, unansweredSince, ide, status } = workspaces;
  await watchHealth(services, {
    kind: workspaceKind,
    listRunning: () =>
      services.db
        .select({ id, engineId, activeSince, unansweredCount, unansweredSince, ide })
        .from(workspaces)
        .where(eq(status, 'Active')),
    ask: async (engine, workspace) =>
      workspace.ide === 'none'
        ? null
        : askPage({ engine, container: containerName(workspace.id), timeoutMs: TIMEOUT_MS }, IDE_HEALTH),
    save: (tx, which, health) => tx.update(workspaces).set(health).where(eq(id, which)),
    keepChange: (tx, workspace, change) => keepChange(services, tx, workspace, change),
  });
}
