import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import { auditLog } from '#server/features/audit/tables.ts';
import { apiTokens } from '#server/features/auth/tables.ts';
import { insertRecord, readRecords } from '#server/features/instances/records.ts';
import { instances, snapshots } from '#server/features/instances/tables.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { collectSecrets } from '#server/features/secrets/index.ts';
import { advanceTask } from '#server/features/tasks/advance.ts';
import { followCopies } from '#server/features/tasks/follow-copies.ts';
import { tasks } from '#server/features/tasks/tables.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { addSecret } from '#shared/features/secrets/contract.ts';
import * as contract from '#shared/features/tasks/contract.ts';
import type { ProgramId } from '#shared/features/tasks/model.ts';
import { getWorkspace, workspaceSetup } from '#shared/features/workspaces/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { shellEngine } from '#tests/support/shell-engine.ts';
import { insertSnapshot, insertTemplate } from '#tests/support/things.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-tasks-'));
const shell = shellEngine(folder);

beforeAll(async () => {
  const environment = { SLIPWAY_SHARED_MEMORY_MB: '1000000' };
  dependencies = await createTestDependencies({ environment, overrides: { engines: shell.engines } });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
  writeFileSync(
    path.join(folder, 'gitconfig'),
    '[user]\nname = Lead\nemail = lead@example.com\n[init]\ndefaultBranch = main\n',
  );
});
afterAll(async () => {
  await dependencies?.close();
  rmSync(folder, { recursive: true, force: true });
});

const sh = async (container: string, script: string) => {
  const { stdout } = await shell.run(container, { command: ['bash', '-c', `cd ~/project; ${script}`] });
  return stdout.trim();
};
const PROJECT =
  'git init -q; echo one >a.txt; echo gone >b.txt; git add .; git commit -qm first; echo draft >notes.txt';

async function giveKey(userId: string): Promise<string> {
  const id = newId();
  const key = { userId, name: id, publicKey: 'ssh-ed25519 AAAA', fingerprint: id };
  await dependencies.db.insert(sshKeys).values({ id, ...key });
  return id;
}

/** A running workspace of a lead. Its database isn't one that has a schema. */
async function source(of = here): Promise<{ id: string; container: string }> {
  const [id, container] = [newId(), `c-${newId()}`];
  const { userId } = await mintUser(dependencies, of.organizationId, 'lead');
  const now = dependencies.clock.now();
  const keyId = await giveKey(userId);
  const whose = { organizationId: of.organizationId, userId, engineId: 'local', createdAt: now };
  const software = { language: 'nodejs', languageVersion: '22', database: 'none' };
  await insertRecord(dependencies.db, workspaces, {
    ...{ kind: 'workspace', id, ...whose, ...software, sshKeyId: keyId, name: 'App', slug: `app-${id.slice(-12)}x` },
    ...{ status: 'Active', containerId: container, cpuCores: 1, memoryMb: 1536, diskGb: 10, launchedAt: now },
  });
  await sh(container, PROJECT);
  return { id, container };
}

type Options = Partial<{
  command: string;
  program: ProgramId;
  minutes: number;
  days: number;
  instructions: string;
}>;

/** Begins a task, and lets its copy run as the launch would. */
async function begin(options: Options = {}) {
  const from = await source();
  const body = { workspace_id: from.id, title: 'Fix the login', instructions: '', command: '', ...options };
  const added = await client.call(contract.addTask, { body }, { key: here.owner.key });
  expect(added.status).toBe(200);
  const { taskID, workspaceID } = added.body;
  const container = `c-${workspaceID}`;
  await sh(container, `${PROJECT}; echo 'PATH=${folder}/bin:$PATH' >~/.profile`);
  await dependencies.db
    .update(instances)
    .set({ status: 'Active', containerId: container, launchedAt: dependencies.clock.now() })
    .where(eq(instances.id, workspaceID));
  await advanceTask(dependencies, taskID);
  return { from, id: taskID, copyId: workspaceID, container };
}

