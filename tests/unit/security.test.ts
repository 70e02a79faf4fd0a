import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(root, 'resources/security');
const README = readFileSync(path.join(FOLDER, 'README.md'), 'utf8');
const chapters = globSync('v*.md', { cwd: FOLDER }).toSorted();
const entries = chapters.flatMap((file) => {
  const source = readFileSync(path.join(FOLDER, file), 'utf8');
  return [...source.matchAll(/^## (\d+\.\d+\.\d+(?:(?:,| to) \d+\.\d+\.\d+)*) .*\n\n(.*)/gm)].map(
    ([, ids = '', text]) => ({
      ids: ids.split(', '),
      text: text ?? '',
    }),
  );
});

const listed = (heading: string) =>
  (README.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '').match(/\d+\.\d+\.\d+/g) ?? [];
const marked = (mark: string) => entries.filter(({ text }) => text.startsWith(`**${mark}`)).flatMap(({ ids }) => ids);

test('the overview links every chapter and lists what is not met, or partly', () => {
  expect([...README.matchAll(/\]\((v\d\d-.*?)\)/g)].map(([, file]) => file)).toEqual(chapters);
  expect(entries.length).toBeGreaterThan(200);
  expect(listed('Not met')).toEqual(marked('Not met'));
  expect(listed('Partly met')).toEqual(marked('Partly met'));
});

test('tests that an entry names exist', () => {
  const named = chapters.flatMap(
    (file) => readFileSync(path.join(FOLDER, file), 'utf8').match(/`tests\/[^`]+`/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !existsSync(path.join(root, name.slice(1, -1))))).toEqual([]);
});
