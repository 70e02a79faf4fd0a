import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { resourceTexts } from '#tests/support/resource-texts.ts';
import { readServer } from '#tests/support/server-sentences.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const I18N = path.join(ROOT, 'shared/i18n');
const SUFFIX = /_(zero|one|two|few|many|other)$/;

type Tree = { [key: string]: string | Tree };

const read = (file: string): Tree => JSON.parse(readFileSync(path.join(I18N, file), 'utf8')) as Tree;
const locales = globSync('*/', { cwd: I18N }).map((folder) => path.basename(folder));
const namespaces = globSync('en/*.json', { cwd: I18N }).map((file) => path.basename(file, '.json'));
const translated = locales.filter((locale) => locale !== 'en');

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(tree).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  );
}

/** `{{name}}` and `<1>` of Trans: each as often as in English. */
const placeholders = (text: string): string[] => (text.match(/\{\{[^}]*\}\}|<\/?\w+>/g) ?? []).sort();

describe.each(translated)('%s', (locale) => {
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;

  test.each(namespaces)('%s says everything that English says, and nothing else', (namespace) => {
    const english = flatten(read(`en/${namespace}.json`));
    const ours = flatten(read(`${locale}/${namespace}.json`));
    const expected = [...english.keys()].flatMap((key) =>
      SUFFIX.test(key) ? categories.map((category) => key.replace(SUFFIX, `_${category}`)) : [key],
    );
    expect([...ours.keys()].sort()).toEqual([...new Set(expected)].sort());
  });

  test.each(namespaces)('%s puts in what English puts in', (namespace) => {
    const english = flatten(read(`en/${namespace}.json`));
    for (const [key, text] of flatten(read(`${locale}/${namespace}.json`))) {
      const original = english.get(key) ?? english.get(key.replace(SUFFIX, '_other')) ?? '';
      // "one" may omit the number, as "a minute" does.
      const leftOut = /_one$/.test(key) ? [...placeholders(text), '{{count}}'].sort() : placeholders(text);
      expect([key, [placeholders(text), leftOut]]).toEqual([key, expect.arrayContaining([placeholders(original)])]);
    }
  });
});

describe('the resources', () => {
  const { texts } = resourceTexts();

  test('say in English what their files say: run `node tests/support/resource-texts.ts`', () => {
    expect(read('en/resources.json')).toEqual(texts);
  });

  // An answer has the English, not the id: the same words can't be two in another language.
  test.each(translated)('%s says the same words the same way everywhere', (locale) => {
    const ours = read(`${locale}/resources.json`);
    const ways = Map.groupBy(Object.keys(texts), (id) => texts[id]);
    const different = [...ways.values()].filter((ids) => new Set(ids.map((id) => ours[id])).size > 1);
    expect(different).toEqual([]);
  });
});

describe('the server', () => {
  const sentences = read('en/server.json') as Record<string, string>;
  const { calls, literals } = readServer();
  const bare = (text: string) => text.replace(/\{\{\w*\}\}/g, '{{}}');
  const idOf = new Map(Object.entries(sentences).map(([id, text]) => [bare(text), id]));

  test('says what people read by its id; only contracts and stored words are English in the code', () => {
    const unsaid = literals.filter(({ text, file }) => file.startsWith('server/') || !idOf.has(bare(text)));
    const isStatus = ({ text }: { text: string }) => idOf.get(text)?.startsWith('status.');
    expect(unsaid.filter((each) => !isStatus(each))).toEqual([]);
  });

  test('puts in each value that a sentence asks for, and no other', () => {
    for (const { id, names: given, file } of calls) {
      const asked = [...new Set(placeholders(sentences[id] ?? '').map((each) => each.slice(2, -2)))];
      expect([file, id, given.sort()]).toEqual([file, id, asked.sort()]);
    }
  });

  test('has no sentence that nothing says', () => {
    const said = new Set([...calls.map(({ id }) => id), ...literals.map(({ text }) => idOf.get(bare(text)))]);
    expect(Object.keys(sentences).filter((id) => !said.has(id))).toEqual([]);
  });

  test('says no sentence under two ids', () => {
    expect(idOf.size).toBe(Object.keys(sentences).length);
  });
});

interface Used {
  /** Literals that may be keys. */
  words: Set<string>;
  /** Keys with a value in them. */
  patterns: RegExp[];
  /** First arguments of `t(…)`, and where. */
  called: [key: string, file: string][];
}

function readCode(): Used {
  const used: Used = { words: new Set(), patterns: [], called: [] };
  const visitorOf = (file: string) =>
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string') used.words.add(value);
      },
      MemberExpression: ({ object, property }) => {
        if (object.type === 'Identifier' && property.type === 'Identifier')
          used.words.add(`${object.name}.${property.name}`);
      },
      TemplateLiteral: ({ quasis }) => {
        const parts = quasis.map(({ value }) => (value.cooked ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
        if (parts.length > 1 && parts.some((part) => /[a-z]{2}/i.test(part)))
          used.patterns.push(RegExp(`^${parts.join('.+')}$`));
      },
      CallExpression: ({ callee, arguments: [first] }) => {
        const name = callee.type === 'MemberExpression' ? callee.property : callee;
        const isT = name.type === 'Identifier' && name.name === 't';
        if (isT && first?.type === 'Literal' && typeof first.value === 'string') used.called.push([first.value, file]);
      },
    });
  for (const file of globSync(
    ['desktop/**/*.{ts,tsx}', 'server/gateway/**/*.ts', 'server/http/messages.ts', 'shared/**/*.ts'],
    { cwd: ROOT },
  )) {
    visitorOf(file).visit(parseSync(file, readFileSync(path.join(ROOT, file), 'utf8')).program);
  }
  return used;
}

describe('English', () => {
  const used = readCode();
  const catalogues = new Map(namespaces.map((namespace) => [namespace, flatten(read(`en/${namespace}.json`))]));
  const all = [...catalogues].flatMap(([namespace, keys]) => [...keys.keys()].map((key) => ({ namespace, key })));

  test('has no text that nothing shows', () => {
    // Pages that use a whole branch by its name; what the resources and the server say is looked at above.
    const readWhole = new Set(['gateway', 'legal', 'resources', 'server']);
    const isUsed = ({ namespace, key }: { namespace: string; key: string }) => {
      const bare = key.replace(SUFFIX, '');
      const names = [bare, `${namespace}:${bare}`, `${namespace}.${bare}`];
      return names.some((name) => used.words.has(name) || used.patterns.some((pattern) => pattern.test(name)));
    };
    expect(
      all
        .filter((each) => !readWhole.has(each.namespace) && !isUsed(each))
        .map(({ namespace, key }) => `${namespace}:${key}`),
    ).toEqual([]);
  });

  test('has every text that is asked for', () => {
    const has = (namespace: string, key: string) => {
      const keys = catalogues.get(namespace);
      return keys?.has(key) || keys?.has(`${key}_other`);
    };
    const missing = used.called.filter(([key]) => {
      const [namespace, rest] = key.split(':');
      return rest ? !has(namespace ?? '', rest) : !namespaces.some((each) => has(each, key));
    });
    expect(missing).toEqual([]);
  });
});