const show = async (taskID: string, key = here.owner.key) =>
  (await client.call(contract.getTask, { params: { taskID } }, { key })).body;
const act = (route: typeof contract.keepTask, taskID: string, key = here.owner.key) =>
  client.call(route, { params: { taskID } }, { key });
const merge = (taskID: string, way: 'apply' | 'push') =>
  client.call(contract.mergeTask, { params: { taskID }, body: { way } }, { key: here.owner.key });
const diff = async (taskID: string) =>
  (await client.call(contract.taskDiff, { params: { taskID } }, { key: here.owner.key })).body;
const statusOf = async (workspaceID: string) =>
  (await client.call(getWorkspace, { params: { workspaceID } }, { key: here.owner.key })).body.workspace_status;

/** Looks until the command said or did something; it runs on its own. */
async function until(id: string, reached: (task: contract.Task) => boolean) {
  return expect
    .poll(
      async () => {
        await advanceTask(dependencies, id);
        return reached(await show(id));
      },
      { timeout: 20_000 },
    )
    .toBe(true);
}

const AGENT = `echo "token \${#SLIPWAY_TOKEN}: $SLIPWAY_TASK_INSTRUCTIONS"
echo two >>a.txt; rm b.txt; echo new >'naïve file.txt'; echo 1 >'a "b" 東京.txt'
git config diff.noprefix true; git add a.txt; git commit -qm 'work of the agent'; exit 3`;

test('a command works in the copy; its files, committed or not, come back as a diff and merge into the workspace', async () => {
  const { from, id, copyId, container } = await begin({ command: AGENT, instructions: 'Be kind' });
  await until(id, ({ state }) => state === 'waiting');
  expect(await show(id)).toMatchObject({ reason: 'ended', exit_code: 3, source: { id: from.id }, may_finish: true });
  const { body } = await client.call(contract.taskLog, { params: { taskID: id } }, { key: here.owner.key });
  expect(body.log).toMatch(/^token [4-9]\d: Be kind\n/);
  expect(await sh(container, 'git branch --show-current')).toMatch(/^task\/fix-the-login-[0-9a-f]{6}$/);
  const { files, more, schema } = await diff(id);
  expect([more, schema]).toEqual([false, null]);
  expect(files.map(({ path: name, change }) => `${change} ${name}`).sort()).toEqual([
    'added a "b" 東京.txt',
    'added naïve file.txt',
    'changed a.txt',
    'deleted b.txt',
  ]);
  expect(files.find((file) => file.path === 'a.txt')?.patch).toContain('\n one\n+two\n');
  expect(await dependencies.db.$count(apiTokens, eq(apiTokens.name, 'Fix the login'))).toBe(0);

  expect((await merge(id, 'apply')).status).toBe(200);
  expect(await sh(from.container, 'cat a.txt "naïve file.txt" notes.txt; ls b.txt 2>&1 | wc -l')).toBe(
    'one\ntwo\nnew\ndraft\n1',
  );
  expect(existsSync(path.join(shell.homeOf(from.container), 'project/b.txt'))).toBe(false);
  expect([(await show(id)).outcome, await statusOf(copyId)]).toEqual(['merged', 'Deleted']);
  expect((await merge(id, 'apply')).status).toBe(409);
});

test('it is looked at the moment its copy runs', async () => {
  const stop = await followCopies(dependencies);
  const from = await source();
  const body = { workspace_id: from.id, title: 'Soon', instructions: '', command: '' };
  const { taskID, workspaceID } = (await client.call(contract.addTask, { body }, { key: here.owner.key })).body;
  const waits = async () => {
    const [job] = await dependencies.sql<{ run_at: string }[]>`
      select run_at from graphile_worker._private_jobs where key = ${`tasks.advance:${taskID}`}`;
    return job?.run_at;
  };
  await advanceTask(dependencies, taskID);
  const later = await waits();
  const [copy] = await dependencies.db.select().from(instances).where(eq(instances.id, workspaceID));
  const { organizationId, slug } = copy!;
  await dependencies.bus.notify(dependencies.db, 'workspace_changed', { id: workspaceID, slug, organizationId });
  await expect.poll(waits).not.toBe(later);
  await stop();
});

