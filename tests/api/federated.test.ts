import { Events, OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE } from '#server/platform/clock.ts';
import { API_BASE } from '#shared/api/wire.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as federated from '#shared/features/auth/federated.ts';
import * as profile from '#shared/features/profile/contract.ts';
import { type Bench, createBench, PASSWORD } from './auth-support.ts';

/** A real provider over HTTP: codes, PKCE, signed id tokens with a nonce. */
const provider = new OAuth2Server();
let bench: Bench;
let google: Record<string, unknown>;
let github: { user: Record<string, unknown>; emails: object[] };
let people = 0;

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  const base = `http://127.0.0.1:${provider.address().port}`;
  provider.issuer.url = base;
  provider.service.on(Events.BeforeUserinfo, (answer) => Object.assign(answer, { body: google }));
  provider.service.on(Events.BeforeTokenSigning, (token) => Object.assign(token.payload, { sub: google.sub }));
  // GitHub is no OpenID provider.
  provider.service.on(Events.BeforeResponse, ({ body }, { body: asked }) => {
    if (asked.client_id === 'hub' && typeof body === 'object') Reflect.deleteProperty(body, 'id_token');
  });
  provider.service.addRoute('GET', '/github/user', (_, answer) => void answer.end(JSON.stringify(github.user)));
  provider.service.addRoute(
    'GET',
    '/github/user/emails',
    (_, answer) => void answer.end(JSON.stringify(github.emails)),
  );
  bench = await createBench({
    environment: {
      SLIPWAY_GITHUB_CLIENT_ID: 'hub',
      SLIPWAY_GITHUB_CLIENT_SECRET: 'hub-secret',
      SLIPWAY_GITHUB_AUTHORIZE_URL: `${base}/authorize`,
      SLIPWAY_GITHUB_TOKEN_URL: `${base}/token`,
      SLIPWAY_GITHUB_USER_URL: `${base}/github/user`,
      SLIPWAY_GOOGLE_CLIENT_ID: 'goo',
      SLIPWAY_GOOGLE_CLIENT_SECRET: 'goo-secret',
      SLIPWAY_GOOGLE_ISSUER: base,
      SLIPWAY_GOOGLE_AUTHORIZE_URL: `${base}/authorize`,
      SLIPWAY_GOOGLE_TOKEN_URL: `${base}/token`,
      SLIPWAY_GOOGLE_USER_URL: `${base}/userinfo`,
      SLIPWAY_GOOGLE_KEYS_URL: `${base}/jwks`,
    },
  });
});
afterAll(async () => {
  await bench?.dependencies.close();
  await provider.stop();
});
beforeEach(() => {
  people += 1;
  const email = `nora-${people}@example.com`;
  google = { sub: `goo-${people}`, email, email_verified: true, given_name: 'Nora', family_name: 'Quist' };
  const user = { id: people, login: `nora-${people}`, name: 'Nora Quist' };
  github = { user, emails: [{ email, primary: true, verified: true }] };
});

const browserIn = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const begin = (id: federated.Provider, options: { key?: string; link?: boolean } = {}) =>
  bench.call(
    federated.getStateToken,
    { query: { provider: id, ...(options.link && { link: 'true' }) } },
    options.key ? { key: options.key } : {},
  );

