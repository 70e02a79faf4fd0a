import { expect, test } from 'vitest';
import { prefilled } from '#renderer/features/workspaces/prefilled.ts';
import { readmeBadge } from '#renderer/features/workspaces/readme-badge.ts';

const SERVER = 'https://slipway.example.com';
const options = {
  languages: [{ value: 'python-3.11', label: 'Python 3.11' }],
  databases: [{ value: 'redis', label: 'Redis' }],
  defaults: { language: 'python-3.11', database: 'none' },
};

test.each(['https://example.com/a/b.git?x=1&y=(2)', 'git@example.com:a/b.git', 'https://example.com/日本/ж.git'])(
  'the badge of %s fills in the form with it, and survives Markdown',
  (git_url) => {
    const badge = readmeBadge(SERVER, { git_url, language: 'python-3.11', database: 'redis' }) ?? '';
    const [, address = ''] = /^\[!\[[^\]]*\]\([^()\s]+\)\]\(([^()\s]+)\)$/.exec(badge) ?? [];
    const { pathname, searchParams } = new URL(address);
    expect(pathname).toBe('/workspaces/add');
    expect(prefilled(searchParams, options)).toMatchObject({ git_url, language: 'python-3.11', database: 'redis' });
  },
);

test('there is none without a repository', () => {
  expect(readmeBadge(SERVER, { git_url: null, language: 'python-3.11', database: 'none' })).toBeNull();
});
