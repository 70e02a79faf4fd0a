import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { ActivityWeek } from '#shared/features/activity/contract.ts';
import {
  addDays,
  localFormat,
  localSlot,
  SLOTS_PER_DAY,
  WEEKDAYS,
  type Weekday,
  weekStart,
} from '#shared/features/activity/model.ts';
import type { Context } from '../context.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { workspaceActivity } from './tables.ts';

/**
 * The week (Sunday to Saturday, as clocks of `timezone` show it) that `date` is in. A half-hour that clocks skip is
 * empty; one that they show twice holds both. @throws NotFound
 */
export async function getWorkspaceActivity(
  context: Context,
  input: { id: string; date?: string | undefined; timezone?: string | undefined },
): Promise<ActivityWeek> {
  const { actor, clock, db } = context;
  const workspace = await findWorkspace(db, actor, input.id);
  const format = localFormat(input.timezone ?? 'UTC');
  const start = weekStart(input.date ?? localSlot(format, clock.now()).day);
  // Clocks are at most 14 hours away from UTC: a day more on both ends holds all of the week.
  const [from, to] = [addDays(start, -1), addDays(start, 8)].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date];
  const table = workspaceActivity;
  const rows = await db
    .select({ slot: table.slot, count: sql<number>`sum(${table.count})::int` })
    .from(table)
    .where(and(eq(table.workspaceId, workspace.id), gte(table.slot, from), lt(table.slot, to)))
    .groupBy(table.slot);
  const empty = () => Array.from({ length: SLOTS_PER_DAY }, () => ({ activity_count: 0 }));
  const activities = Object.fromEntries(WEEKDAYS.map((weekday) => [weekday, empty()])) as Record<
    Weekday,
    { activity_count: number }[]
  >;
  const days = new Map(WEEKDAYS.map((weekday, index) => [addDays(start, index), activities[weekday]]));
  for (const { slot, count } of rows) {
    const { day, row } = localSlot(format, slot);
    const cell = days.get(day)?.[row];
    if (cell) cell.activity_count += count;
  }
  return { week_start: start, activities };
}
