import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const english = path.join(root, 'shared/i18n/en');
const catalogues = new Map(
  readdirSync(english).map((file) => [
    path.basename(file, '.json'),
    JSON.parse(readFileSync(path.join(english, file), 'utf8')),
  ]),
);
const renderer = path.join(root, 'desktop/renderer');
const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** Keys with a plural are stored as `key_one`, `key_other`. */
function has(namespace: string, key: string): boolean {
  let node: unknown = catalogues.get(namespace);
  const parts = key.split('.');
  for (const part of parts.slice(0, -1)) node = (node as Record<string, unknown> | undefined)?.[part];
  const last = parts.at(-1) as string;
  return typeof node === 'object' && node !== null && (last in node || `${last}_other` in node);
}

/**
 * `t('key')` and `i18nKey="key"` of one file that no catalogue of that file has. Only keys written out are seen, not
 * those put together; a file that uses two namespaces may have its keys in either.
 */
function missingKeys(source: string): string[] {
  const named = [...source.matchAll(/(?:useTranslation|getFixedT)\(([^)]*)\)|TFunction<([^>]*)>/g)].flatMap(
    ([, names = '', typed = '']) => (names + typed).match(/\w+/g) ?? [],
  );
  const own = named.length > 0 ? named : ['common'];
  const keys = [...source.matchAll(/\bt\(\s*'([\w:.-]+)'/g), ...source.matchAll(/i18nKey="([\w:.-]+)"/g)];
  return keys
    .map(([, text = '']) => text)
    .filter((text) => {
      const [namespace, key] = text.split(':') as [string, string?];
      return key === undefined ? !own.some((name) => has(name, text)) : !has(namespace, key);
    });
}

describe('every text of the UI is in the English catalogue', () => {
  it.each(files)('%s', (file) => {
    expect(missingKeys(readFileSync(path.join(renderer, file), 'utf8'))).toEqual([]);
  });
});
