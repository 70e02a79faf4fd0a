import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Expression, type JSXChild, parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

/**
 * Other languages put words in another order, so a sentence is one text, with `{{values}}` and `<time/>` in it. These
 * tests find the pieces that can be found: fragments in the catalogue, and fragments beside a value in the code.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const ENGLISH = path.join(ROOT, 'shared/i18n/en');

type Tree = { [key: string]: string | Tree };

function textsOf(tree: Tree, prefix: string): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : textsOf(value, `${prefix}${key}.`),
  );
}

const texts = globSync('*.json', { cwd: ENGLISH }).flatMap((file) =>
  textsOf(JSON.parse(readFileSync(path.join(ENGLISH, file), 'utf8')) as Tree, ''),
);

test('no text is the beginning or the end of a sentence', () => {
  const isPart = (text: string) => text !== text.trim() || /^[,;]|,$|^[a-z].* (of|by|the|an?|and|or)$/.test(text);
  const isGreeting = (key: string) => /^mail\.(\w+\.)?greeting$/.test(key);
  expect(texts.filter(([key, text]) => isPart(text) && !isGreeting(key))).toEqual([]);
});

/** Keys whose English isn't a sentence by itself, which may be followed by anything. */
const sentence = /[.!?…]$/;
const isFragment = (key: string) => texts.some(([each, text]) => each === key && !sentence.test(text));

/** The keys of `t('key')` and of `t(a ? 'key' : 'other')`. */
function keysOf(node: Expression | null | undefined): string[] {
  if (node?.type !== 'CallExpression') return [];
  const {
    callee,
    arguments: [first],
  } = node;
  if (callee.type !== 'Identifier' || callee.name !== 't') return [];
  const options = first?.type === 'ConditionalExpression' ? [first.consequent, first.alternate] : [first];
  return options.flatMap((each) =>
    each?.type === 'Literal' && typeof each.value === 'string' ? [each.value.replace(/^\w+:/, '')] : [],
  );
}

type Part = { fragment: string[] } | { value: true } | { between: string } | { other: true };

function partOf(node: Expression): Part {
  if (node.type === 'Literal' && typeof node.value === 'string') return { between: node.value };
  const fragment = keysOf(node).filter(isFragment);
  if (fragment.length > 0) return { fragment };
  const isValue = ['CallExpression', 'MemberExpression', 'Identifier'].includes(node.type) && keysOf(node).length === 0;
  return isValue ? { value: true } : { other: true };
}

/** Fragments with nothing but space between them and a value. */
function joined(parts: Part[]): string[] {
  const solid = parts.filter((part) => !('between' in part) || part.between.trim() !== '');
  return solid.flatMap((part, index) => {
    const beside = [solid[index - 1], solid[index + 1]].some((each) => each && 'value' in each);
    return 'fragment' in part && beside ? part.fragment : [];
  });
}

const VALUES = ['RelativeTime', 'Code', 'strong', 'time'];

test('no fragment stands beside a value', () => {
  const found: [key: string, file: string][] = [];
  for (const file of globSync('desktop/**/*.{ts,tsx}', { cwd: ROOT })) {
    const note = (parts: Part[]) => found.push(...joined(parts).map((key): [string, string] => [key, file]));
    const children = (nodes: readonly JSXChild[]) =>
      note(
        nodes.map((node): Part => {
          if (node.type === 'JSXText') return { between: node.value };
          if (node.type === 'JSXExpressionContainer' && node.expression.type !== 'JSXEmptyExpression') {
            // Elements in variables are buttons and links.
            return node.expression.type === 'Identifier' ? { other: true } : partOf(node.expression);
          }
          const name = node.type === 'JSXElement' ? node.openingElement.name : null;
          return name?.type === 'JSXIdentifier' && VALUES.includes(name.name) ? { value: true } : { other: true };
        }),
      );
    new Visitor({
      JSXElement: (node) => children(node.children),
      JSXFragment: (node) => children(node.children),
      TemplateLiteral: ({ quasis, expressions }) =>
        note(
          quasis.flatMap((quasi, index): Part[] => {
            const next = expressions[index];
            return [{ between: quasi.value.raw }, ...(next ? [partOf(next)] : [])];
          }),
        ),
    }).visit(parseSync(file, readFileSync(path.join(ROOT, file), 'utf8')).program);
  }
  expect(found).toEqual([]);
});
