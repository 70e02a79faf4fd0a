import { expect, it } from 'vitest';
import { relativeTime } from '#renderer/ui/time.ts';

const now = Date.parse('2026-03-10T12:00:00Z');

it.each([
  ['2026-03-10T11:59:30Z', 'now'],
  ['2026-03-10T11:58:59Z', '1 minute ago'],
  ['2026-03-10T09:00:00Z', '3 hours ago'],
  ['2026-03-09T11:00:00Z', 'yesterday'],
  ['2026-03-12T12:00:00Z', 'in 2 days'],
  ['2026-03-11T11:59:50Z', 'tomorrow'],
  ['2026-03-17T11:59:50Z', 'next week'],
  ['2026-03-10T12:59:50Z', 'in 1 hour'],
  ['2026-03-10T12:45:00Z', 'in 45 minutes'],
  ['2026-04-08T12:00:00Z', 'in 4 weeks'],
  ['2026-04-09T11:00:00Z', 'next month'],
  ['2027-03-10T11:00:00Z', 'next year'],
  ['2024-03-10T12:00:00Z', '2 years ago'],
])('says of %s: %s', (date, expected) => expect(relativeTime(new Date(date), now, 'en')).toBe(expected));

it.each([
  ['de', 'morgen'],
  ['es', 'mañana'],
  ['ja', '明日'],
])('says it in %s', (language, expected) =>
  expect(relativeTime(new Date('2026-03-11T11:59:50Z'), now, language)).toBe(expected),
);
