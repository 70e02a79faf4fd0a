import { eq } from 'drizzle-orm';
import type { ActivityWeek } from '#shared/features/activity/contract.ts';
import type { Context } from '../context.ts';
import { findMember } from '../users/index.ts';
import { buildWeek, type WeekInput } from './build-week.ts';
import { workspaceActivity } from './tables.ts';

/** When a member worked in any workspace of the active organization; lead and user ask for themselves. @throws NotFound */
export async function getUserActivity(
  context: Context,
  { id, ...week }: WeekInput & { id: string },
): Promise<ActivityWeek> {
  const { user } = await findMember(context.db, context.actor, id);
  return buildWeek(context, eq(workspaceActivity.userId, user.id), week);
}
