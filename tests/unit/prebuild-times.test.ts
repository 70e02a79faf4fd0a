import { expect, test } from 'vitest';
import { nextTime } from '#server/features/prebuilds/next-time.ts';
import { prebuildBody } from '#shared/features/prebuilds/contract.ts';

const next = (when: Partial<Parameters<typeof nextTime>[0]>, now: string) =>
  nextTime(
    { schedule: 'daily', hour: 2, weekday: 0, time_zone: 'Europe/Vienna', ...when },
    new Date(now),
  )?.toISOString();

test.each([
  ['hourly: the next full hour', { schedule: 'hourly' }, '2026-06-01T10:00:00Z', '2026-06-01T11:00:00.000Z'],
  ['daily: later that day', {}, '2026-05-31T22:30:00Z', '2026-06-01T00:00:00.000Z'],
  ['daily: the day after', {}, '2026-06-01T00:00:00Z', '2026-06-02T00:00:00.000Z'],
  ['midnight', { hour: 0 }, '2026-06-01T12:00:00Z', '2026-06-01T22:00:00.000Z'],
  ['a zone half an hour apart', { time_zone: 'Asia/Kolkata' }, '2026-06-01T12:00:00Z', '2026-06-01T20:30:00.000Z'],
  ['weekly: that day of the week', { schedule: 'weekly' }, '2026-06-01T10:00:00Z', '2026-06-07T00:00:00.000Z'],
  [
    'an hour that spring leaves out is the one after it',
    { schedule: 'weekly' },
    '2026-03-28T10:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  ['and the week after it is itself again', { schedule: 'weekly' }, '2026-03-29T01:00:00Z', '2026-04-05T00:00:00.000Z'],
  ['an hour that autumn has twice is the first', {}, '2026-10-24T10:00:00Z', '2026-10-25T00:00:00.000Z'],
  ['and only the first', {}, '2026-10-25T00:00:00Z', '2026-10-26T01:00:00.000Z'],
  [
    'a midnight that is left out',
    { hour: 0, time_zone: 'Africa/Cairo' },
    '2026-04-23T12:00:00Z',
    '2026-04-23T22:00:00.000Z',
  ],
  ['by hand: never', { schedule: 'none' }, '2026-06-01T10:00:00Z', undefined],
] as const)('%s', (_, when, now, wanted) => expect(next(when, now)).toBe(wanted));

test.each([{ hour: 24 }, { hour: -1 }, { weekday: 7 }, { time_zone: 'Europe/Nowhere' }, { schedule: 'yearly' }])(
  '%j is refused',
  (wrong) => {
    const body = { schedule: 'daily', hour: 2, weekday: 0, time_zone: 'UTC', ...wrong };
    expect(prebuildBody.safeParse(body).success).toBe(false);
  },
);
