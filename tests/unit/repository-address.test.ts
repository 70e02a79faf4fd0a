import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRepositoryAddress, refName } from '#shared/features/workspaces/repository-address.ts';

const REPOSITORY = 'https://example.com/team/app';

test.each([
  [REPOSITORY, REPOSITORY, null],
  [`${REPOSITORY}?tab=readme-ov-file#install`, REPOSITORY, null],
  [`${REPOSITORY}/tree/feature/login`, REPOSITORY, 'feature/login'],
  [`${REPOSITORY}/tree/feature%2Fl%C3%B6gin/`, REPOSITORY, 'feature/lögin'],
  [`${REPOSITORY}/blob/main/src/app.ts#L10`, REPOSITORY, 'main/src/app.ts'],
  [`${REPOSITORY}/commit/0123abc`, REPOSITORY, '0123abc'],
  [`${REPOSITORY}/releases/tag/v1.2`, REPOSITORY, 'v1.2'],
  [`${REPOSITORY}/pull/12/files`, REPOSITORY, 'refs/pull/12/head'],
  [`${REPOSITORY}/pulls/12`, REPOSITORY, 'refs/pull/12/head'],
  [`${REPOSITORY}/src/branch/main/docs`, REPOSITORY, 'main/docs'],
  ['https://example.com/a/b/app/-/tree/main', 'https://example.com/a/b/app', 'main'],
  ['https://example.com/a/b/app/-/merge_requests/7/diffs', 'https://example.com/a/b/app', 'refs/merge-requests/7/head'],
  ['https://me:token@example.com/team/app/tree/main', 'https://me:token@example.com/team/app', 'main'],
  [`${REPOSITORY}.git#feature/login`, `${REPOSITORY}.git`, 'feature/login'],
  ['git@example.com:team/app.git#v1', 'git@example.com:team/app.git', 'v1'],
  ['ssh://git@example.com/team/app.git', 'ssh://git@example.com/team/app.git', null],
])('%s clones %s at %s', (text, url, ref) => expect(readRepositoryAddress(text)).toEqual({ url, ref }));

test.each(['--upload-pack=x', 'a..b', '@{u}', 'a b', 'a~1', '.hidden', '%00', '%zz'])(
  'no branch is called %s',
  (name) => {
    expect(readRepositoryAddress(`${REPOSITORY}/tree/${name}`).ref).toBeNull();
  },
);

test('whatever is pasted, what is checked out is a name and no option, and its host stays', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('/tree/', '/-/', '.git#', '/pull/1', 'https://host/', '..', '%2F', '#', '?', '@'),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = `https://host.example/${parts.join('')}`;
      const { url, ref } = readRepositoryAddress(text);
      expect(ref ?? 'main').toMatch(/^[^-]/);
      expect(ref ?? 'main').not.toMatch(/\p{C}|\.\.|\s/u);
      if (URL.canParse(text)) expect(URL.parse(url)?.host).toBe(new URL(text).host);
      expect(refName(ref ?? 'main')).not.toBe('');
    }),
  );
});
