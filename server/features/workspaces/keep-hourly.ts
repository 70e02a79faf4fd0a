import { and, eq } from 'drizzle-orm';
import { isEngineError } from '../../compute/engine-error.ts';
import { HOUR } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { copyToImage, readInstance, readRecords, requestConvergence, withWorkLock } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { freezeAgain, keepPoint, readPoints } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';
import { workspaces } from './tables.ts';

/**
 * Keeps a restore point of each running workspace that is worked in and whose owner wants one every hour. The engine
 * halts it while its files are copied, so that they are of one moment. One after another: a copy keeps the disk busy.
 */
export async function keepHourly(dependencies: Dependencies): Promise<void> {
  const { db, log } = dependencies;
  const wanted = and(eq(workspaces.hourlyPoints, true), eq(instances.status, 'Active'));
  for (const { id } of await readRecords(db, workspaceKind, wanted)) {
    try {
      let held = false;
      await withWorkLock(dependencies, `workspace.${id}`, async () => {
        const workspace = await readInstance(dependencies, workspaceKind, id);
        if (workspace?.status !== 'Active' || !(await isDue(dependencies, workspace))) return;
        held = true;
        await keepNow(dependencies, workspace);
      });
      // What was asked of it meanwhile found it busy.
      if (held) await requestConvergence(db, workspaceKind, id);
    } catch (error) {
      if (!isEngineError(error)) throw error;
      log.warn({ err: error, workspaceId: id }, 'an hourly restore point could not be kept');
    }
  }
}

async function isDue({ clock, db }: Dependencies, workspace: WorkspaceRecord): Promise<boolean> {
  const { id, createdAt, launchedAt, lastAccessAt, heldSeenAt } = workspace;
  const [last] = await readPoints(db, id);
  const since = Math.max(last?.createdAt.getTime() ?? 0, (launchedAt ?? createdAt).getTime());
  const used = Math.max(lastAccessAt?.getTime() ?? 0, heldSeenAt?.getTime() ?? 0);
  return used > since && clock.now().getTime() - since >= HOUR;
}

async function keepNow(dependencies: Dependencies, workspace: WorkspaceRecord): Promise<void> {
  const engine = dependencies.engines.get(workspace.engineId);
  await keepPoint(dependencies, engine, workspaceKind, workspace, {
    reason: 'hourly',
    make: (image) => copyToImage(dependencies, workspaceKind, engine, workspace, image),
    async isWhole() {
      const now = await readInstance(dependencies, workspaceKind, workspace.id);
      if (now?.asleepSince) await freezeAgain(dependencies, workspaceKind, engine, now);
      return now?.revision === workspace.revision;
    },
  });
}
