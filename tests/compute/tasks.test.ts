import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { addSecret } from '#server/features/secrets/add-secret.ts';
import { addTask } from '#server/features/tasks/add-task.ts';
import { discardTask, mergeTask } from '#server/features/tasks/finish-task.ts';
import { readDiff, readLog } from '#server/features/tasks/read-diff.ts';
import { tasks } from '#server/features/tasks/tables.ts';
import { startMcp } from '#server/mcp/serve-mcp.ts';
import { addTaskBody } from '#shared/features/tasks/contract.ts';
import { connectMcp } from '#tests/support/mcp-client.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;
/** The workspace that tasks are copies of. */
let id: string;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
  id = await life.add({ name: 'shop', database: 'postgresql' });
  await life.until(id, 'Active');
});
afterAll(async () => {
  await life?.clear();
  await life?.close();
});

/** Hands its token to the part of the agent that thinks elsewhere, and waits for that to end. */
const AGENT = `(umask 077; echo "$SLIPWAY_TOKEN" >~/agent-token)
echo "asked to: $SLIPWAY_TASK_INSTRUCTIONS"
until [ -e ~/agent-ended ]; do sleep 0.2; done`;

const stateOf = async (id: string) => {
  const [task] = await life.dependencies.db.select().from(tasks).where(eq(tasks.id, id));
  return task?.state;
};

/** Once its command has begun. */
async function tokenIn(copyId: string): Promise<string> {
  await life.until(copyId, 'Active');
  let token = '';
  await life.condition(async () => {
    token = await life.shell(copyId, 'cat ~/agent-token').catch(() => '');
    return token !== '';
  }, 'the command to begin');
  return token;
}

async function serveMcp() {
  const mcp = await startMcp(life.dependencies, { api: createApp(life.dependencies).fetch, resolveSession });
  const fetchHere = (async (url, init) => mcp.routes.request(String(url), init as RequestInit)) as typeof fetch;
  return { connect: (token: string) => connectMcp('http://localhost/mcp', token, fetchHere), close: () => mcp.close() };
}

test('a scripted agent does a whole task with its token: files and schema in the copy alone, then merged', async () => {
  await life.shell(id, `cd ~/project && echo draft >notes.txt && psql -qc 'create table customers (name text)'`);

  const { id: taskId, copyId } = await addTask(
    life.context,
    addTaskBody.parse({ workspace_id: id, title: 'Orders', instructions: 'Add orders', command: AGENT }),
  );
  const mcp = await serveMcp();
  const agent = await mcp.connect(await tokenIn(copyId));
  const done = async (tool: string, input: object) => {
    const answer = await agent.use(tool, { workspace: copyId, ...input });
    expect(answer, tool).toMatchObject({ failed: false });
    return answer.text;
  };
  await done('write_file', { path: 'orders.sql', content: 'create table orders (id int primary key);\n' });
  await done('patch_file', { path: 'notes.txt', edits: [{ old_text: 'draft', new_text: 'has orders' }] });
  await done('run_command', { command: 'psql -qf orders.sql' });
  expect((await agent.use('read_file', { workspace: id, path: 'notes.txt' })).failed).toBe(true);
  await done('run_command', { command: 'touch ~/agent-ended' });

  await life.condition(async () => (await stateOf(taskId)) === 'waiting', 'the agent to end');
  expect(await readLog(life.context, { id: taskId })).toBe('asked to: Add orders\n');
  const { files, schema } = await readDiff(life.context, { id: taskId });
  expect(files.map(({ path, change }) => `${change} ${path}`).sort()).toEqual([
    'added orders.sql',
    'changed notes.txt',
  ]);
  expect(schema).toContain('+CREATE TABLE public.orders');
  expect(schema).not.toContain('+CREATE TABLE public.customers');

  await mergeTask(life.context, { id: taskId, way: 'apply' });
  expect(await life.shell(id, 'cd ~/project && cat notes.txt orders.sql')).toBe(
    'has orders\ncreate table orders (id int primary key);',
  );
  // Its database is the original's own: what the files say is run there by whoever wants it.
  expect(await life.shell(id, `psql -Atc "select to_regclass('orders') is null"`)).toBe('t');
  const kept = await readDiff(life.context, { id: taskId });
  expect([kept.as_of === null, kept.files, kept.schema]).toEqual([false, files, schema]);
  await expect(agent.names()).rejects.toThrow();
  await agent.close();
  await mcp.close();
});

test('of two tasks at once, neither sees the other’s files, rows, secrets or processes, and no token opens both', async () => {
  const secrets = ['FIRST_KEY', 'SECOND_KEY'];
  for (const name of secrets) {
    const secret = {
      owner: 'organization',
      kind: 'text',
      name,
      value: `value of ${name}.`,
      repositories: null,
    } as const;
    await addSecret(life.context, secret);
  }
  const added = await Promise.all(
    secrets.map((name) => {
      const work = { title: name, instructions: `Work with ${name}`, command: AGENT, secrets: [name] };
      return addTask(life.context, addTaskBody.parse({ workspace_id: id, ...work }));
    }),
  );
  const mcp = await serveMcp();
  const both = await Promise.all(
    added.map(async ({ id: task, copyId }, index) => {
      const token = await tokenIn(copyId);
      const agent = await mcp.connect(token);
      const bash = (command: string, workspace = copyId) => agent.use('run_command', { workspace, command });
      const planted = `file of ${task}`;
      const row = `row of ${task}`;
      const plant = `echo '${planted}' >planted.txt; psql -qc "create table planted as select '${row}' as is"`;
      expect((await bash(plant)).failed).toBe(false);
      return { copyId, agent, bash, own: [planted, row, `value of ${secrets[index]}.`, task, token] };
    }),
  );
  const look = `env; cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n'; cat ~/agent-token; grep -rhs . .; pg_dump "$DATABASE_URL"`;
  for (const [index, { bash, own }] of both.entries()) {
    const other = both[1 - index]!;
    const { text } = await bash(look);
    expect(own.filter((each) => !text.includes(each))).toEqual([]);
    expect(other.own.filter((each) => text.includes(each))).toEqual([]);
    for (const elsewhere of [other.copyId, id]) expect((await bash('echo in', elsewhere)).failed).toBe(true);
  }
  await Promise.all(both.map(({ agent }) => agent.close()));
  await Promise.all(added.map((task) => discardTask(life.context, { id: task.id })));
  await mcp.close();
  expect(await Promise.all(both.map(({ copyId }) => life.get(copyId).then((copy) => copy.workspace_status)))).toEqual([
    'Deleted',
    'Deleted',
  ]);
});
