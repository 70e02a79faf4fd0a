import { expect, test } from 'vitest';
import { addDays, isTimeZone, localFormat, localSlot, weekStart } from '#shared/features/activity/model.ts';
import { isManager, ROLES } from '#shared/features/auth/model.ts';
import {
  cents,
  monthStart,
  nextBillingDate,
  prorate,
  secondsInMonth,
  secondsLeftInMonth,
} from '#shared/features/billing/model.ts';
import { fc } from '#tests/support/fast-check.ts';

test('a week starts on its Sunday', () => {
  expect(weekStart('2026-11-22')).toBe('2026-11-22');
  expect(weekStart('2026-11-28')).toBe('2026-11-22');
  expect(weekStart('2026-03-01')).toBe('2026-03-01');
  expect(weekStart('2027-01-01')).toBe('2026-12-27');
});

test('days are added over months and leap years', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
});

test('an instant falls into the half-hour that clocks show there', () => {
  const slot = (zone: string, at: string) => localSlot(localFormat(zone), new Date(at));
  expect(slot('UTC', '2026-11-22T00:00:00Z')).toEqual({ day: '2026-11-22', row: 0 });
  expect(slot('UTC', '2026-11-22T00:29:59Z')).toEqual({ day: '2026-11-22', row: 0 });
  expect(slot('UTC', '2026-11-22T23:30:00Z')).toEqual({ day: '2026-11-22', row: 47 });
  expect(slot('Asia/Kathmandu', '2026-11-22T18:15:00Z')).toEqual({ day: '2026-11-23', row: 0 });
  expect(slot('America/New_York', '2026-01-01T04:59:00Z')).toEqual({ day: '2025-12-31', row: 47 });
});

test('a time zone is one that this platform knows', () => {
  expect(isTimeZone('Europe/Berlin')).toBe(true);
  expect(isTimeZone('Europe/Atlantis')).toBe(false);
});

test('a month is billed from midnight to midnight in UTC', () => {
  const at = new Date('2026-12-15T12:00:00.900Z');
  expect(monthStart(at)).toEqual(new Date('2026-12-01T00:00:00Z'));
  expect(nextBillingDate(at)).toEqual(new Date('2027-01-01T00:00:00Z'));
  expect(secondsInMonth(at)).toBe(31 * 86_400);
  expect(secondsInMonth(new Date('2028-02-10T00:00:00Z'))).toBe(29 * 86_400);
  expect(secondsLeftInMonth(at)).toBe(16.5 * 86_400);
  expect(secondsLeftInMonth(new Date('2026-12-31T23:59:59.999Z'))).toBe(1);
});

test('amounts are whole cents that a card can be charged', () => {
  expect(cents(-0)).toBe(0);
  expect(Object.is(cents(-0), 0)).toBe(true);
  expect(cents(99_999_999)).toBe(99_999_999);
  for (const wrong of [0.5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_000, -100_000_000])
    expect(() => cents(wrong)).toThrow(RangeError);
});

test('a part of a month is rounded half up, and asked for whole things', () => {
  const halfOfJune = new Date('2026-06-16T00:00:00Z');
  expect(prorate(cents(1), halfOfJune)).toBe(1);
  expect(prorate(cents(3), halfOfJune)).toBe(2);
  expect(prorate(cents(2000), halfOfJune, 3)).toBe(3000);
  expect(prorate(cents(2000), new Date('2026-06-01T00:00:00Z'))).toBe(2000);
  expect(prorate(cents(0), halfOfJune, 0)).toBe(0);
  expect(() => prorate(cents(-1), halfOfJune)).toThrow(RangeError);
  expect(() => prorate(cents(1), halfOfJune, -1)).toThrow(RangeError);
  expect(() => prorate(cents(1), halfOfJune, 0.5)).toThrow(RangeError);
  fc.assert(
    fc.property(fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }), (at) => {
      expect(secondsLeftInMonth(at)).toBeGreaterThan(0);
      expect(secondsLeftInMonth(at)).toBeLessThanOrEqual(secondsInMonth(at));
    }),
  );
});

test('owner and admin manage, and nobody else', () => {
  expect(ROLES.filter((role) => isManager({ role }))).toEqual(['owner', 'admin']);
});
