import { eq } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import type { Dependencies } from '../context.ts';
import { Superseded, watchAsked } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import type { Stage } from './devcontainer-commands.ts';
import { findDevcontainer } from './find-devcontainer.ts';
import { workspaceKind } from './kind.ts';
import { createLateProgress } from './late-progress.ts';
import { runStages } from './run-project-commands.ts';
import { workspaces } from './tables.ts';

/**
 * Runs the commands of devcontainer.json that a running workspace didn't wait for; called under the workspace's lock. A
 * stop ends it, and the next start goes on with the command that was running.
 */
export async function continueProject(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
  from: Stage,
  outer: AbortSignal,
): Promise<void> {
  const engine = dependencies.engines.get(workspace.engineId);
  const progress = await createLateProgress(dependencies, workspace);
  const watch = watchAsked(dependencies, workspaceKind, workspace, outer);
  const onNext = async (projectStage: Stage | null) => {
    await dependencies.db.update(workspaces).set({ projectStage }).where(eq(workspaces.id, workspace.id));
  };
  try {
    const found = await findDevcontainer(engine, workspace.id);
    if (found && 'wanted' in found) {
      const run = { engine, workspace, progress, signal: watch.signal };
      await runStages(run, found.wanted.commands, { from, onNext });
    }
    await onNext(null);
  } catch (error) {
    if (watch.signal.aborted) {
      if (watch.signal.reason instanceof Superseded) return;
      throw watch.signal.reason;
    }
    // What is away may be back soon; anything else would fail again.
    if (isEngineError(error, 'unreachable', 'offline')) throw error;
    dependencies.log.warn({ err: error, workspaceId: workspace.id }, 'commands of a project could not be run');
    await onNext(null);
  } finally {
    watch.stop();
    await progress.flush().catch(() => undefined);
  }
}
