import { describe, expect, test } from 'vitest';
import { supervise } from '#server/dev/supervise.mjs';
import { BAD_SETTINGS } from '#server/platform/config-error.ts';
import { FAILED } from '#server/platform/graceful-stop.ts';

type End = { code: number | null; signal: string | null };
const MINUTE_MS = 60_000;
const killed: End = { code: null, signal: 'SIGKILL' };
const ended = (code: number): End => ({ code, signal: null });

/** Runs that end as listed, each after `ran` milliseconds of the test's own clock; after the last somebody asks to stop. */
async function superviseRuns(runs: (End & { ran?: number })[], stopWhile: 'running' | 'waiting' = 'running') {
  let [time, runCount, asked] = [0, 0, false];
  const waits: number[] = [];
  const code = await supervise({
    async run() {
      const { ran = 0, ...end } = runs[runCount] as End & { ran?: number };
      runCount += 1;
      time += ran;
      if (runCount === runs.length && stopWhile === 'running') asked = true;
      return end;
    },
    async pause(ms) {
      waits.push(ms / 1000);
      if (runCount === runs.length) asked = true;
    },
    stopped: () => asked,
    now: () => time,
    say: () => {},
  });
  return { code, runCount, waits };
}

describe('what runs the server', () => {
  test.each([
    ['killed', killed],
    ['ended by an error that nobody caught', ended(FAILED)],
    ['out of memory', { code: null, signal: 'SIGABRT' }],
  ])('starts one that was %s again, after a wait that grows to half a minute', async (_how, end) => {
    const runs = [...Array.from({ length: 7 }, () => end), ended(0)];
    expect(await superviseRuns(runs)).toEqual({ code: 0, runCount: 8, waits: [1, 2, 4, 8, 16, 30, 30] });
  });

  test('waits briefly again after one that ran well for a while', async () => {
    const runs = [killed, killed, { ...killed, ran: MINUTE_MS }, killed, ended(0)];
    expect((await superviseRuns(runs)).waits).toEqual([1, 2, 1, 2]);
  });

  test('leaves it at a first start that fails, and at settings that can’t work, whenever', async () => {
    expect(await superviseRuns([ended(1), ended(0)])).toEqual({ code: 1, runCount: 1, waits: [] });
    expect(await superviseRuns([ended(BAD_SETTINGS), ended(0)])).toEqual({
      code: BAD_SETTINGS,
      runCount: 1,
      waits: [],
    });
    expect(await superviseRuns([killed, ended(BAD_SETTINGS), ended(0)])).toMatchObject({
      code: BAD_SETTINGS,
      runCount: 2,
    });
  });

  test('tries a start again that fails once it has run: the database may be away for a while', async () => {
    expect((await superviseRuns([killed, ended(1), ended(1), ended(0)])).waits).toEqual([1, 2, 4]);
  });

  test('ends with the server when somebody asked to stop, or by itself during a wait', async () => {
    expect(await superviseRuns([ended(0)])).toEqual({ code: 0, runCount: 1, waits: [] });
    expect(await superviseRuns([killed])).toEqual({ code: 1, runCount: 1, waits: [] });
    expect(await superviseRuns([killed], 'waiting')).toEqual({ code: 1, runCount: 1, waits: [1] });
  });
});
