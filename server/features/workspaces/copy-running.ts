import { and, eq, ne } from 'drizzle-orm';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { backupImage, copyToImage, trySendBackup } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { workspaceKind } from './kind.ts';
import { lastUsed, ranThroughout, withRunning } from './with-running.ts';

/**
 * Copies the files of what is worked in on the machines of the pool to the registry, where the operator wants that: what
 * is started elsewhere after a machine was lost is then no older. The engine halts a workspace while it copies.
 */
export async function copyRunning(dependencies: Dependencies): Promise<void> {
  const { clock, config, db } = dependencies;
  const every = config.copyMinutes * MINUTE;
  if (every === 0) return;
  const copied: { engine: Engine; backup: { id: string; revision: number; at: Date } }[] = [];
  await withRunning(dependencies, and(eq(instances.serverId, 'shared'), ne(instances.engineId, 'local')), {
    isDue: (workspace) => {
      const since = Math.max(workspace.heldAt?.getTime() ?? 0, workspace.activeSince?.getTime() ?? 0);
      const isNew = lastUsed(workspace) > (workspace.heldAt?.getTime() ?? 0);
      return isNew && clock.now().getTime() - since >= every;
    },
    async act(workspace, engine) {
      const { id, revision } = workspace;
      const image = backupImage(id, revision);
      // The earlier one would stay without a name.
      await engine.removeImage(image);
      await copyToImage(dependencies, workspaceKind, engine, workspace, image);
      if (!(await ranThroughout(dependencies, engine, workspace))) return engine.removeImage(image);
      const at = clock.now();
      const unchanged = and(eq(instances.id, id), eq(instances.revision, revision));
      await db.update(instances).set({ backupRevision: revision, backedUpAt: at }).where(unchanged);
      copied.push({ engine, backup: { id, revision, at } });
    },
    failed: 'a running workspace could not be copied',
  });
  // Takes longer, and keeps nobody waiting.
  for (const { engine, backup } of copied) {
    await trySendBackup(dependencies, engine, backup).catch((error) => {
      if (!isEngineError(error)) throw error;
    });
  }
}
