import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runHere } from '#server/compute/fence/enforce-fence.ts';
import { collectUncaught } from '#tests/support/uncaught.ts';

const { PATH } = process.env;
afterEach(() => {
  process.env.PATH = PATH;
});

test('a shell that ends before it has read its rules is a failure told to the caller alone', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-fence-'));
  const shell = path.join(folder, 'sh');
  await writeFile(shell, '#!/bin/sh\nexec 0<&-\nexit 4\n');
  await chmod(shell, 0o755);
  process.env.PATH = folder;
  const uncaught = collectUncaught();
  try {
    // More than a pipe holds, so that the writing is still under way.
    await expect(runHere('true\n'.repeat(100_000))).rejects.toThrow();
    expect(uncaught.errors).toEqual([]);
  } finally {
    uncaught.end();
    await rm(folder, { recursive: true });
  }
});
