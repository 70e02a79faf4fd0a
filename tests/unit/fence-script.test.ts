import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { runHere } from '#server/compute/fence/enforce-fence.ts';
import { collectUncaught } from '#tests/support/uncaught.ts';

const { PATH } = process.env;
const { getuid } = process;
afterEach(() => {
  process.env.PATH = PATH;
  process.getuid = getuid;
});

/** A folder with programs of these names and scripts. */
async function programs(scripts: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-fence-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, script] of Object.entries(scripts)) {
    await writeFile(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return folder;
}

test('another user than root sets rules where iptables lets them, and otherwise is told', async () => {
  process.getuid = () => 1000;
  process.env.PATH = `${await programs({ iptables: 'exit 4' })}:${PATH}`;
  await expect(runHere('true')).rejects.toThrow('setting firewall rules takes root');
  const folder = await programs({ iptables: 'echo "-P INPUT ACCEPT"' });
  process.env.PATH = `${folder}:${PATH}`;
  await runHere(`echo done > ${folder}/told`);
  expect(await readFile(path.join(folder, 'told'), 'utf8')).toBe('done\n');
});

test('a shell that ends before it has read its rules is a failure told to the caller alone', async () => {
  const folder = await programs({ sh: 'exec 0<&-\nexit 4' });
  process.env.PATH = folder;
  const uncaught = collectUncaught();
  try {
    // More than a pipe holds, so that the writing is still under way.
    await expect(runHere('true\n'.repeat(100_000))).rejects.toThrow();
    expect(uncaught.errors).toEqual([]);
  } finally {
    uncaught.end();
  }
});
