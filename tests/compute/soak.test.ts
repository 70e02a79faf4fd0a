import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { soak } from '#tests/soak/soak.ts';

test('two people work from login to logout at once, and leave neither containers nor work behind', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-soak-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const { steps, samples, file } = await soak({ seconds: 1, people: 2, pause: 1, folder });
  expect(steps.flatMap(({ what, errors }) => errors.map((error) => `${what}: ${error}`))).toEqual([]);
  expect(steps.find(({ what }) => what === 'wake by ssh')?.count).toBeGreaterThanOrEqual(2);
  expect(samples.at(-1)).toMatchObject({ containers: 0, jobs: 0 });
  expect(await readFile(file, 'utf8')).toContain('2 people');
});
