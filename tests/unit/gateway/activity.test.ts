import { expect, test } from 'vitest';
import { createActivityRecorder } from '#server/gateway/activity.ts';
import { createTestClock } from '#server/platform/clock.ts';
import type { Logger } from '#server/platform/logger.ts';

test('an outage is logged when it begins and when it ends, and notes are tried again', async () => {
  const lines: unknown[] = [];
  const log = {
    warn: (_: unknown, text: string) => lines.push(text),
    info: (fields: object, text: string) => lines.push([text, fields]),
  } as unknown as Logger;
  let isAway = true;
  const noted: string[] = [];
  const directory = {
    async recordActivity(workspaceId: string) {
      if (isAway) throw new Error('nobody answers');
      noted.push(workspaceId);
    },
  };
  const record = createActivityRecorder({ directory, clock: createTestClock(new Date('2030-01-02T03:04:05Z')), log });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  for (const workspace of ['a', 'b', 'a']) {
    record(workspace, 'somebody');
    await settled();
  }
  isAway = false;
  for (const workspace of ['a', 'b']) record(workspace, 'somebody');
  await settled();
  expect(noted).toEqual(['a', 'b']);
  expect(lines).toEqual(['activity not recorded', ['activity is recorded again', { lost: 3 }]]);
});
