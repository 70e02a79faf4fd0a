import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { auditLog } from '#server/features/audit/tables.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { apiTokens } from '#server/features/auth/tables.ts';
import { instances } from '#server/features/instances/tables.ts';
import { type McpServer, startMcp } from '#server/mcp/serve-mcp.ts';
import { newId } from '#server/platform/ids.ts';
import { TOKEN_SCOPES, type TokenScope } from '#shared/features/auth/token-scopes.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { connectMcp, type McpTestClient } from '#tests/support/mcp-client.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertWorkspace } from '#tests/support/things.ts';

const URL_HERE = 'http://localhost/mcp';

let dependencies: TestDependencies;
let app: ReturnType<typeof createApp>;
let mcp: McpServer;
let here: MintedOrganization;
const open: McpTestClient[] = [];

beforeAll(async () => {
  dependencies = await createTestDependencies();
  app = createApp(dependencies);
  mcp = await startMcp(dependencies, { api: app.fetch, resolveSession });
  here = await mintOrganization(dependencies);
});
afterAll(async () => {
  await Promise.all(open.map((client) => client.close()));
  await mcp?.close();
  await dependencies?.close();
});

type Limits = Parameters<typeof mintApiToken>[2];
const ownerOf = ({ owner, organizationId }: MintedOrganization) => ({ userId: owner.userId, organizationId });

async function clientWith(token: string): Promise<McpTestClient> {
  const fetchHere = (async (url, init) => mcp.routes.request(String(url), init as RequestInit)) as typeof fetch;
  const client = await connectMcp(URL_HERE, token, fetchHere);
  open.push(client);
  return client;
}
const ownersClient = async (limits: Limits = {}, of = here) =>
  clientWith((await mintApiToken(dependencies, ownerOf(of), limits)).token);

