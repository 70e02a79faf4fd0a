import { expect, test } from 'vitest';
import { prefilled } from '#renderer/features/workspaces/prefilled.ts';
import { readmeBadge } from '#renderer/features/workspaces/readme-badge.ts';

const SERVER = 'https://slipway.example.com';
const options = {
  languages: [
    { value: 'python-3.13', label: 'Python 3.13' },
    { value: 'go-1.24', label: 'Go 1.24' },
  ],
  databases: [{ value: 'redis', label: 'Redis' }],
  defaults: { language: 'python-3.13', database: 'none' },
};

test.each(['https://example.com/a/b.git?x=1&y=(2)', 'git@example.com:a/b.git', 'https://example.com/日本/ж.git'])(
  'the badge of %s fills in the form with it, and survives Markdown',
  (git_url) => {
    const software = { language: 'python-3.13', more_languages: ['go-1.24'], database: 'redis' };
    const badge = readmeBadge(SERVER, { git_url, ...software }) ?? '';
    const [, address = ''] = /^\[!\[[^\]]*\]\([^()\s]+\)\]\(([^()\s]+)\)$/.exec(badge) ?? [];
    const { pathname, searchParams } = new URL(address);
    expect(pathname).toBe('/workspaces/add');
    expect(prefilled(searchParams, options)).toMatchObject({ git_url, ...software });
  },
);

test('there is none without a repository', () => {
  const software = { language: 'python-3.13', more_languages: [], database: 'none' };
  expect(readmeBadge(SERVER, { git_url: null, ...software })).toBeNull();
});
