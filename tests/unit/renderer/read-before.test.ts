import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { readBefore } from '#renderer/lib/read-before.ts';

const MINUTE = 60_000;

/** A list read `ago` milliseconds ago, when its room is joined: is it asked for again? */
async function isAskedAgain(ago: number, quietMs: number): Promise<boolean> {
  const client = new QueryClient();
  client.setQueryData(['workspaces'], [], { updatedAt: Date.now() - ago });
  await client.invalidateQueries({ queryKey: ['workspaces'], predicate: readBefore(quietMs) });
  return client.getQueryState(['workspaces'])?.isInvalidated ?? false;
}

test('a list that was just read is not asked for again in a room that was quiet for long', async () => {
  expect(await isAskedAgain(500, MINUTE)).toBe(false);
});

test('it is asked for again if something may have been said since it was read, or if nobody knows', async () => {
  expect(await isAskedAgain(2 * MINUTE, MINUTE)).toBe(true);
  // The answer may have been on its way when it was said.
  expect(await isAskedAgain(500, 1000)).toBe(true);
  expect(await isAskedAgain(500, 0)).toBe(true);
});
