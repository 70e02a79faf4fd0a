import { describe, expect, test } from 'vitest';
import {
  cents,
  monthStart,
  nextBillingDate,
  prorate,
  secondsInMonth,
  secondsLeftInMonth,
  sumCents,
} from '#shared/features/billing/model.ts';

const DAY = 86_400;
const at = (iso: string) => new Date(iso);

describe('cents', () => {
  test.each([0, 1, -1500, 3500, 99_999_999])('takes %d', (value) => expect(cents(value)).toBe(value));
  test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_000])('refuses %d', (value) => {
    expect(() => cents(value)).toThrow(RangeError);
  });
  test('has no negative zero', () => expect(Object.is(cents(-0), 0)).toBe(true));
});

describe('month arithmetic in UTC', () => {
  test.each([
    ['2026-11-21T02:42:09Z', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z', 30],
    ['2026-12-31T23:59:59Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z', 31],
    ['2028-02-29T12:00:00Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z', 29],
    ['2027-02-01T00:00:00Z', '2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z', 28],
    ['2100-02-10T00:00:00Z', '2100-02-01T00:00:00Z', '2100-03-01T00:00:00Z', 28], // a century that is no leap year
    ['2026-03-29T01:30:00Z', '2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z', 31], // European clocks change: UTC does not
  ])('%s lies between %s and %s (%d days)', (instant, start, next, days) => {
    expect(monthStart(at(instant))).toEqual(at(start));
    expect(nextBillingDate(at(instant))).toEqual(at(next));
    expect(secondsInMonth(at(instant))).toBe(days * DAY);
  });

  test('a fraction of a second is dropped', () => {
    expect(secondsLeftInMonth(at('2026-12-31T23:59:59.999Z'))).toBe(1);
    expect(secondsLeftInMonth(at('2026-12-01T00:00:00.001Z'))).toBe(31 * DAY);
  });
});

describe('prorate: price × seconds left ÷ seconds in the month, half up', () => {
  test.each([
    // 3500 × 31/31
    ['exactly midnight on the 1st', 3500, '2026-12-01T00:00:00Z', 1, 3500],
    // 3500 × 2,678,399/2,678,400 = 3499.9987
    ['one second later', 3500, '2026-12-01T00:00:01Z', 1, 3500],
    // 3500 × 15/30
    ['mid November', 3500, '2026-11-16T00:00:00Z', 1, 1750],
    // 2000 × 10/30 = 666.67
    ['two thirds of November gone', 2000, '2026-11-21T00:00:00Z', 1, 667],
    // 3500 × 1/29 = 120.69
    ['leap day', 3500, '2028-02-29T00:00:00Z', 1, 121],
    // 3500 × 1/28 = 125 exactly
    ['last day of a short February', 3500, '2027-02-28T00:00:00Z', 1, 125],
    // 3500 × 1/31 = 112.90
    ['New Year’s Eve', 3500, '2026-12-31T00:00:00Z', 1, 113],
    // 3500 × 1/2,678,400 = 0.0013
    ['last second of the year', 3500, '2026-12-31T23:59:59Z', 1, 0],
    // 1 × 15/30 = 0.5
    ['a tie goes up', 1, '2026-11-16T00:00:00Z', 1, 1],
    // 2000 × 3 × 10/30 = 2000: a line is rounded once, not per unit
    ['three units', 2000, '2026-11-21T00:00:00Z', 3, 2000],
    // 3500 × 854,271/2,592,000 = 1153.52
    ['to the second', 3500, '2026-11-21T02:42:09Z', 1, 1154],
    ['nothing of nothing', 2000, '2026-11-21T00:00:00Z', 0, 0],
  ])('%s', (_name, price, instant, quantity, expected) => {
    expect(prorate(cents(price), at(instant), quantity)).toBe(expected);
  });

  test('whole parts of a month add up: no second is charged twice', () => {
    const left = secondsLeftInMonth(at('2026-11-21T02:42:09Z'));
    expect(
      left + (at('2026-11-21T02:42:09Z').getTime() - monthStart(at('2026-11-21T02:42:09Z')).getTime()) / 1000,
    ).toBe(30 * DAY);
  });

  test.each([
    [-1, 1],
    [100, -1],
    [100, 1.5],
  ])('refuses %d × %d', (price, quantity) => {
    expect(() => prorate(cents(price), at('2026-11-21T00:00:00Z'), quantity)).toThrow(RangeError);
  });
});

test('the sum of the lines is the total', () => {
  expect(sumCents([cents(1154), cents(667), cents(-500)])).toBe(1321);
  expect(sumCents([])).toBe(0);
});
