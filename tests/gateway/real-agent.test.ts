import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { type McpServer, startMcp } from '#server/mcp/serve-mcp.ts';
import { newId } from '#server/platform/ids.ts';
import { PROGRAMS } from '#shared/features/tasks/model.ts';
import { inspect, installProgram, runGemini } from '#tests/support/agent-programs.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { type ScriptedModel, type Step, startScriptedModel } from '#tests/support/scripted-model.ts';
import { insertWorkspace } from '#tests/support/things.ts';
import { engine, startContainer, type TestContainer } from './container.ts';

let dependencies: TestDependencies;
let container: TestContainer;
let mcp: McpServer;
let server: Server;
let address: string;
let here: MintedOrganization;
let gemini: string;
let inspector: string;
const models: ScriptedModel[] = [];

beforeAll(async () => {
  [dependencies, container, gemini, inspector] = await Promise.all([
    ...([createTestDependencies(), startContainer()] as const),
    ...([installProgram('gemini'), installProgram('inspector')] as const),
  ]);
  mcp = await startMcp(dependencies, { api: createApp(dependencies).fetch, resolveSession });
  server = createAdaptorServer({ fetch: mcp.routes.fetch }) as Server;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  here = await mintOrganization(dependencies);
});
afterAll(async () => {
  for (const model of models) model.close();
  await mcp?.close();
  server?.closeAllConnections();
  server?.close();
  await container?.remove();
  await dependencies?.close();
});

async function model(steps: Step[], last: string): Promise<ScriptedModel> {
  const started = await startScriptedModel(steps, last);
  models.push(started);
  return started;
}

/** The program calls tools of a server so. */
const OURS = 'mcp_slipway_';
const READS = ['get_task', 'launch_log', 'list_tasks', 'list_workspaces'];
const USES = [
  ...['database_url', 'dev_server_log', 'finish', 'git_diff', 'patch_file', 'read_file', 'run_command', 'search_files'],
  ...[
    'start_dev_server',
    'start_workspace',
    'stop_dev_server',
    'stop_workspace',
    'task_diff',
    'task_log',
    'write_file',
  ],
];

test('Gemini CLI, connected with a token, works in a workspace as its model says, and no further than the token goes', async () => {
  const whose = { organizationId: here.organizationId, userId: here.owner.userId };
  const id = newId();
  await insertWorkspace(dependencies, whose, {
    id,
    name: 'Shop',
    slug: id,
    status: 'Active',
    containerId: container.id,
  });
  const limits = { name: 'Gemini', scopes: ['read', 'use'] as ('read' | 'use')[] };
  const { token } = await mintApiToken(dependencies, whose, limits);
  const workspace = 'Shop';
  const step = (tool: string, input?: Record<string, unknown>): Step => ({
    tool: `${OURS}${tool}`,
    ...(input && { input }),
  });
  const scripted = await model(
    [
      step('list_workspaces'),
      step('run_command', { workspace, command: 'git init -q -b main . && echo "$PWD in $(hostname | wc -c)"' }),
      step('write_file', { workspace, path: 'src/größe 東京.ts', content: 'export const size = 1;\n' }),
      step('run_command', { workspace, command: 'git add -N . && false' }),
      step('git_diff', { workspace }),
      step('create_workspace', { name: 'Another', git_url: null }),
    ],
    'The size is there.',
  );

  const { exitCode, stdout, stderr } = await runGemini({
    bin: gemini,
    modelUrl: scripted.url,
    settings: {
      security: { auth: { selectedType: 'gemini-api-key' } },
      mcpServers: { slipway: { httpUrl: address, headers: { Authorization: `Bearer ${token}` } } },
    },
    command: 'gemini --skip-trust --approval-mode yolo -p "Add the size"',
  });
  expect([exitCode, stdout.trim()], stderr).toEqual([0, 'The size is there.']);

  for (const offered of scripted.offered) {
    const ours = offered.filter((name) => name.startsWith(OURS)).map((name) => name.slice(OURS.length));
    expect(ours.sort()).toEqual([...READS, ...USES].sort());
  }
  const [listed, ran, wrote, failed, diff, refused] = scripted.answers();
  expect(listed).toContain(id);
  expect(ran).toContain('/home/dev/project in ');
  expect(wrote).not.toMatch(/error/i);
  expect(failed).toContain('[exit code 1]');
  expect(diff).toContain('src/größe 東京.ts');
  expect(diff).toContain('+export const size = 1;');
  expect(refused).toContain('not found');

  const inside = { command: ['cat', '/home/dev/project/src/größe 東京.ts'] };
  expect((await engine.run(container.id, inside)).stdout).toBe('export const size = 1;\n');
  const { sql } = dependencies;
  expect(await sql`select id from instances where organization_id = ${here.organizationId}`).toEqual([{ id }]);
  const rows = await sql<{ tool: string; by: string; outcome: string }[]>`
    select details ->> 'tool' as tool, details ->> 'by' as by, outcome from audit_log
    where action = 'access.use-tool' and organization_id = ${here.organizationId} order by id`;
  const used = ['list_workspaces', 'run_command', 'write_file', 'run_command', 'git_diff'];
  expect(rows.map((row) => ({ ...row }))).toEqual(
    used.map((tool) => ({ tool, by: 'token Gemini', outcome: 'success' })),
  );
});

test('the command of a task’s program works with what npm has, in a folder that nobody trusted before', async () => {
  const write: Step = { tool: 'write_file', input: { file_path: 'done.txt', content: 'as asked\n' } };
  const scripted = await model([write], 'Written.');
  const { exitCode, stdout, stderr } = await runGemini({
    bin: gemini,
    modelUrl: scripted.url,
    command: `${PROGRAMS['gemini-cli'].command} && cat done.txt`,
    env: { SLIPWAY_TASK_INSTRUCTIONS: 'Write a file' },
  });
  expect([exitCode, stdout.trim().split('\n')], stderr).toEqual([0, ['Written.', 'as asked']]);
});

test('the protocol’s inspector lists what a token may do, and calls it', async () => {
  const house = await mintOrganization(dependencies);
  const whose = { organizationId: house.organizationId, userId: house.owner.userId };
  const { id } = await insertWorkspace(dependencies, whose, { name: 'Inspected' });
  const { token } = await mintApiToken(dependencies, whose, { name: 'Inspector', scopes: ['read'] });
  const { tools } = (await inspect(inspector, address, token, '--method', 'tools/list')) as {
    tools: { name: string }[];
  };
  expect(tools.map(({ name }) => name).sort()).toEqual(READS);
  const called = await inspect(inspector, address, token, '--method', 'tools/call', '--tool-name', 'list_workspaces');
  expect(called).toMatchObject({ structuredContent: { workspaces: [{ id, name: 'Inspected' }] } });
});
