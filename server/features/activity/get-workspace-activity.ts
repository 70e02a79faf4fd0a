import { eq } from 'drizzle-orm';
import type { ActivityWeek } from '#shared/features/activity/contract.ts';
import type { Context } from '../context.ts';
import { findInstance } from '../instances/index.ts';
import { buildWeek, type WeekInput } from './build-week.ts';
import { workspaceActivity } from './tables.ts';

/** When anybody worked in a workspace. @throws NotFound */
export async function getWorkspaceActivity(
  context: Context,
  { id, ...week }: WeekInput & { id: string },
): Promise<ActivityWeek> {
  const workspace = await findInstance(context.db, context.kinds.workspace, context.actor, id);
  return buildWeek(context, eq(workspaceActivity.workspaceId, workspace.id), week);
}
