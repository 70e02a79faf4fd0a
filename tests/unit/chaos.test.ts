import { expect, test } from 'vitest';
import { randomFrom, shuffle } from '#tests/chaos/random.ts';
import { report } from '#tests/chaos/table.ts';
import { fc } from '#tests/support/fast-check.ts';

test('a seed always gives the same order, of everything there is', () => {
  fc.assert(
    fc.property(fc.nat(), fc.array(fc.string()), (seed, all) => {
      const order = shuffle(all, randomFrom(seed));
      expect(shuffle(all, randomFrom(seed))).toEqual(order);
      expect(order.toSorted()).toEqual(all.toSorted());
    }),
  );
});

test('numbers are from 0 to below 1, and others for another seed', () => {
  const [one, other] = [randomFrom(1), randomFrom(2)];
  const drawn = Array.from({ length: 100 }, one);
  expect(drawn.every((each) => each >= 0 && each < 1)).toBe(true);
  expect(Array.from({ length: 100 }, other)).not.toEqual(drawn);
});

test('the table has a line for each disturbance, and says what was not held', () => {
  const times = { at: 1, moment: 2, apiAway: 0.04, inOrder: 3 };
  const rounds = [
    { name: 'kill', ...times, problems: [] },
    { name: 'cut', ...times, problems: ['a | b\nc', 'd'] },
  ];
  const lines = report({ seed: 7, rounds, done: new Map([['launch', 2]]) }).split('\n');
  expect(lines[0]).toBe('# Seed 7: 1 of 2 held');
  expect(lines).toContain('| kill | 1.0 | 2.0 | 0.0 | 3.0 | held |');
  expect(lines).toContain('| cut | 1.0 | 2.0 | 0.0 | 3.0 | a \\| b c<br>d |');
  expect(lines).toContain('Meanwhile: launch 2 times.');
});
