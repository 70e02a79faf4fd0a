import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { pageHeaders } from '#server/http/page-headers.ts';
import { readConfig } from '#server/platform/config.ts';
import { registry } from '#server/platform/metrics.ts';
import { SESSION_COOKIE } from '#shared/api/wire.ts';
import { login } from '#shared/features/auth/contract.ts';
import { getSshKey } from '#shared/features/ssh-keys/contract.ts';
import { listWorkspaces } from '#shared/features/workspaces/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { mintOrganization, mintUser } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let app: ReturnType<typeof createApp>;
let client: TestClient;
let key: string;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  app = createApp(dependencies);
  client = createTestClient(app);
  key = (await mintOrganization(dependencies)).owner.key;
});
afterAll(() => dependencies.close());

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  app.request(`/api${path}`, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } });

test('malformed JSON is told as such', async () => {
  const response = await post('/users/login', '{"username": ');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ success: false, message: expect.stringMatching(/JSON/) });
});

test.each(['{"broken": ', 'no JSON', '[]', '{"nonsense": 1}'])(
  '%j is looked at only for who may send it',
  async (body) => {
    const lead = await mintUser(dependencies, (await mintOrganization(dependencies)).organizationId, 'lead');
    for (const path of ['/users/add', '/hosts/add', '/groups/none/update', '/organization/setSpendingCap']) {
      expect([path, (await post(path, body)).status]).toEqual([path, 401]);
      expect([path, (await post(path, body, { 'x-session-key': lead.key })).status]).toEqual([path, 403]);
    }
  },
);

test('a body that is no JSON is refused, not ignored', async () => {
  const response = await post('/users/login', 'username=a&password=b', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
});

test('a body over the limit is refused before it is read', async () => {
  const response = await post('/users/login', JSON.stringify({ username: 'a'.repeat(2_000_000), password: 'b' }));
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ success: false, message: 'The request is too large.' });
});

test('unknown, missing and wrong fields are each named', async () => {
  const answer = await client.call(login, { body: { username: 7, extra: true } });
  expect(answer.status).toBe(422);
  expect(answer.body.errorsObj).toEqual({
    username: expect.stringContaining('string'),
    password: 'This field is required.',
    extra: 'Unknown field.',
  });
});

test('what does not fit is told in sentences', async () => {
  const status = await client.call(listWorkspaces, { query: { status: 'gone' as 'active' } }, { key });
  expect(status.body.errorsObj).toEqual({
    status: 'This must be one of active_pending, active, pending, offline, pending_deletion, deleted.',
  });
  const search = await client.call(listWorkspaces, { query: { search: 'a'.repeat(101) } }, { key });
  expect(search.body.errorsObj).toEqual({ search: 'This is too long.' });
  const types = await client.call(login, { body: { username: 7, password: null } });
  expect(types.body.errorsObj).toEqual({
    username: 'The type of this must be string.',
    password: 'This field is required.',
  });
  const signUp = await post('/users/signup', '{}');
  expect((await signUp.json()).errorsObj).toMatchObject({
    username: 'This field is required.',
    password: 'Please enter a password.',
    'accept-terms': 'Please accept the terms & conditions and privacy policy.',
  });
});

test('a character the database has no place for is an error of the form', async () => {
  const answer = await client.call(listWorkspaces, { query: { search: 'a\u0000b' } }, { key });
  expect(answer.status).toBe(422);
});

test('an id that is none, and an unknown one, answer alike', async () => {
  const none = await client.call(getSshKey, { params: { sshKeyID: 'nonsense' } }, { key });
  const unknown = await client.call(
    getSshKey,
    { params: { sshKeyID: '01890a5d-ac96-774b-bcce-b302099a8057' } },
    { key },
  );
  expect(none.status).toBe(404);
  expect(unknown).toMatchObject({ status: 404, body: none.body });
});

