import { and, eq, type SQL } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { readInstance, readRecords, requestConvergence, withWorkLock } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { freezeAgain } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

interface Doing {
  isDue(workspace: WorkspaceRecord): boolean | Promise<boolean>;
  act(workspace: WorkspaceRecord, engine: Engine): Promise<void>;
  /** What the log says of one that failed. */
  failed: string;
}

/**
 * Does something with each running workspace of `wanted` that is due, while nothing else is done with it. One after
 * another: what copies files keeps the disk busy.
 */
export async function withRunning(dependencies: Dependencies, wanted: SQL | undefined, doing: Doing): Promise<void> {
  const { db, engines, log } = dependencies;
  for (const { id } of await readRecords(db, workspaceKind, and(wanted, eq(instances.status, 'Active')))) {
    try {
      let held = false;
      await withWorkLock(dependencies, `workspace.${id}`, async () => {
        const workspace = await readInstance(dependencies, workspaceKind, id);
        if (workspace?.status !== 'Active' || !(await doing.isDue(workspace))) return;
        held = true;
        await doing.act(workspace, engines.get(workspace.engineId));
      });
      // What was asked of it meanwhile found it busy.
      if (held) await requestConvergence(db, workspaceKind, id);
    } catch (error) {
      if (!isEngineError(error)) throw error;
      log.warn({ err: error, workspaceId: id }, doing.failed);
    }
  }
}

/** When somebody last worked in it, as far as that is known; ms since 1970. */
export function lastUsed({ lastAccessAt, heldSeenAt }: WorkspaceRecord): number {
  return Math.max(lastAccessAt?.getTime() ?? 0, heldSeenAt?.getTime() ?? 0);
}

/** Is a copy that was just made of one moment? It isn't if the workspace was stopped or started meanwhile. */
export async function ranThroughout(
  dependencies: Dependencies,
  engine: Engine,
  { id, revision }: WorkspaceRecord,
): Promise<boolean> {
  const now = await readInstance(dependencies, workspaceKind, id);
  if (now?.asleepSince) await freezeAgain(dependencies, workspaceKind, engine, now);
  return now?.revision === revision;
}
