import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keepFile } from '#server/platform/keep-file.ts';

const MODULE = path.resolve(import.meta.dirname, '../../../server/platform/keep-file.ts');
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-keep-'));
  file = path.join(folder, 'secret');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a file that is made once', () => {
  test('is made for its owner alone, and never again', async () => {
    expect(await keepFile(file, () => 'first')).toBe('first');
    expect(await keepFile(file, () => 'second')).toBe('first');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  test('is the same for all who ask at once', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, (_, each) => keepFile(file, () => `text ${each}`)));
    expect(new Set(found)).toEqual(new Set([readFileSync(file, 'utf8')]));
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  test('that an earlier full disk left empty is made now', async () => {
    writeFileSync(file, '');
    expect(await keepFile(file, () => 'whole')).toBe('whole');
    expect(readdirSync(folder)).toEqual(['secret']);
  });

  test.skipIf(process.platform === 'win32')('is not there at all when the disk takes nothing', () => {
    const program = `import { keepFile } from ${JSON.stringify(MODULE)};
      await keepFile(${JSON.stringify(file)}, () => 'whole').then(() => process.exit(0), () => process.exit(3));`;
    const { status } = spawnSync('sh', [
      '-c',
      'ulimit -f 0; exec "$0" "$@"',
      process.execPath,
      '--input-type=module',
      '-e',
      program,
    ]);
    expect(status).toBe(3);
    expect(readdirSync(folder)).toEqual([]);
  });
});
