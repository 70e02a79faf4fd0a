import { eq } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { RegistryError } from '../../compute/registry/registry-error.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import {
  backupImage,
  containerName,
  type InitProgress,
  keepChange,
  LaunchError,
  launchErrorFrom,
  lockRow,
  readInstance,
  stopIfThere,
  updateRecord,
} from '../instances/index.ts';
import { snapshots } from '../instances/tables.ts';
import { bringSnapshot, dropPointBefore, snapshotImage, takePointBefore, takeSnapshots } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';

/**
 * Does what is left of going back to a restore point: keeps what is there now, has the point's image on the engine, and
 * only then lets the container go, which the next start creates from that image. Repeatable at any step: until the row
 * says so it is as before, and from then on as it was at that point. The caller holds its lock.
 * @returns the workspace as it is then
 * @throws LaunchError if it can't: nothing has changed. EngineError `unreachable`: worth another attempt
 */
export async function finishGoBack(
  dependencies: Dependencies,
  engine: Engine,
  workspace: WorkspaceRecord,
  progress?: Pick<InitProgress, 'say' | 'output'>,
): Promise<WorkspaceRecord> {
  const { backToId } = workspace;
  if (backToId === null) return workspace;
  const container = containerName('workspace', workspace.id);
  try {
    await stopIfThere(engine, container, workspaceKind.stopSeconds);
    if (workspace.containerId !== null) {
      // Those that were asked for before are of what is there now.
      await takeSnapshots(dependencies, engine, workspaceKind, workspace);
      progress?.say('W01', say('workspaces.keepingWhatIsThere'));
      const outcome = await takePointBefore(dependencies, engine, workspaceKind, workspace);
      if (outcome?.status === 'Failed') throw new LaunchError(outcome.detail);
    }
    if (!(await bringSnapshot(dependencies, engine, backToId, progress?.output('W01')))) {
      throw new LaunchError(say('workspaces.pointNotOnMachine'));
    }
  } catch (error) {
    const isFinal = isEngineError(error) ? error.kind !== 'unreachable' : isRefusal(error);
    if (!isFinal) throw error;
    await stayHere(dependencies, workspace, backToId);
    const reason = launchErrorFrom(error, 'workspace');
    throw new LaunchError([say('workspaces.stayedWhereItWas'), reason.message].join('\n'), reason.output, {
      cause: error,
    });
  }
  const changed = await letGo(dependencies, workspace, backToId);
  if (changed.containerId !== null) return changed;
  // A container that is lost from here on comes back as it was at that point.
  await engine.tagImage(snapshotImage(backToId), backupImage(workspace.id, workspace.revision));
  // If this is cut off, the start removes the container that isn't the point's (bring-up.ts).
  await engine.remove(container);
  return changed;
}

const isRefusal = (error: unknown) => error instanceof LaunchError || error instanceof RegistryError;

/** The same for one that nobody waits for: what can't be done is told in its history. */
export async function finishStoppedGoBack(
  dependencies: Dependencies,
  engine: Engine,
  workspace: WorkspaceRecord,
): Promise<void> {
  await finishGoBack(dependencies, engine, workspace).catch(async (error) => {
    if (!(error instanceof LaunchError)) throw error;
    dependencies.log.warn({ err: error, workspaceId: workspace.id }, 'could not go back to a restore point');
    await dependencies.db.transaction(async (tx) => {
      const now = await lockRow(tx, workspaceKind, workspace.id);
      if (now) await keepChange(dependencies, tx, workspaceKind, now, { cause: 'start_failed', detail: error.message });
    });
  });
}

async function stayHere(dependencies: Dependencies, { id }: WorkspaceRecord, backToId: string): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const now = await lockRow(tx, workspaceKind, id);
    if (now?.backToId !== backToId) return;
    await updateRecord(tx, workspaceKind, now, { backToId: null });
    await dropPointBefore(dependencies, tx, id);
  });
}

async function letGo(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  backToId: string,
): Promise<WorkspaceRecord> {
  const { db } = dependencies;
  await db.transaction(async (tx) => {
    const now = await lockRow(tx, workspaceKind, workspace.id);
    // Deleted meanwhile: it goes as it is.
    if (now?.backToId !== backToId) return;
    const [point] = await tx.select({ at: snapshots.createdAt }).from(snapshots).where(eq(snapshots.id, backToId));
    await updateRecord(tx, workspaceKind, now, {
      backToId: null,
      restoreId: backToId,
      containerId: null,
      backupRevision: workspace.revision,
      backedUpAt: point?.at ?? null,
    });
  });
  return (await readInstance(dependencies, workspaceKind, workspace.id)) ?? workspace;
}
