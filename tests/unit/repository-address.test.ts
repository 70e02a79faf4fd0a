import { expect, test } from 'vitest';
import { readRepositoryAddress, refName } from '#shared/features/workspaces/repository-address.ts';
import { fc } from '#tests/support/fast-check.ts';

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
  ['https://bitbucket.org/team/app/branch/feature/login', 'https://bitbucket.org/team/app', 'feature/login'],
  ['https://bitbucket.org/team/app/src/main/src/app.ts', 'https://bitbucket.org/team/app', 'main/src/app.ts'],
  ['https://bitbucket.org/team/app/src/0123abc/?at=feature%2Flogin', 'https://bitbucket.org/team/app', 'feature/login'],
  ['https://bitbucket.org/team/app/commits/0123abc', 'https://bitbucket.org/team/app', '0123abc'],
  ['https://bitbucket.org/team/app/commits/tag/v1.2', 'https://bitbucket.org/team/app', 'v1.2'],
  [
    'https://bitbucket.org/team/app/pull-requests/12/diff',
    'https://bitbucket.org/team/app',
    'refs/pull-requests/12/from',
  ],
  ['https://git.example.com/projects/APP/repos/app/browse', 'https://git.example.com/scm/APP/app.git', null],
  [
    'https://git.example.com/bitbucket/projects/APP/repos/app/browse/src?at=refs%2Fheads%2Ffeature%2Flogin',
    'https://git.example.com/bitbucket/scm/APP/app.git',
    'feature/login',
  ],
  [
    'https://git.example.com/projects/APP/repos/app/commits/0123abc',
    'https://git.example.com/scm/APP/app.git',
    '0123abc',
  ],
  [
    'https://git.example.com/users/me/repos/app/pull-requests/7/overview',
    'https://git.example.com/scm/~me/app.git',
    'refs/pull-requests/7/from',
  ],
])('%s clones %s at %s', (text, url, ref) => expect(readRepositoryAddress(text)).toEqual({ url, ref }));

test.each(['--upload-pack=x', 'a..b', '@{u}', 'a b', 'a~1', '.hidden', '%00', '%zz'])(
  'no branch is called %s',
  (name) => {
    expect(readRepositoryAddress(`${REPOSITORY}/tree/${name}`).ref).toBeNull();
  },
);

/** Names as people give them to branches and tags, in the form that every provider has them in addresses. */
const branch = fc
  .array(fc.stringMatching(/^[A-Za-z0-9_äß+,=-]{1,12}$/), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'))
  .filter((name) => !name.startsWith('-'));
const REPO = 'https://bitbucket.org/team/app';
const SCM = 'https://git.example.com/scm/APP/app.git';
const BROWSE = 'https://git.example.com/projects/APP/repos/app/browse';
const inPath = (name: string) => name.split('/').map(encodeURIComponent).join('/');

test('every name of a branch or tag is read from the pages of Bitbucket', () => {
  fc.assert(
    fc.property(branch, (name) => {
      const query = encodeURIComponent(name);
      for (const page of ['branch', 'commits/branch', 'commits/tag', 'src']) {
        expect(readRepositoryAddress(`${REPO}/${page}/${inPath(name)}`)).toEqual({ url: REPO, ref: name });
      }
      expect(readRepositoryAddress(`${REPO}/src/0123abc/a/b.ts?at=${query}#lines-3`)).toEqual({ url: REPO, ref: name });
      for (const kind of ['heads', 'tags']) {
        expect(readRepositoryAddress(`${BROWSE}?at=refs%2F${kind}%2F${query}`)).toEqual({ url: SCM, ref: name });
      }
    }),
  );
});

test.each([
  ['refs/pull/12/head', 'pull/12'],
  ['refs/merge-requests/7/head', 'merge-requests/7'],
  ['refs/pull-requests/3/from', 'pull-requests/3'],
])('%s is shown as %s', (ref, shown) => expect(refName(ref)).toBe(shown));

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