test('the session cookie alone reads but does not write', async () => {
  const cookie = { cookie: `${SESSION_COOKIE}=${key}` };
  const read = await app.request('/api/users/current', { headers: cookie });
  expect(read.status).toBe(200);
  const write = await post('/ssh-keys/add', JSON.stringify({ name: 'a', public_key: 'b' }), cookie);
  expect(write.status).toBe(401);
  expect(await write.json()).toEqual({ authenticated: false, message: 'This endpoint requires authentication.' });
});

test('the API describes itself, every path with its answers', async () => {
  const document = await (await app.request('/api/openapi.json')).json();
  expect(document.openapi).toBe('3.1.0');
  expect(Object.keys(document.paths)).toContain('/api/users/login');
  for (const methods of Object.values<Record<string, { responses: object }>>(document.paths)) {
    for (const operation of Object.values(methods)) expect(Object.keys(operation.responses)).toContain('200');
  }
  const page = await app.request('/api/docs');
  const [, examples = ''] = /href="(docs\/examples)"/.exec(await page.clone().text()) ?? [];
  expect(await page.text()).toContain('/users/login');
  const guide = await app.request(`/api/${examples}`);
  expect(guide.headers.get('content-type')).toMatch(/^text\/plain; ?charset=utf-8$/i);
  expect(await guide.text()).toContain(`export SLIPWAY_URL=${dependencies.config.publicUrl}\n`);
});

test('connections that the database ends are opened again', async () => {
  await dependencies.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and state = 'idle'`;
  await expect
    .poll(async () => (await app.request('/api/users/current', { headers: { 'x-session-key': key } })).status)
    .toBe(200);
});

test('browsers are told how to treat an answer, on a real connection as without one', async () => {
  const server = createAdaptorServer({ fetch: app.fetch }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    for (const path of ['/api/users/current', '/api/none']) {
      const told = [await fetch(`http://127.0.0.1:${port}${path}`), await app.request(path)].map(({ headers }) => {
        const own = Object.entries(Object.fromEntries(headers)).filter(([name]) =>
          /^(x-|cross-|cache|content-sec|ref)/.test(name),
        );
        return Object.fromEntries(own);
      });
      expect(told[0]).toEqual(told[1]);
      expect(told[0]).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      });
    }
  } finally {
    server.close();
  }
});

test('https is asked for for two years, below our host as well unless workspaces live there, and the docs show their own style only', async () => {
  const told = async (environment: Record<string, string>) => {
    const { WORKSPACE_DOMAIN: workspaceDomain, ...others } = environment;
    const read = readConfig({ SLIPWAY_PUBLIC_URL: 'https://app.example.com', ...others });
    // Not by way of the settings, which refuse workspaces below the UI's host.
    const config = { ...read, workspaceDomain: workspaceDomain ?? read.workspaceDomain };
    const answer = await createApp({ ...dependencies, config }).request('/api/docs');
    const page = await new Hono().use(pageHeaders(config)).request('/none');
    expect(page.headers.get('strict-transport-security')).toBe(answer.headers.get('strict-transport-security'));
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; /,
    );
    return answer.headers.get('strict-transport-security');
  };
  expect(await told({ WORKSPACE_DOMAIN: 'example.net' })).toBe('max-age=63072000; includeSubDomains');
  expect(await told({ WORKSPACE_DOMAIN: 'ws.app.example.com' })).toBe('max-age=63072000');
  expect(await told({ SLIPWAY_PUBLIC_URL: 'http://localhost:4400' })).toBeNull();
});

test('the metrics have every answer by its route, and no id that was asked for', async () => {
  registry.resetMetrics();
  await app.request('/api/workspaces/018f0000-0000-7000-8000-000000000000', { headers: { 'x-session-key': key } });
  const text = await registry.metrics();
  expect(text).toMatch(
    /slipway_http_request_seconds_count\{method="GET",route="\/api\/workspaces\/:workspaceID",status="404"\} 1/,
  );
  expect(text).not.toContain('018f0000');
});
