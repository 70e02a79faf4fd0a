import { and, eq, ne } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { backupImage, copyToImage, withWorkLock } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { workspaceKind } from './kind.ts';
import { lastUsed, ranThroughout, withRunning } from './with-running.ts';

/**
 * Copies the files of what is worked in on the machines of the pool, where the operator wants that; the copies go to the
 * registry with those of stops (instances/send-backups.ts). What is started elsewhere after a machine was lost is then no
 * older. The engine halts a workspace while it copies.
 */
export async function copyRunning(dependencies: Dependencies): Promise<void> {
  const { clock, config, db } = dependencies;
  const every = config.copyMinutes * MINUTE;
  if (every === 0) return;
  await withRunning(dependencies, and(eq(instances.serverId, 'shared'), ne(instances.engineId, 'local')), {
    isDue: (workspace) => {
      const copied = workspace.backedUpAt?.getTime() ?? 0;
      const since = Math.max(copied, workspace.activeSince?.getTime() ?? 0);
      return lastUsed(workspace) > copied && clock.now().getTime() - since >= every;
    },
    async act(workspace, engine) {
      const { id, revision } = workspace;
      const image = backupImage(id, revision);
      // Else it would be taken for one that nobody needs any more. Where others have the lock, the next round copies.
      await withWorkLock(dependencies, `backups.${engine.id}`, async () => {
        // The earlier one would stay without a name.
        await engine.removeImage(image);
        await copyToImage(dependencies, workspaceKind, engine, workspace, image);
        if (!(await ranThroughout(dependencies, engine, workspace))) return engine.removeImage(image);
        const unchanged = and(eq(instances.id, id), eq(instances.revision, revision));
        await db.update(instances).set({ backupRevision: revision, backedUpAt: clock.now() }).where(unchanged);
      });
    },
    failed: 'a running workspace could not be copied',
  });
}
