import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createSession, setPassword } from '#server/features/auth/index.ts';
import { authJobs } from '#server/features/auth/jobs.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { serveOAuth } from '#server/http/oauth.ts';
import { serveWeb } from '#server/http/web.ts';
import { type McpServer, startMcp } from '#server/mcp/serve-mcp.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { hashToken, newToken } from '#server/platform/ids.ts';
import { SESSION_COOKIE } from '#shared/api/wire.ts';
import { currentUser, logout } from '#shared/features/auth/contract.ts';
import { switchUser } from '#shared/features/auth/impersonation.ts';
import { listApiTokens, restoreApiToken, revokeApiToken } from '#shared/features/profile/contract.ts';
import {
  allowClient,
  clientMetadata,
  EDITOR_SCHEMES,
  getAuthorization,
  refuseClient,
} from '#shared/features/profile/oauth.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { createOAuthClient, type OAuthTestClient } from '#tests/support/oauth-client.ts';

const PASSWORD = 'Harbour-Wind-74';
const REDIRECT = 'http://127.0.0.1:33418/callback';
const VERIFIER = newToken();

let dependencies: TestDependencies;
let call: TestClient['call'];
let mcp: McpServer;
let fetchHere: typeof fetch;
let here: MintedOrganization;
let hash: string;
let base: string;
const open: OAuthTestClient[] = [];

beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_TRUST_PROXY: 'true' } });
  const app = createApp(dependencies);
  call = createTestClient(app).call;
  mcp = await startMcp(dependencies, { api: app.fetch, resolveSession });
  const pages = new Hono().route('/', mcp.routes).route('/', serveOAuth(dependencies, resolveSession));
  fetchHere = (async (url, init) => pages.request(String(url), init as RequestInit)) as typeof fetch;
  base = dependencies.config.publicUrl;
  hash = await dependencies.passwords.hash(PASSWORD);
  here = await mintOrganization(dependencies);
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await mcp?.close();
  await dependencies?.close();
});

async function person(): Promise<MintedUser> {
  const member = await mintUser(dependencies, here.organizationId, 'lead');
  await setPassword(dependencies, dependencies.db, { userId: member.userId, hash });
  return member;
}

const json = { 'content-type': 'application/json' };
/** Each test's own network address. */
let addresses = 0;
function elsewhere() {
  addresses += 1;
  return { 'x-forwarded-for': `192.0.2.${addresses}` };
}
const register = (metadata: object, headers: Record<string, string> = elsewhere()) =>
  fetchHere(`${base}/oauth/register`, {
    method: 'POST',
    headers: { ...json, ...headers },
    body: JSON.stringify(metadata),
  });
async function newClient(redirectUri = REDIRECT, client_name = 'Test agent'): Promise<string> {
  const answer = await register({ client_name, redirect_uris: [redirectUri] });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { client_id: string }).client_id;
}

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
const requestOf = (client_id: string, changes: object = {}) => ({
  response_type: 'code',
  client_id,
  redirect_uri: REDIRECT,
  code_challenge: challengeOf(VERIFIER),
  code_challenge_method: 'S256',
  state: 'state-of-the-client',
  resource: `${base}/mcp`,
  ...changes,
});
const allow = (key: string, request: object, changes: object = {}) =>
  call(
    allowClient,
    { body: { request, scopes: ['read', 'use'], days: 30, current_password: PASSWORD, ...changes } },
    { key },
  );
async function codeFor(key: string, request: object, changes: object = {}): Promise<string> {
  const { status, body } = await allow(key, request, changes);
  expect([status, body.message]).toEqual([200, undefined]);
  return new URL(body.redirect_to).searchParams.get('code') ?? '';
}

interface TokenAnswer {
  status: number;
  body: { error?: string; access_token: string; refresh_token: string; expires_in: number; scope: string };
}
async function post(address: string, form: Record<string, string>): Promise<Response> {
  return fetchHere(`${base}${address}`, { method: 'POST', headers: elsewhere(), body: new URLSearchParams(form) });
}
async function token(form: Record<string, string>): Promise<TokenAnswer> {
  const answer = await post('/oauth/token', form);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return { status: answer.status, body: (await answer.json()) as TokenAnswer['body'] };
}
const redeem = (client_id: string, code: string, changes: Record<string, string> = {}) =>
  token({ grant_type: 'authorization_code', client_id, code, code_verifier: VERIFIER, ...changes });
