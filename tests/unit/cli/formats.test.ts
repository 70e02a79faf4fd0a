import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { nameOf, routes } from '#tests/support/contract.ts';
import { createClient, isRoute } from '../../../desktop/cli/client/client.ts';
import { contract } from '../../../desktop/cli/client/routes.ts';
import { localRepository, repositoryName, withoutCredentials } from '../../../desktop/cli/git-remote.ts';
import { publicPart } from '../../../desktop/cli/ssh/local-keys.ts';
import { parseCopyEnd, parseForward, quoteWord } from '../../../desktop/cli/ssh/remote-path.ts';
import { formatTable } from '../../../desktop/cli/terminal/table.ts';

test('the client has every route of the contract', () => {
  const known = Object.values(contract)
    .filter((value) => isRoute(value))
    .map((route) => nameOf(route as never));
  expect(known.toSorted()).toEqual(routes.map(nameOf).toSorted());
  expect(Object.keys(createClient({ url: 'http://localhost' }))).toHaveLength(routes.length);
});

test('a table keeps its columns in scripts of double width, and obeys no name', () => {
  expect(
    formatTable(
      ['NAME', 'STATUS'],
      [
        ['店', 'Active'],
        ['\u001b[2J\u009b31mshop\u202e\r\nx', 'Offline'],
      ],
    ),
  ).toEqual(['NAME           STATUS', '店             Active', '[2J 31mshop x  Offline']);
});

describe('what is copied from where', () => {
  test.each([
    ['my-shop:project/dist', { workspace: 'my-shop', path: 'project/dist' }],
    ['my-shop:', { workspace: 'my-shop', path: '' }],
    ['./a:b', { path: './a:b' }],
    ['notes.txt', { path: 'notes.txt' }],
    ['/tmp/a:b', { path: '/tmp/a:b' }],
  ])('%s', (text, end) => expect(parseCopyEnd(text, 'linux')).toEqual(end));
  test('a drive is no workspace', () => {
    expect(parseCopyEnd('C:\\notes.txt', 'win32')).toEqual({ path: 'C:\\notes.txt' });
  });
});

test.each([
  ['3000', { remote: 3000, local: 3000 }],
  ['3000:8080', { remote: 3000, local: 8080 }],
  ['0', null],
  ['70000', null],
  ['3000:', null],
  ['-L', null],
])('the port %s', (text, ports) => expect(parseForward(text)).toEqual(ports));

test('the shell reads each word as it was given', () => {
  const words = ['plain', "it's", '$HOME', '', 'a b', '; rm -rf x', 'ünï', '*'];
  const command = `printf '%s|' ${words.map(quoteWord).join(' ')}`;
  expect(execFileSync('sh', ['-c', command], { encoding: 'utf8' })).toBe(`${words.join('|')}|`);
});

test.each([
  ['https://ada:secret@example.com/a/b.git', 'https://example.com/a/b.git'],
  ['https://example.com/a/b.git', 'https://example.com/a/b.git'],
  ['git@example.com:a/b.git', 'git@example.com:a/b.git'],
])('credentials of %s stay here', (address, without) => expect(withoutCredentials(address)).toBe(without));

test.each([
  ['https://example.com/harbour/tide-tables.git', 'tide-tables'],
  ['git@example.com:tides.git', 'tides'],
  ['ssh://git@example.com/harbour/tides/', 'tides'],
])('%s is named', (address, name) => expect(repositoryName(address)).toBe(name));

test('a folder without a repository or an origin has none', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-cli-'));
  expect(await localRepository(folder)).toBeNull();
  execFileSync('git', ['init', '-q', folder]);
  expect(await localRepository(folder)).toBeNull();
  rmSync(folder, { recursive: true });
});

test('a private key is never taken for a public one', () => {
  expect(publicPart('-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA')).toBeNull();
  expect(publicPart('ssh-ed25519 AAAAC3Nz ada@laptop\n')).toBe('ssh-ed25519 AAAAC3Nz');
});