const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
  mcp.routes.request(URL_HERE, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const NO_TASK = newId();

/** What each tool takes, besides a workspace, and the scopes that list it. */
const TOOLS: Record<string, { input?: object; scopes: TokenScope[] }> = {
  list_workspaces: { scopes: ['read'] },
  // Its person has no SSH key.
  create_workspace: { input: { name: 'Made by a tool' }, scopes: ['manage'] },
  start_workspace: { scopes: ['use'] },
  stop_workspace: { scopes: ['use'] },
  take_snapshot: { scopes: ['manage'] },
  fork_workspace: { input: { name: 'A copy' }, scopes: ['manage'] },
  launch_log: { scopes: ['read'] },
  run_command: { input: { command: 'true' }, scopes: ['use'] },
  git_diff: { scopes: ['use'] },
  database_url: { scopes: ['use'] },
  finish: { scopes: ['use'] },
  read_file: { input: { path: 'a' }, scopes: ['use'] },
  write_file: { input: { path: 'a', content: '' }, scopes: ['use'] },
  patch_file: { input: { path: 'a', edits: [{ old_text: 'a', new_text: 'b' }] }, scopes: ['use'] },
  search_files: { input: { name: '*' }, scopes: ['use'] },
  start_dev_server: { input: { command: 'true', port: 4000 }, scopes: ['use'] },
  stop_dev_server: { input: { port: 4000 }, scopes: ['use'] },
  dev_server_log: { input: { port: 4000 }, scopes: ['use'] },
  list_tasks: { scopes: ['read'] },
  get_task: { input: { task: NO_TASK }, scopes: ['read'] },
  task_log: { input: { task: NO_TASK }, scopes: ['use'] },
  task_diff: { input: { task: NO_TASK }, scopes: ['use'] },
  create_task: { input: { title: 'Tidy up' }, scopes: ['manage'] },
  finish_task: { input: { task: NO_TASK, way: 'keep' }, scopes: ['manage'] },
  discard_task: { input: { task: NO_TASK }, scopes: ['manage'] },
  undo_discard: { input: { task: NO_TASK }, scopes: ['manage'] },
};
const WITHOUT_WORKSPACE = ['list_workspaces', 'create_workspace', 'list_tasks'];
const inputOf = (name: string, workspace: string) => {
  const { input = {} } = TOOLS[name] ?? {};
  return { ...(!WITHOUT_WORKSPACE.includes(name) && !('task' in input) && { workspace }), ...input };
};

test('every tool by a token of every scope: what it may not do isn’t listed, and isn’t done', async () => {
  const house = await mintOrganization(dependencies);
  // It can’t be started, so that nothing here waits for a launch.
  const { id } = await insertWorkspace(dependencies, ownerOf(house), { status: 'Pending Deletion', database: 'redis' });
  for (const scope of TOKEN_SCOPES) {
    const client = await ownersClient({ scopes: [scope], name: `For ${scope}` }, house);
    const allowed = Object.keys(TOOLS).filter((name) => scope === 'everything' || TOOLS[name]?.scopes.includes(scope));
    expect([scope, (await client.names()).sort()]).toEqual([scope, allowed.sort()]);
    for (const name of Object.keys(TOOLS)) {
      const answer = client.use(name, inputOf(name, id));
      if (allowed.includes(name)) expect([name, (await answer).text]).not.toEqual([name, '']);
      else await expect(answer, `${scope} ${name}`).rejects.toThrow('no such tool');
    }
    const log = await dependencies.db.select().from(auditLog).where(eq(auditLog.organizationId, house.organizationId));
    const uses = log
      .filter(({ action, details }) => action === 'access.use-tool' && details?.by === `token For ${scope}`)
      .map(({ outcome, details }) => `${details?.tool} ${outcome}`);
    const expected = Object.keys(TOOLS).map((name) => `${name} ${allowed.includes(name) ? 'success' : 'failure'}`);
    expect([scope, uses.sort()]).toEqual([scope, expected.sort()]);
  }
  const [workspace] = await dependencies.db.select().from(instances).where(eq(instances.id, id));
  expect(workspace?.status).toBe('Pending Deletion');
});

test('a token that reaches some workspaces is told of no other, by id or by name', async () => {
  const house = await mintOrganization(dependencies);
  const [mine, other] = [
    await insertWorkspace(dependencies, ownerOf(house), { name: '日本語の作業' }),
    await insertWorkspace(dependencies, ownerOf(house), { name: 'Hidden one' }),
  ];
  const elsewhere = await insertWorkspace(dependencies, ownerOf(here), { name: 'Elsewhere' });
  const client = await ownersClient({ reach: 'some', workspaceIds: [mine.id] }, house);
  const listed = await client.use('list_workspaces');
  expect(listed.data).toMatchObject({ records: 1, workspaces: [{ id: mine.id, name: '日本語の作業' }] });
  expect(await client.use('launch_log', { workspace: '日本語の作業' })).toMatchObject({ text: 'Nothing yet.' });
  for (const { id, name, slug } of [other, elsewhere]) {
    for (const named of [id, name, slug]) {
      for (const tool of Object.keys(TOOLS).filter((each) => 'workspace' in inputOf(each, named))) {
        const answer = await client.use(tool, inputOf(tool, named));
        expect([tool, answer.failed, answer.text]).toEqual([
          tool,
          true,
          `There is no workspace “${named}”, or this token doesn’t reach it.`,
        ]);
      }
    }
  }
});

test('a stopped workspace is told as such, two of one name by their ids, and roles count as everywhere', async () => {
  const house = await mintOrganization(dependencies);
  const twins = [
    await insertWorkspace(dependencies, ownerOf(house), { name: 'Twin' }),
    await insertWorkspace(dependencies, ownerOf(house), { name: 'Twin' }),
  ];
  const client = await ownersClient({}, house);
  const stopped = await client.use('run_command', { workspace: twins[0]!.slug, command: 'true' });
  expect(stopped).toMatchObject({ failed: true, text: '“Twin” is Offline. Start it with start_workspace.' });
  const { text } = await client.use('run_command', { workspace: 'Twin', command: 'true' });
  for (const { id } of twins) expect(text).toContain(id);

  const user = await mintUser(dependencies, house.organizationId, 'user');
  const { token } = await mintApiToken(dependencies, { userId: user.userId, organizationId: house.organizationId });
  const theirs = await clientWith(token);
  expect(await theirs.names()).not.toContain('create_workspace');
  expect((await theirs.use('list_workspaces')).data).toMatchObject({ records: 0 });
});

test('creating goes through the call of the API, with the limits of the token', async () => {
  const house = await mintOrganization(dependencies);
  const body = { name: 'Laptop', public_key: newPublicKey() };
  await createTestClient(app).call(addSshKey, { body }, { key: house.owner.key });
  const client = await ownersClient({ atOnce: 0 }, house);
  const refused = await client.use('create_workspace', { name: 'One too many' });
  const cyrillic = await client.use('create_workspace', { name: 'Ещё один', language: 'no-such-language' });
  expect(refused).toMatchObject({ failed: true, text: expect.stringContaining('may have 0 workspaces at once') });
  expect(cyrillic).toMatchObject({ failed: true, text: expect.stringContaining('language: ') });
  const made = await dependencies.db.select().from(instances).where(eq(instances.organizationId, house.organizationId));
  expect(made).toEqual([]);
});

test('input that fits no schema is explained, and does nothing', async () => {
  const { id: workspace } = await insertWorkspace(dependencies, ownerOf(here));
  const client = await ownersClient();
  const bad: [string, object][] = [
    ['run_command', { workspace, command: 'a\0b' }],
    ['run_command', { workspace, command: 'true', timeout_seconds: 1e9 }],
    ['run_command', { workspace, command: 'x'.repeat(30_001) }],
    ['read_file', { workspace, path: 'a\0b' }],
    ['read_file', { workspace, path: 'a\nb' }],
    ['read_file', { workspace, path: 'x/'.repeat(600) }],
    ['read_file', { path: 'a' }],
    ['write_file', { workspace, path: 'a', content: '', mode: '777' }],
    ['search_files', { workspace }],
    ['start_dev_server', { workspace, command: 'true', port: 7080 }],
    ['stop_workspace', { workspace: { $ne: null } }],
    ['launch_log', { workspace: '\u202e' }],
  ];
  for (const [name, input] of bad) {
    const { failed, text } = await client.use(name, input);
    expect([name, input, failed, text.includes('Offline')]).toEqual([name, input, true, false]);
  }
});

test('it takes an API token that is valid, and no page of another site', async () => {
  const { id, token } = await mintApiToken(dependencies, ownerOf(here));
  const bearer = { authorization: `Bearer ${token}` };
  expect((await post(bearer)).status).toBe(200);
  expect((await post({ ...bearer, origin: new URL(dependencies.config.publicUrl).origin })).status).toBe(200);
  for (const origin of ['https://attacker.example', 'null', `${dependencies.config.publicUrl}.attacker.example`]) {
    expect((await post({ ...bearer, origin })).status).toBe(403);
  }
  const unknown = [{}, { authorization: `Bearer ${here.owner.key}` }, { authorization: `Basic ${token}` }];
  for (const headers of [...unknown, { authorization: 'Bearer slipway_nonsense' }, { 'x-session-key': token }]) {
    const answer = await post(headers as Record<string, string>);
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Bearer /)]);
  }
  const garbage = await Promise.all([post(bearer, '{'), post(bearer, '5'), post(bearer, { method: 7 })]);
  expect(garbage.map(({ status }) => status)).toEqual([400, 400, 400]);
  for (const method of ['GET', 'DELETE']) {
    expect((await mcp.routes.request(URL_HERE, { method, headers: bearer })).status).toBe(405);
  }
  const client = await clientWith(token);
  await dependencies.db.delete(apiTokens).where(eq(apiTokens.id, id));
  await expect(client.names()).rejects.toThrow();
});

