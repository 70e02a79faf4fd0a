import type { PrebuildInput } from '#shared/features/prebuilds/contract.ts';
import { DAY, HOUR, MINUTE } from '../../platform/clock.ts';

/** Every zone's clock differs from UTC by a multiple of this. */
const STEP = 15 * MINUTE;
const LOOKED_AHEAD = 9 * DAY;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

type When = Pick<PrebuildInput, 'schedule' | 'hour' | 'weekday' | 'time_zone'>;

/**
 * The first moment after `now` that the schedule means. An hour that a day leaves out is the one after it; an hour that a
 * day has twice is the first. Null without a schedule.
 */
export function nextTime({ schedule, hour, weekday, time_zone }: When, now: Date): Date | null {
  if (schedule === 'none') return null;
  if (schedule === 'hourly') return new Date((Math.floor(now.getTime() / HOUR) + 1) * HOUR);
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: time_zone, hourCycle: 'h23', weekday: 'short', day: 'numeric', hour: 'numeric' },
  });
  const clockAt = (time: number) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const day = WEEKDAYS.indexOf(parts.get('weekday') ?? '');
    return { day, date: parts.get('day'), isOver: Number(parts.get('hour')) >= hour };
  };
  const first = Math.floor(now.getTime() / STEP) * STEP;
  let before = clockAt(first);
  for (let time = first + STEP; time <= now.getTime() + LOOKED_AHEAD; time += STEP) {
    const clock = clockAt(time);
    const isReached = clock.isOver && !(before.isOver && before.date === clock.date);
    if (isReached && (schedule === 'daily' || clock.day === weekday)) return new Date(time);
    before = clock;
  }
  return null;
}
