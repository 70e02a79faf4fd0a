import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import { keptSince } from '#shared/api/undo.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { deletedSecrets, secrets } from '../secrets/tables.ts';
import type { WorkspaceRecord } from './access.ts';
import { deliverChanges } from './deliver-secrets.ts';
import { workspaceKind } from './kind.ts';
import { workspaces } from './tables.ts';

/** What the crontab asks for: erases deleted secrets once they can't be had back, and brings workspaces up to date. */
export async function sweepSecrets(dependencies: Dependencies): Promise<void> {
  await dependencies.db
    .delete(deletedSecrets)
    .where(lte(deletedSecrets.deletedAt, keptSince(dependencies.clock.now())));
  await refreshAllSecrets(dependencies);
}

/** Brings the secrets of all running workspaces up to date, of one organization or of all. */
export async function refreshAllSecrets(dependencies: Dependencies, organizationId?: string): Promise<void> {
  const someHere = sql`exists (select 1 from ${secrets} where ${secrets.organizationId} = ${instances.organizationId})`;
  const running = and(
    eq(instances.status, 'Active'),
    // Most organizations have none, and never handed any over.
    or(someHere, gt(workspaces.secretsDigest, '')),
    organizationId ? eq(instances.organizationId, organizationId) : undefined,
  );
  const byEngine = Map.groupBy(await readRecords(dependencies.db, workspaceKind, running), ({ engineId }) => engineId);
  await Promise.all([...byEngine.values()].map((there) => refreshOn(dependencies, there)));
}

/** Those of one engine, one after another; while it is away, the rest waits for the next time. */
async function refreshOn(dependencies: Dependencies, there: WorkspaceRecord[]): Promise<void> {
  for (const workspace of there) {
    try {
      await deliverChanges(dependencies, dependencies.engines.get(workspace.engineId), workspace);
    } catch (error) {
      if (!isEngineError(error)) throw error;
      dependencies.log.warn({ err: error, workspaceId: workspace.id }, 'secrets were not brought up to date');
      if (isEngineError(error, 'unreachable')) return;
    }
  }
}
