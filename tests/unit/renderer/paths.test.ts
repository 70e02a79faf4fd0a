import { describe, expect, it } from 'vitest';
import { atFragment, loginPath, safeRedirect } from '#renderer/lib/paths.ts';

const origin = 'https://slipway.example';

describe('safeRedirect', () => {
  it.each([
    ['/workspaces', '/workspaces'],
    ['/workspaces?ui=grid&page=2#top', '/workspaces?ui=grid&page=2#top'],
    ['/workspaces/edit/a%20b', '/workspaces/edit/a%20b'],
    ['/open?host=a.test&path=%2F%2Fevil.example', '/open?host=a.test&path=%2F%2Fevil.example'],
  ])('keeps %s', (redirect, expected) => expect(safeRedirect(redirect, origin)).toBe(expected));

  it.each([
    null,
    '',
    'workspaces',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/login?redirect=/login',
    '/logout',
  ])('goes home for %j', (redirect) => expect(safeRedirect(redirect, origin)).toBe('/'));

  it.each(['/workspaces?search=a%26b&status=active', '/workspaces/edit/x/settings#ports', '/hosts?a=b#c?d=%23e'])(
    'undoes loginPath for %s',
    (path) => {
      const redirect = new URL(loginPath(path), origin).searchParams.get('redirect');
      expect(safeRedirect(redirect, origin)).toBe(path);
    },
  );
});

describe('atFragment', () => {
  it.each([
    ['https://a.test/docs?ticket=x', '#install', 'https://a.test/docs?ticket=x#install'],
    ['https://a.test/docs', '', 'https://a.test/docs'],
    ['/workspaces#own', '#install', '/workspaces#own'],
  ])('%s at %s', (address, hash, expected) => expect(atFragment(address, hash)).toBe(expected));
});