/** What the browser does at the provider: it is asked, says yes, and is sent back. */
async function askProvider(authorizeUrl: string): Promise<URL> {
  const answer = await fetch(authorizeUrl, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

/** The browser comes back; where it is sent on to. */
async function comeBack(url: URL, cookie: string): Promise<URL> {
  const route = url.pathname === `${API_BASE}/users/google-auth` ? federated.googleAuth : federated.githubAuth;
  const query = Object.fromEntries(url.searchParams);
  const answer = await bench.call(route, { query }, { headers: { cookie } });
  expect(answer.status).toBe(302);
  return new URL(answer.headers.get('location') ?? '');
}

/** All of it, up to where the product goes on. */
async function signIn(id: federated.Provider, options: { key?: string; link?: boolean } = {}) {
  const begun = await begin(id, options);
  const cookie = browserIn(begun.headers);
  return { cookie, target: await comeBack(await askProvider(begun.body.authorize_url), cookie) };
}

const redeem = (code: string | null, cookie: string) =>
  bench.call(federated.federatedLogin, { body: { federated_login_id: code ?? '' } }, { headers: { cookie } });
const register = (target: URL, changes: object = {}) =>
  bench.signUp({ federated_user_id: target.searchParams.get('federated_user_id') ?? '', ...changes });

describe('somebody new', () => {
  test.each(['github', 'google'] as const)('signs up by %s and signs in with it from then on', async (id) => {
    const { target } = await signIn(id);
    expect(target.pathname).toBe('/signup');
    const federated_user_id = target.searchParams.get('federated_user_id') ?? '';
    const told = (await bench.call(federated.getFederatedUser, { query: { federated_user_id } })).body;
    const email = `nora-${people}@example.com`;
    expect(told).toMatchObject({ provider: id, email_address: email, first_name: 'Nora', last_name: 'Quist' });

    const other = await register(target, { email: 'somebody-else@example.com' });
    expect(other.body.errorsObj).toHaveProperty('email');
    const { username, status } = await register(target, { email });
    expect(status).toBe(200);
    expect((await register(target, { email: `again-${email}` })).body.errorsObj).toHaveProperty('federated_user_id');

    const again = await signIn(id);
    expect(again.target.pathname).toBe('/login');
    const { sessionKey } = (await redeem(again.target.searchParams.get('session_key'), again.cookie)).body;
    const me = (await bench.call(auth.currentUser, {}, { key: sessionKey ?? '' })).body;
    expect(me).toMatchObject({ username, email_address: email, email_confirmed: true });
  });

  test('without a confirmed address is told so', async () => {
    google = { ...google, email_verified: false };
    expect((await signIn('google')).target.href).toMatch(/\/login\?federated=no_email$/);
    github = { ...github, emails: [{ email: 'x@example.com', primary: true, verified: false }] };
    expect((await signIn('github')).target.href).toMatch(/\/login\?federated=no_email$/);
  });

  test('with the address of an account is not let into it: it is linked from inside only', async () => {
    const { email } = await bench.newUser();
    google = { ...google, email: email.toUpperCase() };
    const { target } = await signIn('google');
    expect(target.href).toMatch(/\/login\?federated=known_email$/);
  });
});

describe('the way there and back', () => {
  test('has a state that is good once, in one browser, for ten minutes, and for one provider', async () => {
    const begun = await begin('google');
    const cookie = browserIn(begun.headers);
    const back = await askProvider(begun.body.authorize_url);
    const stranger = browserIn((await begin('google')).headers);
    expect((await comeBack(back, stranger)).search).toBe('?federated=expired');
    expect((await comeBack(back, cookie)).search).toBe('?federated=expired');

    const late = await begin('google');
    const lateBack = await askProvider(late.body.authorize_url);
    bench.dependencies.clock.advance(10 * MINUTE);
    expect((await comeBack(lateBack, browserIn(late.headers))).search).toBe('?federated=expired');

    const mixed = await begin('github');
    const mixedBack = await askProvider(mixed.body.authorize_url);
    mixedBack.pathname = `${API_BASE}/users/google-auth`;
    expect((await comeBack(mixedBack, browserIn(mixed.headers))).search).toBe('?federated=expired');
  });

  test('carries PKCE and a nonce, and an id token with another nonce is refused', async () => {
    const begun = await begin('google');
    const { searchParams } = new URL(begun.body.authorize_url);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('state')).toBe(begun.body.state_token);
    expect(searchParams.get('redirect_uri')).toBe(`${bench.dependencies.config.publicUrl}/api/users/google-auth`);
    const back = await askProvider(begun.body.authorize_url);
    const replay = (token: { payload: object }) => Object.assign(token.payload, { nonce: 'replayed' });
    provider.service.on(Events.BeforeTokenSigning, replay);
    expect((await comeBack(back, browserIn(begun.headers))).search).toBe('?federated=failed');
    provider.service.off(Events.BeforeTokenSigning, replay);
  });

  test.each([
    ['is for somebody else', { aud: 'another-client' }],
    ['comes from another issuer', { iss: 'https://accounts.example.com' }],
    ['has run out', { iat: 1_000_000_000, exp: 1_000_003_600 }],
  ])('refuses an id token that %s', async (_, claims) => {
    const change = (token: { payload: object }) => Object.assign(token.payload, claims);
    provider.service.on(Events.BeforeTokenSigning, change);
    expect((await signIn('google')).target.search).toBe('?federated=failed');
    provider.service.off(Events.BeforeTokenSigning, change);
    expect((await signIn('google')).target.pathname).toBe('/signup');
  });

  test('refuses an id token that another key signed, or nobody', async () => {
    const stranger = new OAuth2Server();
    const [known] = provider.issuer.keys.toJSON();
    // Under the name of the provider's own key, so that only the signature tells.
    await stranger.issuer.keys.generate('RS256', { kid: String(known?.kid) });
    const forge = (sign: (idToken: string) => Promise<string> | string) => async () => {
      const begun = await begin('google');
      const back = await askProvider(begun.body.authorize_url);
      const { nonce } = Object.fromEntries(new URL(begun.body.authorize_url).searchParams);
      stranger.issuer.url = provider.issuer.url;
      const forged = await stranger.issuer.buildToken({
        scopesOrTransform: (_header, payload) => Object.assign(payload, { sub: google.sub, aud: 'goo', nonce }),
      });
      const idToken = await sign(forged);
      provider.service.once(Events.BeforeResponse, ({ body }) => Object.assign(body ?? {}, { id_token: idToken }));
      return (await comeBack(back, browserIn(begun.headers))).search;
    };
    expect(await forge((token) => token)()).toBe('?federated=failed');
    expect(await forge((token) => `${token.split('.').slice(0, 2).join('.')}.`)()).toBe('?federated=failed');
  });

  test('tells that the person said no, and that the provider failed', async () => {
    const begun = await begin('github');
    const back = new URL(`${bench.dependencies.config.publicUrl}/api/users/github-auth`);
    back.search = new URLSearchParams({ state: begun.body.state_token, error: 'access_denied' }).toString();
    expect((await comeBack(back, browserIn(begun.headers))).search).toBe('?federated=denied');
    provider.service.once(Events.BeforeResponse, (answer) => Object.assign(answer, { statusCode: 500, body: {} }));
    expect((await signIn('google')).target.search).toBe('?federated=failed');
  });

  test('ends in a code that is good once, for a minute, in that browser', async () => {
    await register((await signIn('google')).target, { email: google.email });
    const first = await signIn('google');
    const code = first.target.searchParams.get('session_key');
    expect((await redeem(code, browserIn((await begin('google')).headers))).status).toBe(422);
    expect((await redeem(code, first.cookie)).status).toBe(422);
    const late = await signIn('google');
    bench.dependencies.clock.advance(MINUTE);
    expect((await redeem(late.target.searchParams.get('session_key'), late.cookie)).status).toBe(422);
  });
});

describe('in My Profile', () => {
  const linked = async (key: string) =>
    (await bench.call(profile.listLinkedAccounts, {}, { key })).body.accounts
      .filter(({ linked_date }) => linked_date)
      .map(({ provider: id }) => id);

  test('an account is linked, signs in, and is unlinked', async () => {
    const { key, username } = await bench.newUser();
    expect((await signIn('github', { key, link: true })).target.href).toMatch(/\/profile\?federated=linked$/);
    expect(await linked(key)).toEqual(['github']);
    const { target, cookie } = await signIn('github');
    const { sessionKey } = (await redeem(target.searchParams.get('session_key'), cookie)).body;
    expect((await bench.call(auth.currentUser, {}, { key: sessionKey ?? '' })).body.username).toBe(username);
    const unlink = () => bench.call(profile.unlinkAccount, { params: { provider: 'github' } }, { key });
    expect((await unlink()).status).toBe(200);
    expect(await linked(key)).toEqual([]);
    expect((await unlink()).status).toBe(404);
    expect((await signIn('github')).target.pathname).toBe('/signup');
    expect((await bench.call(auth.login, { body: { username, password: PASSWORD } })).status).toBe(200);
  });

  test('one that somebody else has is not taken from them, and a link without a session is none', async () => {
    const mine = await bench.newUser();
    const theirs = await bench.newUser();
    await signIn('google', { key: theirs.key, link: true });
    expect((await signIn('google', { key: mine.key, link: true })).target.search).toBe('?federated=taken');
    expect((await begin('google', { link: true })).status).toBe(401);
    const begun = await begin('github', { key: mine.key, link: true });
    await bench.call(auth.logout, {}, { key: mine.key });
    const back = await askProvider(begun.body.authorize_url);
    expect((await comeBack(back, browserIn(begun.headers))).search).toBe('?federated=expired');
  });
});

test('where no provider is set up, there is none to choose', async () => {
  expect((await bench.call(federated.listProviders)).body.providers.map(({ id }) => id)).toEqual(['github', 'google']);
  const plain = await createBench();
  expect((await plain.call(federated.listProviders)).body.providers).toEqual([]);
  expect((await plain.call(federated.getStateToken, { query: { provider: 'github' } })).status).toBe(404);
  await plain.dependencies.close();
});