test('a command whose start got no answer begins once, and its changes count from before it', async () => {
  const engine = shell.engines.get('local');
  const { run } = engine;
  engine.run = async (container, request, options) => {
    const result = await run(container, request, options);
    if (!request.input?.toString().startsWith('slipway_')) return result;
    engine.run = run;
    await expect.poll(() => sh(container, 'cat ~/tokens')).not.toBe('');
    throw new EngineError('unreachable', 'the answer got lost');
  };
  const command =
    'echo new >new.txt; echo "$SLIPWAY_TOKEN" >>~/tokens; until [ -e ~/stop ]; do sleep 0.1; done; echo ended >>~/ends';
  const { id, copyId, container } = await begin({ command });
  await until(id, ({ state }) => state === 'running');
  const key = await sh(container, 'cat ~/tokens');
  expect((await client.call(contract.taskLog, { params: { taskID: id } }, { key })).status).toBe(200);
  await sh(container, 'touch ~/stop');
  await until(id, ({ state }) => state === 'waiting');
  expect([(await show(id)).workspace.id, await sh(container, 'cat ~/ends')]).toEqual([copyId, 'ended']);
  expect((await diff(id)).files.map((file) => file.path)).toEqual(['new.txt']);
});

test('a command whose start never arrived begins by the next attempt; the late one does nothing', async () => {
  const engine = shell.engines.get('local');
  const { run } = engine;
  let late = () => Promise.resolve();
  engine.run = (container, request, options) => {
    if (!request.input?.toString().startsWith('slipway_')) return run(container, request, options);
    engine.run = run;
    late = () => run(container, request, options).then(() => undefined);
    return Promise.reject(new EngineError('unreachable', 'it is on its way'));
  };
  const { id, container } = await begin({ command: 'echo "$SLIPWAY_TOKEN" >>~/tokens' });
  await advanceTask(dependencies, id);
  await late();
  await until(id, ({ state }) => state === 'waiting');
  expect(await sh(container, 'wc -l <~/tokens')).toBe('1');
  expect(await show(id)).toMatchObject({ reason: 'ended', exit_code: 0 });
});

test('a command that can’t be asked about for a moment goes on, but no longer than its minutes', async () => {
  const { id, container } = await begin({ command: 'echo began; until [ -e ~/stop ]; do sleep 0.1; done', minutes: 5 });
  const log = async () =>
    (await client.call(contract.taskLog, { params: { taskID: id } }, { key: here.owner.key })).body.log;
  await expect.poll(log).toBe('began\n');
  const engine = shell.engines.get('local');
  const { run } = engine;
  const silent = async (...asked: Parameters<typeof run>) =>
    asked[1].command.join().includes('then echo running') ? { exitCode: 0, stdout: '', stderr: '' } : run(...asked);
  await advanceTask(dependencies, id);
  engine.run = silent as typeof run;
  await advanceTask(dependencies, id);
  expect(await show(id)).toMatchObject({ state: 'running', reason: null });
  dependencies.clock.advance(5 * MINUTE);
  await advanceTask(dependencies, id);
  engine.run = run;
  expect(await show(id)).toMatchObject({ state: 'waiting', reason: 'minutes' });
  expect(await sh(container, 'touch ~/stop')).toBe('');
});

