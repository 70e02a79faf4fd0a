import { eq } from 'drizzle-orm';
import { INIT_ERROR, INIT_READY } from '#shared/features/workspaces/model.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import {
  abortable,
  addMessage,
  announce,
  launchErrorFrom,
  lockAsked,
  Superseded,
  watchAsked,
} from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { type Cloned, cloneProject } from './clone-project.ts';
import { workspaceKind } from './kind.ts';
import { createLateProgress } from './late-progress.ts';
import { type ProjectColumns, prepareProject } from './prepare-project.ts';
import { workspaces } from './tables.ts';

const NOTHING: Cloned = { cloneStatus: null, cloneDetail: null };

/**
 * Clones the repository of a running workspace whose key was refused at its launch; called under the workspace's lock.
 * Repeatable. The workspace keeps running either way.
 */
export async function cloneLate(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  signal: AbortSignal,
): Promise<void> {
  const engine = dependencies.engines.get(workspace.engineId);
  const progress = await createLateProgress(dependencies, workspace);
  const watch = watchAsked(dependencies, workspaceKind, workspace, signal);
  try {
    // A stop doesn't wait for a slow clone.
    const cloning = cloneProject(dependencies, engine, workspace, { credentials: null, progress, late: true });
    const cloned = await abortable(watch.signal, cloning);
    const done = cloned?.cloneStatus === 'cloned';
    const prepare = { progress, signal: watch.signal, toTheEnd: true };
    const columns = done ? await prepareProject(dependencies, engine, workspace, prepare) : {};
    await progress.flush();
    await settle(dependencies, workspace, { ...(cloned ?? NOTHING), ...columns });
  } catch (error) {
    await progress.flush().catch(() => undefined);
    if (watch.signal.aborted) {
      if (watch.signal.reason instanceof Superseded) return;
      throw watch.signal.reason;
    }
    dependencies.log.warn({ err: error, workspaceId: workspace.id }, 'late clone failed');
    await settle(dependencies, workspace, { cloneStatus: 'refused', cloneDetail: launchErrorFrom(error).message });
  } finally {
    watch.stop();
  }
}

async function settle(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  set: Cloned & ProjectColumns,
): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const current = await lockAsked(workspaceKind, tx, workspace);
    if (!current) return;
    await tx.update(workspaces).set(set).where(eq(workspaces.id, workspace.id));
    const cloned = set.cloneStatus === 'cloned';
    await addMessage(dependencies, tx, workspaceKind, {
      id: workspace.id,
      revision: workspace.revision,
      code: cloned ? INIT_READY : INIT_ERROR,
      text: cloned ? say('workspaces.projectReady') : (set.cloneDetail ?? ''),
    });
    await announce(dependencies, tx, workspaceKind, current);
  });
}