const refresh = (client_id: string, refresh_token: string, changes: Record<string, string> = {}) =>
  token({ grant_type: 'refresh_token', client_id, refresh_token, ...changes });

async function connected(who: MintedUser, changes: object = {}) {
  const clientId = await newClient();
  const { body } = await redeem(clientId, await codeFor(who.key, requestOf(clientId), changes));
  return { clientId, ...body };
}
const works = async (key: string) => (await call(currentUser, {}, { key })).status === 200;
const tokensOf = async ({ key }: MintedUser) => (await call(listApiTokens, {}, { key })).body.tokens;
const auditOf = async ({ userId }: MintedUser) =>
  (
    await dependencies.sql<{ action: string }[]>`select action from audit_log where user_id = ${userId} order by id`
  ).map(({ action }) => action);

test('the official client finds the way by itself: registered, allowed, connected, refreshed, revoked', async () => {
  const who = await person();
  const client = createOAuthClient(`${base}/mcp`, fetchHere);
  open.push(client);
  const page = await client.connect();
  expect(page?.origin + (page?.pathname ?? '')).toBe(`${base}/authorize`);
  const request = Object.fromEntries(page?.searchParams ?? []);
  const asked = await call(getAuthorization, { query: request }, { key: who.key });
  expect(asked.body).toMatchObject({
    client_name: 'Test agent',
    redirect_host: '127.0.0.1:33418',
    on_this_computer: true,
    scopes: ['read', 'use', 'manage'],
  });

  const allowed = await allow(who.key, request, { scopes: ['read'], reach: 'own' });
  const back = new URL(allowed.body.redirect_to);
  expect(back.origin + back.pathname).toBe(REDIRECT);
  expect(Object.fromEntries(back.searchParams)).toEqual({
    code: expect.any(String),
    state: 'state-of-the-client',
    iss: base,
  });
  await client.finish(back.searchParams.get('code') ?? '');
  expect((await client.names()).sort()).toEqual(['get_task', 'launch_log', 'list_tasks', 'list_workspaces']);
  expect(client.keys()).toMatchObject({ token_type: 'Bearer', expires_in: HOUR / 1000, scope: 'read' });
  const [listed] = await tokensOf(who);
  expect(listed).toMatchObject({ name: 'Test agent', connected: true, scopes: ['read'], reach: 'own' });
  const rows = await dependencies.sql`select * from oauth_grants, oauth_access_tokens, api_tokens`;
  for (const key of [client.keys().access_token, client.keys().refresh_token ?? ''])
    for (const part of key.replace(/^slipway_(refresh_)?/, '').split('.'))
      expect(JSON.stringify(rows)).not.toContain(part);

  const first = client.keys();
  dependencies.clock.advance(HOUR);
  expect(await works(first.access_token)).toBe(false);
  // It notices by itself that its key is over.
  expect(await client.names()).toContain('list_workspaces');
  expect(client.keys().access_token).not.toBe(first.access_token);
  expect(client.keys().refresh_token).not.toBe(first.refresh_token);

  const revoked = await post('/oauth/revoke', { client_id: client.clientId(), token: client.keys().access_token });
  expect(revoked.status).toBe(200);
  expect(await works(client.keys().access_token)).toBe(false);
  expect(await tokensOf(who)).toEqual([]);
  expect((await auditOf(who)).filter((action) => action.startsWith('profile.'))).toEqual([
    'profile.allow-client',
    'profile.add-api-token',
    'profile.revoke-api-token',
  ]);
  // With nothing left it asks its person again.
  expect((await client.connect())?.pathname).toBe('/authorize');
});