test('what does not apply changes nothing, and can still be pushed as a branch', async () => {
  const { from, id, container } = await begin();
  expect(await show(id)).toMatchObject({ state: 'waiting', reason: 'ready' });
  await sh(container, 'echo theirs >a.txt; echo fresh >fresh.txt');
  await sh(from.container, 'echo ours >a.txt');
  const refused = await merge(id, 'apply');
  expect([refused.status, (refused.body as { message?: string }).message]).toEqual([
    409,
    'The changes don’t apply to “App”, which has changed since. Nothing was changed. Push the branch instead.',
  ]);
  expect(await sh(from.container, 'cat a.txt; ls fresh.txt 2>/dev/null')).toBe('ours');
  expect((await merge(id, 'push')).status).toBe(409);
  const remote = path.join(folder, `remote-${id}`);
  await sh(container, `git init -q --bare ${remote}; git remote add origin ${remote}`);
  expect((await merge(id, 'push')).status).toBe(200);
  const branch = (await show(id)).branch;
  expect(await sh(container, `git -C ${remote} show ${branch}:fresh.txt`)).toBe('fresh');
});

test('its token reaches only the copy, with its scopes, and ends with the task', async () => {
  const { from, id, copyId, container } = await begin({
    command: 'echo $$ >../pid; echo "$SLIPWAY_TOKEN" >../token; exec sleep 1000',
  });
  const file = path.join(shell.homeOf(container), 'token');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8').length > 20).toBe(true);
  const key = readFileSync(file, 'utf8').trim();
  const seen = (workspaceID: string) => client.call(workspaceSetup, { params: { workspaceID } }, { key });
  // Given `use` alone, it doesn't even read.
  expect((await seen(copyId)).status).toBe(403);
  expect((await client.call(contract.taskLog, { params: { taskID: id } }, { key })).status).toBe(200);
  await dependencies.db
    .update(apiTokens)
    .set({ scopes: ['read', 'use'] })
    .where(eq(apiTokens.workspaceIds, [copyId]));
  expect([(await seen(copyId)).status, (await seen(from.id)).status]).toEqual([200, 404]);
  for (const route of [contract.keepTask, contract.discardTask]) expect((await act(route, id, key)).status).toBe(403);

  expect((await act(contract.discardTask, id)).status).toBe(200);
  expect([(await seen(copyId)).status, await statusOf(copyId)]).toEqual([401, 'Deleted']);
  // A container would have ended it.
  await sh(container, 'kill "$(cat ../pid)"');
});

test('the log hides the values of secrets that the copy has', async () => {
  const secret = {
    owner: 'organization',
    kind: 'text',
    name: 'KEY',
    value: 'open sesame',
    repositories: null,
  } as const;
  expect((await client.call(addSecret, { body: secret }, { key: here.owner.key })).status).toBe(200);
  const { id } = await begin({ command: 'echo "KEY=open sesame; done"' });
  await until(id, ({ state }) => state === 'waiting');
  const { body } = await client.call(contract.taskLog, { params: { taskID: id } }, { key: here.owner.key });
  expect(body.log).toBe('KEY=***; done\n');
});