test('the guide names every tool with its scope, and its example with curl works', async () => {
  const guide = await readFile(path.resolve(import.meta.dirname, '../../server/mcp/README.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| `(\w+)` +\| `(\w+)` /gm)].map(([, name, scope]) => [name, [scope]]);
  expect(Object.fromEntries(rows)).toEqual(
    Object.fromEntries(Object.entries(TOOLS).map(([name, { scopes }]) => [name, scopes])),
  );
  const house = await mintOrganization(dependencies);
  const { name } = await insertWorkspace(dependencies, ownerOf(house), { name: 'In the guide' });
  const { token } = await mintApiToken(dependencies, ownerOf(house));
  const [, example = ''] = /```sh\n(curl[\s\S]*?)```/.exec(guide) ?? [];
  const headers = [...example.matchAll(/-H (["'])(.*?): (.*?)\1/g)].map(([, , header = '', value = '']) => [
    header,
    value,
  ]);
  const [, body = ''] = /-d '(.*)'/.exec(example) ?? [];
  const answer = await mcp.routes.request(URL_HERE, {
    method: 'POST',
    headers: { ...Object.fromEntries(headers), Authorization: `Bearer ${token}` },
    body,
  });
  expect([headers.length, await answer.text()]).toEqual([3, expect.stringContaining(name)]);
});
