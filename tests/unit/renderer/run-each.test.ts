import { expect, test } from 'vitest';
import { runEach } from '#renderer/lib/run-each.ts';

test('every item once, at most four at a time, and on after a failure', async () => {
  const items = Array.from({ length: 10 }, (_, at) => at);
  const seen: number[] = [];
  let running = 0;
  let most = 0;
  const { done, failed } = await runEach(items, async (item) => {
    seen.push(item);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (item % 3 === 0) throw new Error(`no ${item}`);
  });
  expect(seen).toEqual(items);
  expect(most).toBe(4);
  expect(done).toEqual([1, 2, 4, 5, 7, 8]);
  expect(failed.map(({ item, error }) => [item, error.message])).toEqual([
    [0, 'no 0'],
    [3, 'no 3'],
    [6, 'no 6'],
    [9, 'no 9'],
  ]);
});

test('nothing to do is done', async () => {
  expect(await runEach([], () => Promise.reject(new Error('never')))).toEqual({ done: [], failed: [] });
});
