import { expect, it } from 'vitest';
import { elapsedText } from '#renderer/ui/elapsed.ts';

it.each([
  [-5, '0:00'],
  [7_400, '0:07'],
  [750_000, '12:30'],
  [3_723_000, '1:02:03'],
])('shows %i ms as %s', (milliseconds, text) => {
  expect(elapsedText(milliseconds)).toBe(text);
});
