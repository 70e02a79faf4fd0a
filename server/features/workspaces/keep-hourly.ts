import { eq } from 'drizzle-orm';
import { HOUR } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { copyToImage } from '../instances/index.ts';
import { keepPoint, readPoints } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { workspaceKind } from './kind.ts';
import { workspaces } from './tables.ts';
import { lastUsed, ranThroughout, withRunning } from './with-running.ts';

/**
 * Keeps a restore point of each running workspace that is worked in and whose owner wants one every hour. The engine
 * halts it while its files are copied, so that they are of one moment.
 */
export async function keepHourly(dependencies: Dependencies): Promise<void> {
  await withRunning(dependencies, eq(workspaces.hourlyPoints, true), {
    isDue: (workspace) => isDue(dependencies, workspace),
    act: (workspace, engine) =>
      keepPoint(dependencies, engine, workspaceKind, workspace, {
        reason: 'hourly',
        make: (image) => copyToImage(dependencies, workspaceKind, engine, workspace, image),
        isWhole: () => ranThroughout(dependencies, engine, workspace),
      }),
    failed: 'an hourly restore point could not be kept',
  });
}

async function isDue({ clock, db }: Dependencies, workspace: WorkspaceRecord): Promise<boolean> {
  const [last] = await readPoints(db, workspace.id);
  const since = Math.max(last?.createdAt.getTime() ?? 0, (workspace.launchedAt ?? workspace.createdAt).getTime());
  return lastUsed(workspace) > since && clock.now().getTime() - since >= HOUR;
}
