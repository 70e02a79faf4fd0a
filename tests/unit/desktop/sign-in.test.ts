import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Api } from '../../../desktop/main/api.ts';
import { readDeepLink } from '../../../desktop/main/app/deep-link.ts';
import { createBrowserSignIn } from '../../../desktop/main/features/sign-in/browser-sign-in.ts';
import { createTestDesktop, type TestDesktop } from './support/test-desktop.ts';

describe('slipway://', () => {
  test.each([
    ['slipway://workspaces', { to: 'path', path: '/workspaces' }],
    ['slipway://workspaces/', { to: 'path', path: '/workspaces' }],
    ['slipway://workspaces/0198c0de-7', { to: 'path', path: '/workspaces/edit/0198c0de-7' }],
    ['slipway://login?code=abc-_1&state=x', { to: 'sign-in', code: 'abc-_1', state: 'x' }],
    ['slipway://login?code=abc', null],
    ['slipway://login?code=%0d%0a&state=x', null],
    ['slipway://workspaces/../../etc', null],
    ['slipway://workspaces/a%2f..%2fb', null],
    ['slipway://elsewhere', null],
    ['https://login?code=a&state=b', null],
    [`slipway://login?code=${'a'.repeat(2000)}&state=b`, null],
  ])('%s', (address, expected) => {
    expect(readDeepLink(address)).toEqual(expected);
  });
});

describe('signing in through the browser', () => {
  let desktop: TestDesktop;
  let asked: { origin: string; body: unknown }[];
  let time = 0;
  const signIn = createBrowserSignIn(() => time);

  beforeEach(async () => {
    asked = [];
    const api: Api = {
      call: () => Promise.reject(new Error('Nobody is signed in.')),
      ask: async (origin, _, input) => {
        asked.push({ origin, body: input?.body });
        return { success: true, sessionKey: 'the-session-key' } as never;
      },
    };
    desktop = await createTestDesktop(api);
  });
  afterEach(() => desktop.close());

  /** What the browser was asked to show. */
  async function begin(): Promise<URLSearchParams> {
    await signIn.start(desktop, null);
    const url = new URL(desktop.opened.at(-1) ?? '');
    expect(url.origin + url.pathname).toBe('http://localhost:15899/desktop/login');
    return url.searchParams;
  }

  test('the browser gets the challenge, the server the verifier, the keychain the key', async () => {
    const shown = await begin();
    await signIn.finish(desktop, { code: 'the-code', state: shown.get('state') ?? '' });
    const body = asked[0]?.body as { code: string; code_verifier: string };
    expect(asked).toEqual([{ origin: 'http://localhost:15899', body }]);
    expect(body.code).toBe('the-code');
    expect(createHash('sha256').update(body.code_verifier).digest('base64url')).toBe(shown.get('code_challenge'));
    expect(await desktop.secrets.read('session:account')).toBe('the-session-key');
    expect(desktop.events).toContainEqual({ name: 'session.changed', payload: { key: 'the-session-key' } });
  });

  test('a link that nobody here asked for changes nothing, and spoils nothing', async () => {
    const shown = await begin();
    await expect(signIn.finish(desktop, { code: 'evil', state: 'evil' })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(asked).toEqual([]);
    await signIn.finish(desktop, { code: 'good', state: shown.get('state') ?? '' });
    expect(asked).toHaveLength(1);
  });

  test('it is good once, and for ten minutes', async () => {
    const shown = await begin();
    const answer = { code: 'good', state: shown.get('state') ?? '' };
    await signIn.finish(desktop, answer);
    await expect(signIn.finish(desktop, answer)).rejects.toThrow('Start it again');
    const late = await begin();
    time += 10 * 60_000 + 1;
    await expect(signIn.finish(desktop, { code: 'c', state: late.get('state') ?? '' })).rejects.toThrow('too old');
  });
});
