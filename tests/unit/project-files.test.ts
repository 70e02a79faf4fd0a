import { text } from 'node:stream/consumers';
import { type Headers, pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { type ProjectFiles, withProjectFiles } from '#server/compute/project-files.ts';

const limits = { maxBytes: 10_000, replaced: {} };

function tarOf(entries: Array<[Headers, string?]>) {
  const tar = pack();
  for (const [header, content] of entries) tar.entry(header, content ?? '');
  tar.finalize();
  return tar;
}

const withFiles = <T>(files: Record<string, string>, use: (project: ProjectFiles) => Promise<T>) =>
  withProjectFiles(tarOf(Object.entries(files).map(([name, content]) => [{ name }, content])), limits, use);

test("git's own folder, where a clone may have left its login, is no part of what is built", async () => {
  const files = { './.git/config': 'https://user:password@host', '.gitignore': 'x', 'a/.git/config': 'kept' };
  await withFiles(files, async (project) => {
    expect([...project.entries.keys()]).toEqual(['.gitignore', 'a/.git/config']);
    expect(await text(project.tar())).not.toContain('password');
  });
});

test('a path leads through links of the project, and nowhere outside of it', async () => {
  const links: Array<[Headers]> = [
    [{ name: 'in', type: 'symlink', linkname: 'real/../real' }],
    [{ name: 'out', type: 'symlink', linkname: '../../etc' }],
    [{ name: 'root', type: 'symlink', linkname: '/etc' }],
    [{ name: 'circle', type: 'symlink', linkname: 'circle' }],
  ];
  await withProjectFiles(tarOf([...links, [{ name: 'real/file' }, 'x']]), limits, async (project) => {
    expect(project.follow('in/file')).toBe('real/file');
    for (const path of ['out/passwd', 'root/passwd', 'circle/x', '../x', 'real/../../x']) {
      expect(project.follow(path)).toBeNull();
    }
  });
});

test('the hash is of the names and contents below the paths that count', async () => {
  const hashOf = (files: Record<string, string>, paths: string[]) =>
    withFiles(files, async (project) => project.hash(paths));
  const before = await hashOf({ 'a/x': '1', 'b/x': '1' }, ['a']);
  expect(await hashOf({ 'b/x': '2', 'a/x': '1' }, ['a'])).toBe(before);
  expect(await hashOf({ 'a/x': '2', 'b/x': '1' }, ['a'])).not.toBe(before);
  expect(await hashOf({ 'a/y': '1', 'b/x': '1' }, ['a'])).not.toBe(before);
  expect(await hashOf({ 'a/x': '1', 'ab/x': '1' }, ['a'])).toBe(before);
});

test('a file that is replaced is read, hashed and sent with its new content', async () => {
  const tar = tarOf([[{ name: 'config' }, 'theirs']]);
  await withProjectFiles(tar, { maxBytes: 100, replaced: { config: 'ours' } }, async (project) => {
    expect(await project.read('config')).toBe('ours');
    expect(await project.read('missing')).toBeNull();
    expect(await text(project.tar())).not.toContain('theirs');
  });
});

test('a project that is too large is refused, whatever its tar says later', async () => {
  const large = withFiles({ a: 'x'.repeat(6_000), b: 'x'.repeat(6_000) }, async () => 'used');
  await expect(large).rejects.toMatchObject({ kind: 'out-of-disk' });
});
