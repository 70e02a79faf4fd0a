import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { chaos } from '#tests/chaos/chaos.ts';
import { KILLS, POSTGRES_RESTART } from '#tests/chaos/disturbances.ts';

test('whatever process is killed while people work, and the database too: nothing is lost, doubled or left over', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-chaos-results-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const disturbances = [KILLS.worker, KILLS.api, KILLS.gateway, POSTGRES_RESTART];
  const { rounds, done, file } = await chaos({
    seed: 1,
    disturbances,
    shuffled: false,
    launchers: 1,
    timed: false,
    folder,
  });
  expect(rounds.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`))).toEqual([]);
  expect(rounds.map(({ name }) => name)).toEqual(disturbances.map(({ name }) => name));
  expect(done.get('add a user for money')).toBeGreaterThan(0);
  expect(await readFile(file, 'utf8')).toContain('4 of 4 held');
});