test('a copy has only the secrets named for it, none by an API token, and a kept one those of any workspace', async () => {
  const mine = await mintOrganization(dependencies);
  for (const name of ['ALPHA', 'BETA']) {
    const body = { owner: 'organization', kind: 'text', name, value: name, repositories: null } as const;
    expect((await client.call(addSecret, { body }, { key: mine.owner.key })).status).toBe(200);
  }
  const whose = { userId: mine.owner.userId, organizationId: mine.organizationId };
  const { token } = await mintApiToken(dependencies, whose, { name: 'agents' });
  // Of a person each, who may have three workspaces.
  const ask = async (key: string, secrets?: string[] | null) => {
    const from = await source(mine);
    const body = {
      workspace_id: from.id,
      title: 'Look',
      instructions: '',
      command: '',
      ...(secrets !== undefined && { secrets }),
    };
    return client.call(contract.addTask, { body }, { key });
  };
  const had = async (id: string) => {
    const [copy] = await readRecords(dependencies.db, workspaceKind, eq(instances.id, id));
    return (await collectSecrets(dependencies.db, copy!)).secrets.map(({ name }) => name);
  };
  const hasNow = async (...asked: Parameters<typeof ask>) => had((await ask(...asked)).body.workspaceID);
  expect(await hasNow(mine.owner.key)).toEqual(['ALPHA', 'BETA']);
  expect(await hasNow(mine.owner.key, [])).toEqual([]);
  expect(await hasNow(token)).toEqual([]);
  expect(await hasNow(token, ['BETA'])).toEqual(['BETA']);
  const wrong = await ask(mine.owner.key, ['ALPHA', 'GAMMA']);
  expect([wrong.status, wrong.body]).toMatchObject([
    422,
    { errorsObj: { secrets: 'The workspace has no secret “GAMMA”.' } },
  ]);
  const log = await dependencies.db.select().from(auditLog).where(eq(auditLog.organizationId, mine.organizationId));
  const told = log.filter(({ action }) => action === 'tasks.add').map(({ details }) => details?.secrets);
  expect(told.sort()).toEqual(['', '', 'BETA', 'all']);

  const { taskID, workspaceID } = (await ask(mine.owner.key, [])).body;
  await dependencies.db
    .update(instances)
    .set({ status: 'Active', containerId: `c-${workspaceID}` })
    .where(eq(instances.id, workspaceID));
  expect((await act(contract.keepTask, taskID, mine.owner.key)).status).toBe(200);
  expect(await had(workspaceID)).toEqual(['ALPHA', 'BETA']);
});

test('taken over, the command stands still and its minutes stop; over budget, it ends and waits for a person', async () => {
  const { id, container } = await begin({ command: 'setsid sleep 1000 & echo $! >../pid; wait', minutes: 10 });
  const file = path.join(shell.homeOf(container), 'pid');
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/\d/);
  const pid = readFileSync(file, 'utf8').trim();
  const process = () => sh(container, `ps -o stat= -p ${pid}`);
  dependencies.clock.advance(4 * MINUTE);
  expect((await act(contract.takeOverTask, id)).status).toBe(200);
  expect([(await process())[0], (await show(id)).taken_over]).toEqual(['T', true]);
  dependencies.clock.advance(30 * MINUTE);
  await advanceTask(dependencies, id);
  expect(await show(id)).toMatchObject({ state: 'running', used_minutes: 4 });
  expect((await act(contract.handBackTask, id)).status).toBe(200);
  expect((await process())[0]).toBe('S');
  dependencies.clock.advance(6 * MINUTE);
  await advanceTask(dependencies, id);
  expect(await show(id)).toMatchObject({ state: 'waiting', reason: 'minutes', used_minutes: 10 });
  // A zombie where nothing reaps orphans.
  expect(await process()).toMatch(/^(Z.*)?$/);
  expect((await act(contract.takeOverTask, id)).status).toBe(409);
});

test('kept, the copy is an ordinary workspace; forgotten, it goes at its end', async () => {
  const kept = await begin();
  const lost = await begin({ days: 2 });
  expect((await act(contract.keepTask, kept.id)).status).toBe(200);
  dependencies.clock.advance(2 * DAY);
  for (const { id } of [kept, lost]) await advanceTask(dependencies, id);
  const rows = await dependencies.db.select().from(tasks);
  const stateOf = (id: string) => rows.find((row) => row.id === id)?.state;
  expect([stateOf(kept.id), await statusOf(kept.copyId)]).toEqual(['done', 'Active']);
  expect([stateOf(lost.id), await statusOf(lost.copyId)]).toEqual(['expired', 'Deleted']);
});