test('whoever comes without a token is told where to get one', async () => {
  const bare = await fetchHere(`${base}/mcp`, { method: 'POST', headers: json, body: '{}' });
  expect(bare.status).toBe(401);
  const told = `scope="read use manage", resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`;
  expect(bare.headers.get('www-authenticate')).toBe(`Bearer realm="slipway", ${told}`);
  const headers = { ...json, authorization: 'Bearer slipway_of-somebody-else' };
  const foreign = await fetchHere(`${base}/mcp`, { method: 'POST', headers, body: '{}' });
  expect(foreign.headers.get('www-authenticate')).toContain('error="invalid_token"');

  const [ours, short, server] = await Promise.all(
    ['oauth-protected-resource/mcp', 'oauth-protected-resource', 'oauth-authorization-server'].map(async (name) =>
      (await fetchHere(`${base}/.well-known/${name}`)).json(),
    ),
  );
  expect(ours).toMatchObject({ resource: `${base}/mcp`, authorization_servers: [base] });
  expect(short).toEqual(ours);
  expect(server).toMatchObject({
    issuer: base,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  });
  expect((await fetchHere(`${base}/.well-known/openid-configuration`)).status).toBe(404);
});

describe('registering', () => {
  test('takes https, http to the computer itself, and schemes of programs; nothing else', async () => {
    for (const uri of [
      'https://agents.example.com/back?from=slipway',
      'http://localhost/callback',
      'http://[::1]:4000/',
      'http://127.0.0.1:1/x',
      'cursor://anysphere.cursor-mcp/oauth/callback',
      'vscode://publisher.extension/callback',
      'com.example.app:/callback',
      'com.example.app://oauth/callback',
    ])
      expect([uri, (await register({ redirect_uris: [uri] })).status]).toEqual([uri, 201]);
    for (const uri of [
      'javascript:alert(1)',
      'JavaScript://localhost/%0aalert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://agents.example.com/back',
      'http://127.0.0.1.example.com/',
      'http://localhost@example.com/',
      'https://a:b@example.com/',
      'https://example.com/#part',
      'https://example.com\\@localhost/',
      'slipway://back',
      'cursor:back',
      'cursor://a@anysphere.cursor-mcp/',
      'cursor://anysphere.cursor-deeplink/mcp/install?config=e30',
      'vscode://publisher.extension/callback#part',
      'com.example.app:callback',
      'com.example.app',
      'com..app:/callback',
      'com.:/callback',
      'blob:https://example.com/x',
      'view-source:https://example.com/',
      'intent://example.com/#Intent;end',
      '/callback',
      '',
      'https://example.com/\u0000',
      'https://example.com/ö',
      'https://例え.example/',
    ]) {
      const answer = await register({ redirect_uris: [uri] });
      expect([uri, answer.status, await answer.json()]).toEqual([
        uri,
        400,
        { error: 'invalid_redirect_uri', error_description: expect.any(String) },
      ]);
    }
  });

  test('takes no scheme that a browser runs or reads, however it is written', () => {
    const label = fc.stringMatching(/^[a-z][a-z0-9-]{0,9}$/);
    const scheme = fc.oneof(
      fc.constantFrom(
        'javascript',
        'data',
        'file',
        'blob',
        'filesystem',
        'about',
        'view-source',
        'ftp',
        'ws',
        'intent',
      ),
      fc.constantFrom('http', 'https', 'slipway', 'ms-msdt', ...EDITOR_SCHEMES),
      fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.')),
    );
    const gap = fc.constantFrom('', '', '', ' ', '\t', '\n', '\u0000', '%6a', '\\');
    const cased = fc.tuple(scheme, fc.boolean()).map(([text, upper]) => (upper ? text.toUpperCase() : text));
    const rest = fc.oneof(
      fc.webUrl(),
      fc.string({ maxLength: 20 }),
      label.map((host) => `//${host}/back`),
    );
    const written = fc
      .tuple(gap, cased, gap, fc.constantFrom(':', ':/', '://', ':///'), rest)
      .map((parts) => parts.join(''));
    const takes = (uri: string) => clientMetadata.safeParse({ redirect_uris: [uri] }).success;
    fc.assert(
      fc.property(fc.oneof(written, fc.string(), fc.webUrl()), (uri) => {
        if (!takes(uri)) return;
        const { protocol, hostname, username, password } = new URL(uri);
        const loopback = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
        const own = [...EDITOR_SCHEMES].some((name) => protocol === `${name}:`) || protocol.includes('.');
        expect([uri, protocol === 'https:' || loopback || own, username, password]).toEqual([uri, true, '', '']);
        // What a browser makes of it is what was looked at.
        expect(uri.toLowerCase().startsWith(protocol)).toBe(true);
      }),
      { numRuns: 3000 },
    );
    const turned = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));
    fc.assert(
      fc.property(fc.oneof(turned, fc.constantFrom(...EDITOR_SCHEMES)), label, (name, host) => {
        expect([takes(`${name}://${host}/callback`), takes(`${name}:/callback`)]).toEqual([true, true]);
      }),
    );
  });

  test('takes no name that could disguise itself, and no empty list', async () => {
    for (const metadata of [
      { client_name: 'x\u202egnp', redirect_uris: [REDIRECT] },
      { client_name: 'x'.repeat(61), redirect_uris: [REDIRECT] },
      { redirect_uris: [] },
      {},
      [],
    ])
      expect((await register(metadata)).status).toBe(400);
    const nameless = (await (await register({ redirect_uris: ['https://agents.example.com/x'] })).json()) as object;
    expect(nameless).toMatchObject({ client_name: 'agents.example.com', token_endpoint_auth_method: 'none' });
  });

  test('can’t be done without end, and clients that nobody allowed are forgotten', async () => {
    const from = elsewhere();
    const statuses: number[] = [];
    for (let at = 0; at < 61; at += 1) statuses.push((await register({ redirect_uris: [REDIRECT] }, from)).status);
    expect(statuses).toEqual([...Array(60).fill(201), 429]);
    const who = await person();
    const used = await connected(who);
    const count = async () => Number((await dependencies.sql`select count(*) from oauth_clients`)[0]?.count);
    const left = async () => (await dependencies.sql`select id from oauth_clients`).map(({ id }) => id);
    expect(await count()).toBeGreaterThan(60);
    dependencies.clock.advance(DAY);
    await authJobs(dependencies)['auth.sweep']();
    expect(await left()).toContain(used.clientId);
    // Of this test and of those before: whoever has a token, or had one lately.
    expect(await count()).toBeLessThan(5);
    expect(await dependencies.sql`select * from oauth_access_tokens`).toEqual([]);
    const other = await mintSession(who);
    await call(revokeApiToken, { params: { tokenID: (await tokensOf(other))[0]?.id ?? '' } }, { key: other.key });
    dependencies.clock.advance(91 * DAY);
    await authJobs(dependencies)['auth.sweep']();
    expect(await left()).toEqual([]);
    expect(await dependencies.sql`select * from oauth_grants`).toEqual([]);
    expect((await refresh(used.clientId, used.refresh_token)).body.error).toBe('invalid_client');
  });
});

