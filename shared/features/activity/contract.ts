import { z } from 'zod';
import { askedDay, idParam } from '../../api/envelope.ts';
import { defineRead } from '../../api/route.ts';
import { isTimeZone, SLOTS_PER_DAY } from './model.ts';

const day = z.array(z.object({ activity_count: z.number().int() })).length(SLOTS_PER_DAY);

export const activityWeek = z.object({
  /** The week's Sunday. */
  week_start: z.iso.date(),
  /** Each day's 48 half-hours as clocks show them. */
  activities: z.object({ sun: day, mon: day, tue: day, wed: day, thu: day, fri: day, sat: day }),
});
export type ActivityWeek = z.infer<typeof activityWeek>;

const week = z.strictObject({
  /** Any day of the week; today if left out. */
  date: askedDay.optional(),
  /** UTC if left out. */
  timezone: z.string().max(60).refine(isTimeZone, 'validation.timeZone').optional(),
});

export const workspaceActivity = defineRead(
  '/workspaces/{workspaceID}/activity',
  'When a workspace was used in the week of a day, by half-hours of a time zone',
  {
    scope: 'read',
    params: z.object({ workspaceID: idParam }),
    query: week,

    response: activityWeek,
  },
);

export const userActivity = defineRead(
  '/users/{userID}/activity',
  'When a member worked in the organization, in the week of a day, by half-hours of a time zone',
  {
    scope: 'people',
    params: z.object({ userID: idParam }),
    query: week,
    response: activityWeek,
  },
);
