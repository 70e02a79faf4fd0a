import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
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
import { instances } from '../instances/tables.ts';
import { workspaceActivity } from './tables.ts';

/** Any day of the week, default today; a time zone, default UTC. */
export interface WeekInput {
  date?: string | undefined;
  timezone?: string | undefined;
}

/**
 * The week (Sunday to Saturday in `timezone`) that contains `date`, of the activity in the active organization that
 * `which` selects. A half-hour that clocks skip is empty; one they repeat holds both.
 */
export async function buildWeek(context: Context, which: SQL, input: WeekInput): Promise<ActivityWeek> {
  const { actor, clock, db } = context;
  const format = localFormat(input.timezone ?? 'UTC');
  const start = weekStart(input.date ?? localSlot(format, clock.now()).day);
  // Local time is at most 14 hours from UTC, so one more day on both ends covers the week.
  const [from, to] = [addDays(start, -1), addDays(start, 8)].map((day) => new Date(`${day}T00:00:00Z`)) as [Date, Date];
  const table = workspaceActivity;
  const rows = await db
    // Two people, or one in two workspaces, in the same minutes: no half-hour has more than 30.
    .select({ slot: table.slot, count: sql<number>`least(30, sum(${table.count}))::int` })
    .from(table)
    .innerJoin(instances, eq(instances.id, table.workspaceId))
    .where(and(eq(instances.organizationId, actor.organizationId), which, gte(table.slot, from), lt(table.slot, to)))
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