/** The clock has moved: another session of the same person. */
async function mintSession(who: MintedUser): Promise<MintedUser> {
  const origin = { ipAddress: '127.0.0.1', userAgent: 'test' };
  const { organizationId } = here;
  return { ...who, key: await createSession(dependencies, { userId: who.userId, organizationId, origin }) };
}

describe('the person’s answer', () => {
  test('goes nowhere but to an address the client registered, to the letter but for a port of this computer', async () => {
    const who = await person();
    const [local, web] = [await newClient(), await newClient('https://agents.example.com/back')];
    const look = async (client: string, redirect_uri: string) =>
      (await call(getAuthorization, { query: requestOf(client, { redirect_uri }) }, { key: who.key })).status;
    expect(await look(local, 'http://127.0.0.1:50123/callback')).toBe(200);
    expect(await look(web, 'https://agents.example.com/back')).toBe(200);
    for (const uri of [
      'https://evil.example.com/back',
      'http://127.0.0.1:33418/other',
      'http://127.0.0.1:33418/callback/',
      'http://127.0.0.1:33418/callback?next=x',
      'http://127.0.0.1:33418@evil.example.com/callback',
      'http://localhost:33418/callback',
      'https://127.0.0.1:33418/callback',
      'javascript:alert(1)',
      `${base}/callback`,
    ])
      expect([uri, await look(local, uri)]).toEqual([uri, 404]);
    for (const uri of ['https://agents.example.com:8443/back', 'https://agents.example.com/back/../x'])
      expect([uri, await look(web, uri)]).toEqual([uri, 404]);
    const elsewhereTo = requestOf(web, { redirect_uri: 'https://evil.example.com/back' });
    expect((await allow(who.key, elsewhereTo)).body).not.toHaveProperty('redirect_to');
    const refused = await call(refuseClient, { body: { request: elsewhereTo } }, { key: who.key });
    expect([refused.status, 'redirect_to' in refused.body]).toEqual([404, false]);
  });

  test('reaches an editor or an app by its own scheme, and says so before', async () => {
    const who = await person();
    for (const [uri, shown] of [
      ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor://anysphere.cursor-mcp'],
      ['com.example.app:/callback', 'com.example.app:'],
      ['com.example.app://slipway.example.com/callback', 'com.example.app://slipway.example.com'],
    ] as const) {
      const client = await newClient(uri);
      const request = requestOf(client, { redirect_uri: uri });
      const asked = await call(getAuthorization, { query: request }, { key: who.key });
      expect(asked.body).toMatchObject({ redirect_host: shown, on_this_computer: true });
      for (const other of [`${uri}/more`, uri.replace('callback', 'other'), uri.replace(/^[^:]+/, 'vscode')]) {
        const elsewhere = requestOf(client, { redirect_uri: other });
        expect([other, (await allow(who.key, elsewhere)).status]).toEqual([other, 404]);
      }
      const { redirect_to } = (await allow(who.key, request)).body;
      expect(redirect_to.startsWith(`${uri}?code=`)).toBe(true);
      const code = new URL(redirect_to).searchParams.get('code') ?? '';
      const { body } = await redeem(client, code, { redirect_uri: uri });
      expect(await works(body.access_token)).toBe(true);
    }
    const [row] = await dependencies.sql<{ to: string }[]>`select details ->> 'to' as to from audit_log
      where user_id = ${who.userId} and action = 'profile.allow-client' order by id limit 1`;
    expect(row?.to).toBe('cursor://anysphere.cursor-mcp');
    const nameless = await register({ redirect_uris: ['com.example.app:/callback'] });
    expect(await nameless.json()).toMatchObject({ client_name: 'com.example.app:' });
  });

  test('can be no: then the client is told so, and gets nothing', async () => {
    const who = await person();
    const client = await newClient('https://agents.example.com/back?x=1');
    const request = requestOf(client, { redirect_uri: 'https://agents.example.com/back?x=1' });
    const { redirect_to } = (await call(refuseClient, { body: { request } }, { key: who.key })).body;
    const parameters = { x: '1', error: 'access_denied', state: 'state-of-the-client', iss: base };
    expect(Object.fromEntries(new URL(redirect_to).searchParams)).toEqual(parameters);
    expect(await tokensOf(who)).toEqual([]);
    expect(await auditOf(who)).toContain('profile.refuse-client');
  });

  test('isn’t asked for with a request that isn’t OAuth 2.1, or about another resource', async () => {
    const { key } = await person();
    const client = await newClient();
    for (const change of [
      { response_type: 'token' },
      { code_challenge: '' },
      { code_challenge: 'short' },
      { code_challenge_method: 'plain' },
      { resource: 'https://other.example.com/mcp' },
      { resource: base },
    ]) {
      const request = requestOf(client, change);
      const looked = await call(getAuthorization, { query: request }, { key });
      expect([change, looked.status, looked.body.message]).toEqual([
        change,
        422,
        expect.stringContaining(Object.keys(change)[0] ?? ''),
      ]);
      expect((await allow(key, request)).status).toBe(422);
    }
  });

  test('gives what was asked for at most, with the password, to workspaces that are seen', async () => {
    const who = await person();
    const request = requestOf(await newClient(), { scope: 'read use offline_access' });
    const looked = await call(getAuthorization, { query: request }, { key: who.key });
    expect(looked.body.scopes).toEqual(['read', 'use']);
    const wrong = await Promise.all([
      allow(who.key, request, { scopes: ['everything'] }),
      allow(who.key, request, { scopes: [] }),
      allow(who.key, request, { days: null }),
      allow(who.key, request, { current_password: 'Harbour-Wind-75' }),
      allow(who.key, request, { reach: 'some', workspace_ids: [here.organizationId] }),
    ]);
    expect(wrong.map(({ status, body }) => [status, Object.keys(body.errorsObj ?? {})])).toEqual([
      [422, ['scopes']],
      [422, ['scopes']],
      [422, ['days']],
      [422, ['current_password']],
      [422, ['workspace_ids']],
    ]);
  });

  test('is the person’s alone: no token’s, no administrator’s acting as them, no other site’s', async () => {
    const who = await person();
    const request = requestOf(await newClient());
    const { token: everything } = await mintApiToken(dependencies, {
      userId: who.userId,
      organizationId: here.organizationId,
    });
    const house = await mintOrganization(dependencies);
    const { userId, key } = house.owner;
    await dependencies.sql`update users set admin_flag = true where id = ${userId}`;
    const query = { organization_id: here.organizationId, user_id: who.userId, reason: 'Ticket 4711 of theirs' };
    const acting = (await call(switchUser, { query }, { key })).body.sessionKey;
    for (const other of [everything, acting]) {
      expect((await allow(other, request)).status).toBe(403);
      expect((await call(refuseClient, { body: { request } }, { key: other })).status).toBe(403);
    }
    // What a form of another site would bring along.
    const headers = { cookie: `${SESSION_COOKIE}=${who.key}` };
    expect((await call(getAuthorization, { query: request }, { headers })).status).toBe(200);
    const body = { request, scopes: ['read'], days: 30, current_password: PASSWORD };
    expect((await call(allowClient, { body }, { headers })).status).toBe(401);
    expect((await tokensOf(who)).map(({ connected }) => connected)).toEqual([false]);
  });

  test('is given on a page that no other page can frame', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-web-'));
    writeFileSync(path.join(folder, 'index.html'), '<!doctype html><title>Slipway</title>');
    const page = await serveWeb(folder).request('/authorize?client_id=x');
    rmSync(folder, { recursive: true });
    expect(page.status).toBe(200);
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
  });
});