test('a task that can’t be written leaves no copy behind', async () => {
  const from = await source();
  const body = { workspace_id: from.id, title: 'Torn in two', instructions: '', command: '' };
  await dependencies.sql`alter table tasks add constraint torn check (title <> 'Torn in two')`;
  const torn = await client.call(contract.addTask, { body }, { key: here.owner.key });
  await dependencies.sql`alter table tasks drop constraint torn`;
  expect([torn.status, await dependencies.db.$count(instances, eq(instances.name, 'Torn in two'))]).toEqual([500, 0]);
  expect((await client.call(contract.addTask, { body }, { key: here.owner.key })).status).toBe(200);
});

test('it starts from the workspace as it is now, or from a snapshot of it; nobody outside sees it', async () => {
  const from = await source();
  const begun = async (snapshot_id: string | null) => {
    const body = { workspace_id: from.id, snapshot_id, title: 'タスク', instructions: '', command: '' };
    return client.call(contract.addTask, { body }, { key: here.owner.key });
  };
  const whose = { organizationId: here.organizationId, userId: here.owner.userId };
  const now = await begun(null);
  const [copy] = await readRecords(dependencies.db, workspaceKind, eq(instances.id, now.body.workspaceID));
  const [made] = await dependencies.db
    .select()
    .from(snapshots)
    .where(eq(snapshots.id, copy?.snapshotId ?? ''));
  expect(made).toMatchObject({ instanceId: from.id, forkId: now.body.workspaceID, status: 'Pending' });

  const { id: snapshotId } = await insertSnapshot(dependencies, whose, { instanceId: from.id });
  const then = await begun(snapshotId);
  const [older] = await readRecords(dependencies.db, workspaceKind, eq(instances.id, then.body.workspaceID));
  expect(older?.snapshotId).toBe(snapshotId);
  const { id: another } = await insertSnapshot(dependencies, whose);
  expect([(await begun(another)).status, (await begun(newId())).status]).toEqual([422, 422]);

  await dependencies.db.update(instances).set({ status: 'Pending' }).where(eq(instances.id, from.id));
  expect((await begun(null)).status).toBe(409);

  const other = await begin();
  const stranger = (await mintOrganization(dependencies)).owner;
  const colleague = await mintUser(dependencies, here.organizationId, 'lead');
  for (const { key } of [stranger, colleague]) {
    for (const route of [contract.discardTask, contract.undoTask]) {
      expect((await act(route, other.id, key)).status).toBe(404);
    }
    expect((await client.call(contract.listTasks, undefined, { key })).body.tasks).toEqual([]);
  }
});

test('it starts from a template, with its prepared copy; its branch is pushed, as a template takes no changes', async () => {
  const content = { git_url: 'https://93.184.216.34/acme/shop.git' };
  const templateId = await insertTemplate(dependencies, here.organizationId, { name: 'Web shop', content });
  const lead = await mintUser(dependencies, here.organizationId, 'lead');
  const add = (more: object, key = lead.key) => {
    const body = { template_id: templateId, title: 'Upgrade', instructions: '', command: 'echo done', ...more };
    return client.call(contract.addTask, { body }, { key });
  };
  const keyless = await add({});
  expect(keyless.status).toBe(422);
  expect(keyless.body).toMatchObject({ errorsObj: { ssh_key_id: expect.stringContaining('Add one') } });
  await giveKey(lead.userId);
  expect((await add({ workspace_id: (await source()).id })).body).toMatchObject({
    errorsObj: { template_id: 'Choose a workspace or a template, not both.' },
  });
  expect((await add({ snapshot_id: newId() })).status).toBe(422);
  expect((await add({ template_id: newId() })).status).toBe(422);
  expect((await add({ template_id: null })).body).toMatchObject({ errorsObj: { workspace_id: expect.any(String) } });
  const elsewhere = await mintOrganization(dependencies);
  expect((await add({}, elsewhere.owner.key)).status).toBe(422);
  expect((await add({}, (await mintUser(dependencies, here.organizationId, 'user')).key)).status).toBe(403);

  const { organizationId } = here;
  const prepared = await insertSnapshot(
    dependencies,
    { organizationId, userId: lead.userId },
    {
      ...{ templateId, templateVersion: 1, gitCommit: 'a'.repeat(40) },
    },
  );
  const added = await add({});
  expect(added).toMatchObject({ status: 200 });
  const { taskID, workspaceID } = added.body;
  const [copy] = await readRecords(dependencies.db, workspaceKind, eq(instances.id, workspaceID));
  expect(copy).toMatchObject({ name: 'Upgrade', userId: lead.userId, templateId, snapshotId: prepared.id });
  const container = `c-${workspaceID}`;
  await sh(container, PROJECT);
  await dependencies.db
    .update(instances)
    .set({ status: 'Active', containerId: container, launchedAt: dependencies.clock.now() })
    .where(eq(instances.id, workspaceID));
  await until(taskID, ({ state }) => state === 'waiting');
  const task = await show(taskID, lead.key);
  expect(task).toMatchObject({ source: { kind: 'template', id: templateId, name: 'Web shop' }, may_finish: true });
  expect((await merge(taskID, 'apply')).status).toBe(409);
  const remote = path.join(folder, `remote-${taskID}`);
  await sh(container, `echo new >new.txt; git init -q --bare ${remote}; git remote add origin ${remote}`);
  expect((await merge(taskID, 'push')).status).toBe(200);
  expect(await sh(container, `git -C ${remote} show ${task.branch}:new.txt`)).toBe('new');
});

