import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { apiTokens } from '#server/features/auth/tables.ts';
import { instances } from '#server/features/instances/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { type McpServer, startMcp } from '#server/mcp/serve-mcp.ts';
import { newId } from '#server/platform/ids.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { connectMcp, type McpTestClient } from '#tests/support/mcp-client.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';
import { engine, startContainer, type TestContainer } from './container.ts';

let dependencies: TestDependencies;
let container: TestContainer;
let mcp: McpServer;
let server: Server;
let address: string;
let here: MintedOrganization;
let token: string;
let client: McpTestClient;
const workspace = newId();

beforeAll(async () => {
  [dependencies, container] = await Promise.all([createTestDependencies(), startContainer()]);
  mcp = await startMcp(dependencies, { api: createApp(dependencies).fetch, resolveSession });
  server = createAdaptorServer({ fetch: mcp.routes.fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  here = await mintOrganization(dependencies);
  const whose = { organizationId: here.organizationId, userId: here.owner.userId };
  const own = { id: workspace, name: '作業', slug: workspace, status: 'Active' as const, containerId: container.id };
  await insertWorkspace(dependencies, whose, own);
  ({ token } = await mintApiToken(dependencies, whose, { scopes: ['use'] }));
  client = await connectMcp(address, token);
});
afterAll(async () => {
  await client?.close();
  await mcp?.close();
  server?.closeAllConnections();
  server?.close();
  await container?.remove();
  await dependencies?.close();
});

const use = (name: string, input: object, by = client) => by.use(name, { workspace, ...input });
const bash = async (command: string) => (await use('run_command', { command })).text;
/** Is a process of the workspace called so? */
const runs = async (what: string) =>
  (await engine.run(container.id, { command: ['pgrep', '-fx', what] })).exitCode === 0;

test('a command runs in the project, tells as it goes, and counts as activity', async () => {
  const told: string[] = [];
  const onprogress = ({ message = '' }: { message?: string | undefined }) => void told.push(message);
  const command = 'whoami; pwd; echo 東京; echo "[$SLIPWAY_AGENT_TOKEN]" >&2; exit 3';
  const answer = await client.use('run_command', { workspace: '作業', command }, { onprogress });
  expect(answer.text.split('\n').sort()).toEqual(['/home/dev/project', '[]', '[exit code 3]', 'dev', '東京'].sort());
  expect(answer).toMatchObject({ failed: true, data: { exit_code: 3, ended: 'exited' } });
  expect(told.join('')).toContain('東京');
  const read = () => dependencies.db.select().from(workspaces).where(eq(workspaces.id, workspace));
  await expect.poll(async () => (await read())[0]?.lastAccessAt).toEqual(dependencies.clock.now());
});

test('what is long is cut, what never ends is ended with all it started, and two run at once', async () => {
  const [long, endless] = await Promise.all([
    use('run_command', { command: 'seq 1 200000; head -c 9 /dev/zero' }),
    use('run_command', { command: 'echo begun; trap "" TERM; sleep 7001 & sleep 7001', timeout_seconds: 1 }),
  ]);
  expect(long.text).toMatch(/^1\n2\n[\s\S]*characters left out[\s\S]*\n200000\n/);
  expect(long.text.length).toBeLessThan(70_000);
  expect(endless).toMatchObject({ failed: true, data: { exit_code: null, ended: 'time-limit' } });
  expect(endless.text).toMatch(/^begun\n\[ended: it reached its time limit/);
  await expect.poll(() => runs('sleep 7001')).toBe(false);
});

test('a command ends when its client cancels it or goes away, or its token ends', async () => {
  const cancel = new AbortController();
  const cancelled = use.bind(null, 'run_command');
  const first = client.use('run_command', { workspace, command: 'sleep 7002' }, { signal: cancel.signal });
  const leaving = await connectMcp(address, token);
  const second = cancelled({ command: 'sleep 7003' }, leaving);
  const whose = { organizationId: here.organizationId, userId: here.owner.userId };
  const ending = await mintApiToken(dependencies, whose, { scopes: ['use'] });
  const third = cancelled({ command: 'sleep 7004' }, await connectMcp(address, ending.token));
  for (const each of [first, second]) each.catch(() => undefined);
  for (const sleeper of ['sleep 7002', 'sleep 7003', 'sleep 7004']) {
    await expect.poll(() => runs(sleeper), { timeout: 10_000 }).toBe(true);
  }
  // Another client's number of a call names nothing of ours.
  await fetch(address, {
    method: 'POST',
    headers: { authorization: `Bearer ${ending.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }),
  });
  cancel.abort();
  await leaving.close();
  await dependencies.db.transaction(async (tx) => {
    await tx.delete(apiTokens).where(eq(apiTokens.id, ending.id));
    await dependencies.bus.notify(tx, 'sessions_ended', { ids: [ending.id] });
  });
  expect((await third).data).toMatchObject({ ended: 'no-access' });
  for (const sleeper of ['sleep 7002', 'sleep 7003', 'sleep 7004']) {
    await expect.poll(() => runs(sleeper), { timeout: 10_000 }).toBe(false);
  }
});

test('files are written, read by lines, patched whole or not at all, and found', async () => {
  const path = 'src/größe 東京.txt';
  const content = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`).join('\n');
  expect(await use('write_file', { path, content })).toMatchObject({ failed: false });
  expect((await use('read_file', { path })).text).toBe(content);
  const part = await use('read_file', { path, first_line: 3, lines: 2 });
  expect(part.text).toBe('line 3\nline 4\n[… go on with first_line 5 …]');
  const edits = [
    { old_text: 'line 30', new_text: 'the end' },
    { old_text: 'line 29\n', new_text: '' },
  ];
  expect((await use('patch_file', { path, edits })).failed).toBe(false);
  const again = await use('patch_file', { path, edits: [{ old_text: 'line 5', new_text: 'x' }, ...edits] });
  expect(again.text).toBe('Nothing was changed: the old text of edit 2 isn’t in the file.');
  expect((await use('read_file', { path, first_line: 27 })).text).toBe('line 27\nline 28\nthe end');
  const found = await use('search_files', { pattern: 'THE END|nowhere', ignore_case: true });
  expect(found.text).toBe('src/größe 東京.txt:29:the end');
  expect((await use('search_files', { name: '*.txt' })).text).toBe(path);
  expect(await use('search_files', { pattern: '(' })).toMatchObject({ failed: true });

  await bash(
    'chmod 755 src/*; head -c 400000 /dev/urandom >binary; head -c 600000 /dev/zero | tr "\\0" a >wide; mkfifo pipe; ln -s /etc link',
  );
  expect((await use('read_file', { path: 'binary' })).text).toContain('isn’t UTF-8 text (400000 bytes)');
  expect((await use('read_file', { path: 'wide' })).text).toMatch(/^a{262144}\[… \nthis line is too long/);
  const refused = ['/etc/passwd', '../../../etc/passwd', 'link/passwd', 'pipe', 'missing', '.', '-n', 'x'.repeat(1000)];
  const reads = await Promise.all(refused.map((each) => use('read_file', { path: each })));
  expect(reads.map(({ failed }) => failed)).toEqual(refused.map(() => true));
  for (const each of ['../../../etc/passwd', 'link/passwd']) {
    expect((await use('write_file', { path: each, content: '' })).text).toBe('It is outside of the home folder.');
  }
  expect(await use('write_file', { path: "-rf; 'x'", content: 'AAEC', encoding: 'base64' })).toMatchObject({
    failed: false,
  });
  expect((await use('read_file', { path: "-rf; 'x'", encoding: 'base64' })).text).toBe('AAEC');

  // Of two that patch what they read at once, none loses what the other wrote.
  const at = ['line 1\n', 'line 2\n'].map((old_text) =>
    use('patch_file', { path, edits: [{ old_text, new_text: `changed ${old_text}` }] }),
  );
  const both = await Promise.all(at);
  const text = (await use('read_file', { path })).text;
  expect(text.match(/changed/g)).toHaveLength(both.filter(({ failed }) => !failed).length);
  expect(await bash('stat -c %a src/*')).toBe('755\n[exit code 0]');
});

test('a dev server goes on, has an address and a log, and is stopped; the work is committed and finished', async () => {
  const command = `node -e 'console.log("up on", process.env.PORT); require("http").createServer((_, r) => r.end("hi")).listen(process.env.PORT)'`;
  const started = await use('start_dev_server', { command, port: 5173 });
  expect(started.data).toEqual({ address: `http://${workspace}-5173.workspaces.localhost:4401` });
  expect(await bash('curl -s localhost:5173')).toBe('hi\n[exit code 0]');
  expect((await use('dev_server_log', { port: 5173 })).text).toBe('up on 5173\n[exit code 0]');
  expect((await use('start_dev_server', { command, port: 5173 })).text).toContain('listens on this port already');
  const fails = await use('start_dev_server', { command: 'echo broken; exit 4', port: 5174 });
  expect(fails).toMatchObject({ failed: true, text: expect.stringMatching(/^broken\nIt ended before it listened/) });
  expect((await use('stop_dev_server', { port: 5173 })).text).toBe('Stopped.\n[exit code 0]');
  expect((await use('stop_dev_server', { port: 5173 })).failed).toBe(true);

  await bash(
    'rm -f binary wide pipe; git init -q -b main .; git config user.name A; git config user.email a@example.com',
  );
  const diff = await use('git_diff', {});
  expect(diff.text).toContain('?? src/');
  expect((await use('database_url', {})).text).toBe('It has no database.');
  const failed = await use('finish', { commit_message: "It's done", push: true });
  expect(failed.failed).toBe(true);
  await bash("echo more >>'src/größe 東京.txt'");
  const named = await use('git_diff', { path: 'src' });
  expect(named.text).toMatch(/^ M "?src\/größe 東京.txt/m);
  expect(named.text).toContain('+++ b/src/größe 東京.txt');
  const finished = await use('finish', { commit_message: "It's done" });
  expect(finished.text).toMatch(/## main\n[\s\S]*The workspace was stopped\.$/);
  const [row] = await dependencies.db.select().from(instances).where(eq(instances.id, workspace));
  expect(row?.status).toBe('Offline');
});
