import { expect, test } from 'vitest';
import {
  digestOf,
  type EditorFiles,
  filesToWrite,
  readEditorSettings,
} from '#server/features/workspaces/editor-settings.ts';
import { fc } from '#tests/support/fast-check.ts';

const files = (content: Record<string, string>): EditorFiles => new Map(Object.entries(content));
const read = (content: Record<string, string>) => {
  const found = readEditorSettings(files(content));
  if (!found) throw new Error('not readable');
  return found;
};
/** The files after what has to be written was written. */
function after(before: Record<string, string>, wanted: ReturnType<typeof read>): Record<string, string> {
  const all: Record<string, string | null> = { ...before, ...Object.fromEntries(filesToWrite(files(before), wanted)) };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null));
}

test.each([
  ['workbench.colorTheme', true],
  ['editor.fontSize', true],
  ['terminal.integrated.fontSize', true],
  ['typescript.preferences.quoteStyle', true],
  ['files.exclude', true],
  ['terminal.integrated.profiles.linux', false],
  ['terminal.integrated.defaultProfile.linux', false],
  ['terminal.integrated.env.linux', false],
  ['python.defaultInterpreterPath', false],
  ['eslint.nodePath', false],
  ['eslint.runtime', false],
  ['go.gopath', false],
  ['go.goroot', false],
  ['java.jdt.ls.java.home', false],
  ['git.path', false],
  ['http.proxy', false],
  ['copilot.apiToken', false],
])('%s goes along: %s', (key, follows) => {
  expect(key in read({ 'settings.json': JSON.stringify({ [key]: 'x' }) }).settings).toBe(follows);
});

test('what stays in a workspace is untouched by what comes, comments too', () => {
  const before = {
    'settings.json':
      '{\n    // mine\n    "git.path": "/opt/git",\n    "editor.fontSize": 12,\n    "[go]": { "go.toolsPath": "/x", "editor.tabSize": 2 },\n}\n',
    'keybindings.json':
      '[{ "key": "ctrl+t", "command": "workbench.action.terminal.sendSequence", "args": { "text": "ls" } }]',
  };
  const wanted = read({
    'settings.json': '{ "editor.fontSize": 16, "workbench.colorTheme": "Solarized Light", "git.path": "/evil" }',
    'keybindings.json':
      '[{ "key": "ctrl+k", "command": "workbench.action.terminal.sendSequence" }, { "key": "f2", "command": "editor.action.rename" }]',
  });
  const now = after(before, wanted);
  expect(now['settings.json']).toMatch(/\/\/ mine[\s\S]*"\/opt\/git"[\s\S]*16[\s\S]*"\/x"[\s\S]*Solarized Light/);
  expect(now['settings.json']).not.toMatch(/evil|tabSize/);
  expect(now['keybindings.json']).toMatch(/f2[\s\S]*ctrl\+t/);
  expect(now['keybindings.json']).not.toContain('ctrl+k');
});

test('a file that VS Code could not read either is left alone', () => {
  const deep = (levels: number) => `{ "editor.rulers": ${'['.repeat(levels)}${']'.repeat(levels)} }`;
  for (const content of ['{ "a": ', '[]', '"text"', 'null', '['.repeat(200_000), deep(60), deep(100_000)]) {
    expect(readEditorSettings(files({ 'settings.json': content }))).toBeNull();
    expect(filesToWrite(files({ 'settings.json': content }), read({})).size).toBe(0);
  }
});

test('snippets come and go by name; a name that leads elsewhere is none', () => {
  const wanted = read({ 'snippets/go.json': '{}', 'snippets/../../.bashrc': 'rm -rf ~', 'snippets/.hidden': 'x' });
  expect(Object.keys(wanted.snippets)).toEqual(['go.json']);
  expect(after({ 'snippets/old.json': '{}' }, wanted)).toEqual({ 'snippets/go.json': '{}' });
});

const settingsText = fc
  .dictionary(
    fc.oneof(fc.constantFrom('editor.fontSize', 'git.path', '[python]', '__proto__', 'constructor'), fc.string()),
    fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom('editor.tabSize', 'python.path'), fc.jsonValue())),
  )
  .map((value) => JSON.stringify(value));

test('whatever a workspace has, afterwards it has what was wanted, and a second time changes nothing', () => {
  fc.assert(
    fc.property(settingsText, settingsText, (mine, theirs) => {
      const wanted = read({ 'settings.json': theirs });
      const now = after({ 'settings.json': mine }, wanted);
      expect(digestOf(read(now))).toBe(digestOf(wanted));
      expect(filesToWrite(files(now), wanted).size).toBe(0);
    }),
  );
});
