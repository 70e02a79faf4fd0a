import type { RestorePoint } from '#shared/features/workspaces/restore-points.ts';
import type { Context } from '../context.ts';
import { findInstance } from '../instances/index.ts';
import { bytesOf, POINTS_BUDGET_BYTES, readPoints } from '../snapshots/index.ts';
import { mayGoBack, requireManage } from './access.ts';
import { workspaceKind } from './kind.ts';

interface RestorePoints {
  items: RestorePoint[];
  used_bytes: number;
  budget_bytes: number;
  may_go_back: boolean;
}

/** What a workspace can go back to, newest first, for whoever manages it. @throws NotFound, Forbidden */
export async function listRestorePoints(context: Context, input: { id: string }): Promise<RestorePoints> {
  const { actor, db } = context;
  const workspace = await findInstance(db, workspaceKind, actor, input.id);
  requireManage(actor, workspace);
  const points = await readPoints(db, workspace.id);
  return {
    items: points.map(({ id, createdAt, point, layerBytes }) => ({
      id,
      create_date: createdAt.toISOString(),
      reason: point ?? 'stopped',
      size_bytes: layerBytes ?? 0,
    })),
    used_bytes: bytesOf(points),
    budget_bytes: POINTS_BUDGET_BYTES,
    may_go_back: mayGoBack(workspace),
  };
}