describe('a code', () => {
  test('used a second time ends what it gave, also at once', async () => {
    const who = await person();
    const client = await newClient();
    const code = await codeFor(who.key, requestOf(client));
    const first = await redeem(client, code);
    expect(await works(first.body.access_token)).toBe(true);
    expect((await redeem(client, code)).body.error).toBe('invalid_grant');
    expect(await works(first.body.access_token)).toBe(false);
    expect((await refresh(client, first.body.refresh_token)).body.error).toBe('invalid_grant');
    expect(await auditOf(who)).toContain('profile.end-reused-token');

    const again = await codeFor(who.key, requestOf(client));
    const both = await Promise.all([redeem(client, again), redeem(client, again)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const given = both.find(({ status }) => status === 200);
    expect(await works(given?.body.access_token ?? '')).toBe(false);
    expect(await tokensOf(who)).toEqual([]);
  });

  test.each<[string, (other: string) => Record<string, string>, string]>([
    ['by another client', (other) => ({ client_id: other }), 'invalid_grant'],
    ['with another verifier', () => ({ code_verifier: newToken() }), 'invalid_grant'],
    ['for another address', () => ({ redirect_uri: 'http://127.0.0.1:1/callback' }), 'invalid_grant'],
    ['for another resource', () => ({ resource: 'https://other.example.com/mcp' }), 'invalid_target'],
    ['by nobody known', () => ({ client_id: 'nobody' }), 'invalid_client'],
    ['without a verifier', () => ({ code_verifier: '' }), 'invalid_request'],
    ['for a password', () => ({ grant_type: 'password' }), 'unsupported_grant_type'],
  ])('gives nothing %s', async (_, change, error) => {
    const who = await person();
    const client = await newClient();
    const code = await codeFor(who.key, requestOf(client));
    expect((await redeem(client, code, change(await newClient()))).body).toMatchObject({ error });
    expect(await tokensOf(who)).toEqual([]);
    // One that was tried with a wrong proof is spent.
    const right = await redeem(client, code, { redirect_uri: REDIRECT, resource: `${base}/mcp` });
    expect(right.status).toBe(error === 'invalid_grant' ? 400 : 200);
  });

  test('gives nothing a minute later, nor after the session it was given in', async () => {
    const who = await person();
    const client = await newClient();
    const late = await codeFor(who.key, requestOf(client));
    dependencies.clock.advance(MINUTE);
    expect((await redeem(client, late)).body.error).toBe('invalid_grant');
    const code = await codeFor(who.key, requestOf(client));
    await call(logout, {}, { key: who.key });
    expect((await redeem(client, code)).body.error).toBe('invalid_grant');
  });

  test('comes in a form, with nothing twice', async () => {
    const client = await newClient();
    const twice = new URLSearchParams([
      ['client_id', client],
      ['client_id', client],
      ['grant_type', 'refresh_token'],
      ['refresh_token', 'x'],
    ]);
    const send = async (body: BodyInit, headers = {}) =>
      (await (await fetchHere(`${base}/oauth/token`, { method: 'POST', headers, body })).json()) as object;
    expect(await send(twice)).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('there twice'),
    });
    expect(await send('{}', json)).toMatchObject({ error: 'invalid_request' });
    expect(await send(new URLSearchParams({ code: 'x'.repeat(70_000) }))).toMatchObject({
      error_description: 'too much',
    });
    expect(
      await send(new URLSearchParams({ client_id: '\0', grant_type: 'refresh_token', refresh_token: '\0' })),
    ).toMatchObject({
      error: 'invalid_client',
    });
    expect((await fetchHere(`${base}/oauth/token?client_id=x`)).status).toBe(404);
  });
});

