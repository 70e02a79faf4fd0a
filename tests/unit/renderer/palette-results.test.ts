import { describe, expect, test } from 'vitest';
import { type Recent, readRecents, remember, useRecents } from '#renderer/features/search/recents.ts';
import { resultGroups } from '#renderer/features/search/result-groups.ts';
import type { SearchResult, SearchResults } from '#shared/features/search/contract.ts';
import { fc } from '#tests/support/fast-check.ts';

const workspace = (name: string): SearchResult => ({
  heading: name,
  icon: 'workspace',
  text: 'Nora · Active',
  url: `/workspaces/edit/${name}`,
});
const key = (name: string): SearchResult => ({
  heading: name,
  icon: 'ssh-key',
  text: `SHA256:${name}`,
  url: '/sshKeys',
});
const results: SearchResults = {
  Workspaces: [workspace('charm'), workspace('arm')],
  'SSH Keys': [key('arm x'), key('arm y')],
  ...{ People: [], Hosts: [], Services: [], Snapshots: [], Templates: [] },
};
const shape = (options: Partial<Parameters<typeof resultGroups>[1]>) =>
  resultGroups(results, { shown: new Set(), earlier: false, text: 'arm', ...options }).map(
    ({ category, commands, empty }) => [category, commands.map(({ label }) => label), empty],
  );
const none = ['People', 'Hosts', 'Services', 'Snapshots', 'Templates'].map((category) => [category, [], true]);

describe('the results of the server', () => {
  test('stand in their categories and their order; those without any say so', () => {
    expect(shape({})).toEqual([
      ['Workspaces', ['charm', 'arm'], false],
      ['SSH Keys', ['arm x', 'arm y'], false],
      ...none,
    ]);
    expect(resultGroups(undefined, { shown: new Set(), earlier: false, text: 'arm' })).toEqual([]);
  });

  test('are not shown twice; a category whose results are all above is not an empty one', () => {
    const shown = new Set(['/workspaces/edit/charm', '/workspaces/edit/arm', '/sshKeys']);
    expect(shape({ shown })).toEqual([['SSH Keys', ['arm x', 'arm y'], false], ...none]);
  });

  test('of an earlier text: only what fits the present one, and no word on what there is not', () => {
    expect(shape({ earlier: true, text: 'CHA' })).toEqual([['Workspaces', ['charm'], false]]);
    expect(shape({ earlier: true, text: 'arm y' })).toEqual([['SSH Keys', ['arm y'], false]]);
    expect(shape({ earlier: true, text: 'zz' })).toEqual([]);
  });

  test('have an id of their own each', () => {
    const ids = resultGroups(results, { shown: new Set(), earlier: false, text: '' }).flatMap(
      ({ commands }) => commands,
    );
    expect(new Set(ids.map(({ id }) => id)).size).toBe(4);
  });
});

describe('what was opened lately', () => {
  const recent = (url: string, heading = 'arm'): Recent => ({ heading, icon: 'workspace', text: '', url });
  const urls = (owner: string) => useRecents.getState().of[owner]?.map(({ url }) => url);

  test('newest first, each once under its newest name, a dozen, and each person their own', () => {
    remember('a', recent('/workspaces/edit/1', 'old'));
    for (let n = 2; n <= 14; n += 1) remember('a', recent(`/workspaces/edit/${n}`));
    remember('a', recent('/workspaces/edit/10', 'renamed'));
    expect(urls('a')).toHaveLength(12);
    expect(urls('a')?.slice(0, 3)).toEqual(['/workspaces/edit/10', '/workspaces/edit/14', '/workspaces/edit/13']);
    expect(useRecents.getState().of.a?.[0]?.heading).toBe('renamed');
    expect(urls('b')).toBeUndefined();
  });

  test('whatever this browser has stored, only paths of ours come out', () => {
    const good = recent('/workspaces/edit/1');
    const bad = ['//evil.test/x', 'https://evil.test', 'javascript:alert(1)', '/\\evil.test', '', 7].map((url) => ({
      ...good,
      url,
    }));
    const odd = [null, 'x', { ...good, icon: 'bomb' }, { ...good, heading: {} }];
    expect(readRecents({ of: { a: [...bad, good, ...odd], b: 'x' } })).toEqual({ a: [good], b: [] });
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        for (const list of Object.values(readRecents(stored)))
          expect(list).toEqual(list.filter(({ url }) => /^\/[^/\\]/.test(url)));
      }),
    );
  });
});