test('what is over still shows what it changed and wrote, without secrets', async () => {
  const body = { owner: 'organization', kind: 'text', name: 'PIN', value: 'tide-4711', repositories: null } as const;
  expect((await client.call(addSecret, { body }, { key: here.owner.key })).status).toBe(200);
  const { id, container } = await begin({ command: 'echo "pin tide-4711" >pin.txt; echo worked' });
  expect((await show(id)).diff_date).toBeNull();
  await until(id, ({ state }) => state === 'waiting');
  await sh(container, 'echo later >later.txt');
  expect((await act(contract.discardTask, id)).status).toBe(200);
  const { files, as_of } = await diff(id);
  expect(files.map(({ path: name }) => name).sort()).toEqual(['later.txt', 'pin.txt']);
  expect(files.find(({ path: name }) => name === 'pin.txt')?.patch).toContain('+pin ***');
  expect([as_of, (await show(id)).diff_date]).toEqual([as_of, as_of]);
  const { body: said } = await client.call(contract.taskLog, { params: { taskID: id } }, { key: here.owner.key });
  expect(said.log).toBe('worked\n');
});

test('a discarded task comes back for a day, by whoever may change it, and no other does', async () => {
  const { id, copyId } = await begin({ days: 1 });
  expect((await act(contract.undoTask, id)).status).toBe(200);
  expect((await act(contract.discardTask, id)).status).toBe(200);
  expect((await show(id)).undo_date).not.toBeNull();
  // Its files are still being saved.
  expect((await act(contract.undoTask, id)).status).toBe(409);
  await dependencies.db.update(snapshots).set({ status: 'Active' }).where(eq(snapshots.instanceId, copyId));
  dependencies.clock.advance(DAY - MINUTE);
  expect((await act(contract.undoTask, id)).status).toBe(200);
  expect(await show(id)).toMatchObject({ state: 'waiting', outcome: null, undo_date: null });
  expect(await statusOf(copyId)).toBe('Offline');
  // Its end had almost come.
  dependencies.clock.advance(2 * MINUTE);
  await advanceTask(dependencies, id);
  expect((await show(id)).state).toBe('waiting');

  expect((await act(contract.discardTask, id)).status).toBe(200);
  dependencies.clock.advance(DAY);
  expect((await show(id)).undo_date).toBeNull();
  expect((await act(contract.undoTask, id)).status).toBe(409);
  const kept = await begin();
  expect((await act(contract.keepTask, kept.id)).status).toBe(200);
  expect((await act(contract.undoTask, kept.id)).status).toBe(409);
});

