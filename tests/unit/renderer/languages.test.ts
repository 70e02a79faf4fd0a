import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { LANGUAGES, languageName } from '#renderer/lib/i18n.ts';

const folder = path.resolve(import.meta.dirname, '../../../shared/i18n');

test('each language with catalogues is offered, by the name that it has for itself', () => {
  const there = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect([...LANGUAGES].sort()).toEqual(there.map(({ name }) => name).sort());
  for (const language of LANGUAGES) {
    const known = new Intl.DisplayNames([language], { type: 'language' }).of(language);
    expect(languageName(language).toLocaleLowerCase(language)).toBe(known?.toLocaleLowerCase(language));
  }
});
