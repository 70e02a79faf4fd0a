import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Tests that assert nothing, neither themselves nor through a helper in their file, as `file:line`. */
function withoutAssertion(file: string, source: string): string[] {
  const tests: { line: number; text: string }[] = [];
  const helpers: string[] = [];
  const text = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  const note = (name: string | undefined, body: { start: number; end: number }) => {
    if (name && /\bexpect/.test(text(body))) helpers.push(name);
  };
  new Visitor({
    FunctionDeclaration: (node) => note(node.id?.name, node),
    VariableDeclarator: ({ id, init }) => {
      if (id.type === 'Identifier' && init?.type === 'ArrowFunctionExpression') note(id.name, init);
    },
    CallExpression({ callee, arguments: given, start }) {
      const body = given.find(({ type }) => type === 'ArrowFunctionExpression' || type === 'FunctionExpression');
      const isTest = /^(test|it)\b(?!\.(skip|beforeEach|describe))/.test(text(callee));
      if (isTest && body) tests.push({ line: source.slice(0, start).split('\n').length, text: text(body) });
    },
  }).visit(parseSync(file, source).program);
  const asserts = new RegExp(`\\b(expect|(${helpers.join('|') || 'expect'})\\b)`);
  return tests.filter((each) => !asserts.test(each.text)).map(({ line }) => `${file}:${line}`);
}

test('every test expects something: one that only runs can fail for no reason that its name gives', () => {
  const files = globSync('tests/**/*.test.ts', { cwd: root });
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap((file) => withoutAssertion(file, readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  const empty =
    "const look = () => expect(1);\ntest('a', () => look());\ntest('b', () => run());\ntest.each([1])('c', async () => {});";
  expect(withoutAssertion('tests/made-up.test.ts', empty)).toEqual([
    'tests/made-up.test.ts:3',
    'tests/made-up.test.ts:4',
  ]);
});
