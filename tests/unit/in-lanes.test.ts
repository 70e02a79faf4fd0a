import { expect, test } from 'vitest';
import { inLanes } from '#server/platform/in-lanes.ts';

test('each item is worked on once, never more than so many at a time', async () => {
  const done: number[] = [];
  let [now, most] = [0, 0];
  await inLanes(new Set([1, 2, 3, 4, 5, 6, 7]), 3, async (item) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    done.push(item);
    now -= 1;
  });
  expect(done.sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(most).toBe(3);
});

test('where one fails the failure is told, and no further one is begun', async () => {
  const begun: number[] = [];
  const ending = Promise.withResolvers<void>();
  const all = inLanes([1, 2, 3, 4], 2, async (item) => {
    begun.push(item);
    if (item === 1) throw new Error('away');
    await ending.promise;
  });
  await expect(all).rejects.toThrow('away');
  ending.resolve();
  await new Promise(setImmediate);
  expect(begun).toEqual([1, 2]);
});
