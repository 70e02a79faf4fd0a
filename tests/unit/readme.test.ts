import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '#server/platform/config.ts';

test('the README lists every setting with its meaning and default', () => {
  const readme = readFileSync(path.resolve(import.meta.dirname, '../../README.md'), 'utf8');
  const rows = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (.*?) +\| (.*?) +\|$/gm)].map(([, name, help, shown]) => ({
    name,
    help,
    shown,
  }));
  expect(rows).toEqual(Object.values(SETTINGS).map(({ name, help, shown }) => ({ name, help, shown })));
});