describe('a refresh token', () => {
  test('is good once: an old one ends the grant', async () => {
    const who = await person();
    const { clientId, access_token, refresh_token } = await connected(who);
    const second = await refresh(clientId, refresh_token);
    // What runs with the first key may end its hour.
    expect([await works(access_token), await works(second.body.access_token)]).toEqual([true, true]);
    expect((await refresh(clientId, refresh_token)).body.error).toBe('invalid_grant');
    expect([await works(access_token), await works(second.body.access_token)]).toEqual([false, false]);
    expect((await refresh(clientId, second.body.refresh_token)).body.error).toBe('invalid_grant');
    const { tokens, deleted } = (await call(listApiTokens, {}, { key: who.key })).body;
    expect([tokens, deleted]).toEqual([[], []]);
  });

  test('at once from two places gives one of them keys, and ends them', async () => {
    const { clientId, refresh_token } = await connected(await person());
    const both = await Promise.all([refresh(clientId, refresh_token), refresh(clientId, refresh_token)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const given = both.find(({ status }) => status === 200);
    expect(await works(given?.body.access_token ?? '')).toBe(false);
  });

  test('is nobody else’s, is no key itself, and names no other resource', async () => {
    const { clientId, refresh_token } = await connected(await person());
    expect((await refresh(await newClient(), refresh_token)).body.error).toBe('invalid_grant');
    expect((await refresh(clientId, refresh_token, { resource: 'https://x.example.com' })).body.error).toBe(
      'invalid_target',
    );
    expect(await works(refresh_token)).toBe(false);
    const foreign = { client_id: await newClient(), token: refresh_token };
    expect((await post('/oauth/revoke', foreign)).status).toBe(200);
    expect((await refresh(clientId, refresh_token)).status).toBe(200);
  });

  test('gives nothing after the token’s end, and its last key ends with the token', async () => {
    const who = await person();
    const { clientId, refresh_token } = await connected(who, { days: 7 });
    dependencies.clock.advance(7 * DAY - MINUTE);
    const last = await refresh(clientId, refresh_token);
    expect(last.body.expires_in).toBe(60);
    dependencies.clock.advance(MINUTE);
    expect(await works(last.body.access_token)).toBe(false);
    expect((await refresh(clientId, last.body.refresh_token)).body.error).toBe('invalid_grant');
  });
});

test('revoked under API tokens it is over at once, and works again once that is undone', async () => {
  const who = await person();
  const { clientId, access_token, refresh_token } = await connected(who);
  const params = { tokenID: (await tokensOf(who))[0]?.id ?? '' };
  await call(revokeApiToken, { params }, { key: who.key });
  expect(await works(access_token)).toBe(false);
  expect((await refresh(clientId, refresh_token)).body.error).toBe('invalid_grant');
  await call(restoreApiToken, { params }, { key: who.key });
  expect(await works(access_token)).toBe(true);
  expect((await refresh(clientId, refresh_token)).status).toBe(200);
});

test('its keys stand for its own token only', async () => {
  const [one, other] = [await person(), await person()];
  const { access_token } = await connected(one);
  await connected(other);
  expect((await call(currentUser, {}, { key: access_token })).body.id).toBe(one.userId);
  const found = await dependencies.sql`select token_hash from api_tokens where token_hash = ${hashToken(access_token)}`;
  expect(found).toEqual([]);
});