test('whoever began it is told once before its copy goes', async () => {
  const { id } = await begin({ days: 1 });
  const told = async (task = id) => {
    const jobs = await dependencies.sql<{ payload: { sealed: string } }[]>`
      select j.payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'mail.send'`;
    return jobs.filter(({ payload }) => dependencies.secrets.open(payload.sealed).includes(`/tasks/${task}`)).length;
  };
  dependencies.clock.advance(15 * HOUR);
  await advanceTask(dependencies, id);
  expect(await told()).toBe(0);
  dependencies.clock.advance(HOUR);
  for (const _ of [1, 2]) await advanceTask(dependencies, id);
  expect(await told()).toBe(1);

  // Who has left isn't told what goes on there.
  const left = await mintOrganization(dependencies);
  const theirs = await begin({ days: 1 });
  await dependencies.db.update(tasks).set({ userId: left.owner.userId }).where(eq(tasks.id, theirs.id));
  dependencies.clock.advance(16 * HOUR);
  await advanceTask(dependencies, theirs.id);
  expect(await told(theirs.id)).toBe(0);
});

test('an agent’s program is installed before its command; what it needs is asked for before, what fails is in the log', async () => {
  const bin = path.join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  const npm = `#!/bin/bash
[ -e "$GIT_CONFIG_GLOBAL.offline" ] && { echo 'npm error network' >&2; exit 7; }
while [ "$1" != --prefix ]; do shift; done; mkdir -p "$2/bin"
echo 'echo "$@: $(cat)"' >"$2/bin/claude"; chmod +x "$2/bin/claude"; echo "added \${@: -1}"`;
  writeFileSync(path.join(bin, 'npm'), npm, { mode: 0o755 });
  const from = await source();
  const ask = (more: object) => {
    const body = {
      workspace_id: from.id,
      title: 'Agent',
      instructions: 'Sort it',
      command: '',
      program: 'claude-code',
      ...more,
    };
    return client.call(contract.addTask, { body: body as never }, { key: here.owner.key });
  };
  const refused = await ask({});
  expect([refused.status, refused.body]).toMatchObject([
    422,
    { errorsObj: { program: expect.stringMatching(/^Claude Code needs the secret ANTHROPIC_API_KEY/) } },
  ]);
  const key = {
    owner: 'organization',
    kind: 'text',
    name: 'ANTHROPIC_API_KEY',
    value: 'key-1',
    repositories: null,
  } as const;
  expect((await client.call(addSecret, { body: key }, { key: here.owner.key })).status).toBe(200);
  for (const wrong of [{ secrets: [] }, { instructions: ' ' }]) expect((await ask(wrong)).status).toBe(422);

  const worked = await begin({ program: 'claude-code', instructions: 'Sort it' });
  await until(worked.id, ({ state }) => state === 'waiting');
  const log = async (taskID: string) =>
    (await client.call(contract.taskLog, { params: { taskID } }, { key: here.owner.key })).body.log;
  expect(await show(worked.id)).toMatchObject({ program: 'claude-code', exit_code: 0 });
  expect(await log(worked.id)).toBe('added @anthropic-ai/claude-code\n-p --dangerously-skip-permissions: Sort it\n');
  // It lies beside the project.
  expect((await diff(worked.id)).files).toEqual([]);

  writeFileSync(path.join(folder, 'gitconfig.offline'), '');
  const failed = await begin({ program: 'claude-code', command: 'echo never' });
  await until(failed.id, ({ state }) => state === 'waiting');
  expect(await log(failed.id)).toBe(
    'npm error network\nnpm could not install @anthropic-ai/claude-code (exit code 7), so the command did not begin.\n',
  );
  expect((await show(failed.id)).exit_code).toBe(7);
});
