import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { ContainerSpec, ExecRequest } from '#server/compute/engine.ts';
import { billingAccounts } from '#server/features/billing/tables.ts';
import { containerName, WORKSPACE_LABEL } from '#server/features/instances/index.ts';
import { instances, snapshots, spares } from '#server/features/instances/tables.ts';
import { runPrebuild } from '#server/features/prebuilds/run-prebuild.ts';
import { prebuildRuns, prebuilds } from '#server/features/prebuilds/tables.ts';
import { watchPrebuilds } from '#server/features/prebuilds/watch-prebuilds.ts';
import { templates } from '#server/features/templates/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { servePrebuildWebhook } from '#server/http/prebuild-webhook.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import * as contract from '#shared/features/prebuilds/contract.ts';
import { listSnapshots } from '#shared/features/snapshots/contract.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import { deleteTemplate } from '#shared/features/templates/contract.ts';
import { addWorkspace } from '#shared/features/workspaces/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { MemoryEngine } from '#tests/support/memory-engine.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertTemplate, insertWorkspace } from '#tests/support/things.ts';

const REPOSITORY = 'https://127.0.0.1:1/app.git';
const ONE_MB = 1536;

/** Makes containers in which every program succeeds, with a repository that has `commit`. */
class PreparingEngine extends MemoryEngine {
  head = 'a'.repeat(40);
  /** Called for each program. */
  onRun = async (_command: string) => {};

  async createContainer(spec: ContainerSpec) {
    this.states.set(spec.labels?.[WORKSPACE_LABEL] ?? '', 'exited');
    return { id: spec.name, diskLimited: true };
  }
  async ensureNetwork() {
    return 'network';
  }
  async start(container: string) {
    this.states.set(container.slice(containerName('workspace', '').length), 'running');
  }
  override async remove(container: string) {
    this.states.delete(container.slice(containerName('workspace', '').length));
  }
  async removeImage() {}
  override async run(_container = '', request?: ExecRequest) {
    const command = request?.command.join(' ') ?? '';
    await this.onRun(command);
    return { exitCode: 0, stdout: command.includes('rev-parse') ? `${this.head}\n` : '', stderr: '' };
  }
}

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let templateId: string;
const engine = new PreparingEngine();

beforeAll(async () => {
  dependencies = await createTestDependencies({
    environment: { SLIPWAY_SHARED_MEMORY_MB: String(8 * ONE_MB), GIT_ALLOW_PRIVATE_HOSTS: 'true' },
    overrides: { engines: engine.engines },
  });
  const { images } = dependencies;
  Object.assign(dependencies, {
    images: { ...images, ensureImage: (_: unknown, choice: never) => images.nameOf(choice) },
  });
  client = createTestClient(createApp(dependencies));
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  engine.head = 'a'.repeat(40);
  engine.onRun = async () => {};
  await dependencies.db.update(instances).set({ status: 'Deleted', asleepSince: null });
  await dependencies.db.delete(spares);
  here = await mintOrganization(dependencies);
  const content = { git_url: REPOSITORY };
  templateId = await insertTemplate(dependencies, here.organizationId, { name: 'Shop', content });
});

const params = () => ({ params: { templateID: templateId } });
const owner = () => ({ key: here.owner.key });
const when = { schedule: 'daily', hour: 4, weekday: 1, time_zone: 'UTC' } as const;
const save = (body: Partial<contract.PrebuildInput> = {}) =>
  client.call(contract.savePrebuild, { ...params(), body: { ...when, ...body } }, owner());
const get = async () => (await client.call(contract.getPrebuild, params(), owner())).body;
const row = async () => {
  const [found] = await dependencies.db.select().from(prebuilds).where(eq(prebuilds.templateId, templateId));
  if (!found) throw new Error('not turned on');
  return found;
};
const run = async () => runPrebuild(dependencies, (await row()).id, new AbortController().signal);
const byHand = async () => {
  expect((await client.call(contract.preparePrebuild, params(), owner())).status).toBe(200);
  await run();
};
const turnedOn = async () => {
  expect((await save()).status).toBe(200);
  await run();
};
const copies = (status: 'Active' | 'Pending Deletion' | 'Deleted' = 'Active') =>
  dependencies.db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.templateId, templateId), eq(snapshots.status, status)));
const runs = async () => dependencies.db.$count(prebuildRuns, eq(prebuildRuns.prebuildId, (await row()).id));
const mails = async () => {
  const [count] = await dependencies.sql`select count(*)::int as n from graphile_worker.jobs
    where task_identifier like 'mail%'`;
  return Number(count?.n);
};
async function launch() {
  const person = await mintUser(dependencies, here.organizationId, 'lead');
  const added = { name: 'k', public_key: newPublicKey() };
  const sshKey = (await client.call(keys.addSshKey, { body: added }, { key: person.key })).body.sshKeyID;
  const body = { name: 'fresh', user_id: person.userId, ssh_key_id: sshKey, template_id: templateId };
  const answer = await client.call(
    addWorkspace,
    { body: { ...body, deployment_type: 'new_container' } as never },
    { key: person.key },
  );
  const [found] = await dependencies.db
    .select({ snapshotId: instances.snapshotId, cloneStatus: workspaces.cloneStatus, gitUrl: workspaces.gitUrl })
    .from(instances)
    .innerJoin(workspaces, eq(workspaces.id, instances.id))
    .where(eq(instances.id, answer.body.workspaceID));
  return found;
}

test('turning it on prepares a copy, which nobody lists and the next launch starts from', async () => {
  expect((await get()).on).toBe(false);
  await turnedOn();
  const [copy] = await copies();
  expect(copy).toMatchObject({ gitCommit: engine.head, templateVersion: 1 });
  expect(await get()).toMatchObject({ on: true, waiting: false, copy: { commit: engine.head } });
  expect((await get()).last_run).toMatchObject({ state: 'ready', detail: null });
  expect((await client.call(listSnapshots, {}, owner())).body.records).toBe(0);
  expect(engine.states.size).toBe(0);
  expect(await dependencies.db.$count(spares)).toBe(0);
  expect(await launch()).toEqual({ snapshotId: copy?.id, cloneStatus: 'pending', gitUrl: REPOSITORY });
});

test('another version of the template has no copy yet', async () => {
  await turnedOn();
  const version = { templateId, version: 2, content: (await contentOf()).content };
  await dependencies.sql`insert into template_versions (template_id, version, content)
    values (${templateId}, 2, ${JSON.stringify(version.content)}::jsonb)`;
  await dependencies.db.update(templates).set({ version: 2 }).where(eq(templates.id, templateId));
  expect((await launch())?.snapshotId).toBeNull();
  await watchPrebuilds(dependencies);
  expect(await copies()).toEqual([]);
});
async function contentOf() {
  const [found] = await dependencies.sql`select content from template_versions where template_id = ${templateId}`;
  return { content: found?.content };
}

test('a commit is prepared once, unless by hand; the newest two copies stay', async () => {
  await turnedOn();
  await dependencies.db.update(prebuilds).set({ nextAt: dependencies.clock.now() });
  await run();
  expect(await copies()).toHaveLength(1);
  const [next] = await dependencies.db.select().from(prebuilds).where(eq(prebuilds.templateId, templateId));
  expect(next?.nextAt?.getTime()).toBeGreaterThan(dependencies.clock.now().getTime());
  await byHand();
  await byHand();
  expect(await copies()).toHaveLength(2);
  expect(await copies('Deleted')).toHaveLength(1);
});

test('a failing one keeps the last copy, has a log, and tells the managers once', async () => {
  await turnedOn();
  const before = await copies();
  const mailed = await mails();
  engine.run = async () => ({ exitCode: 128, stdout: '', stderr: 'fatal: repository not found' });
  try {
    await byHand();
    expect((await get()).last_run).toMatchObject({ state: 'failed', detail: expect.stringContaining('repository') });
    expect(await copies()).toEqual(before);
    const told = await mails();
    expect(told).toBeGreaterThan(mailed);
    await byHand();
    expect(await mails()).toBe(told);
    const { body } = await client.call(contract.prebuildLog, params(), owner());
    expect(body.log).toContain(REPOSITORY);
  } finally {
    engine.run = PreparingEngine.prototype.run;
  }
});

test('one that a process left unfinished is begun again', async () => {
  await turnedOn();
  const { id } = await row();
  await dependencies.db.update(prebuildRuns).set({ state: 'running' }).where(eq(prebuildRuns.prebuildId, id));
  engine.states.set(id, 'running');
  await watchPrebuilds(dependencies);
  const [job] = await dependencies.sql`select 1 from graphile_worker.jobs where key = ${`prebuilds.run:${id}`}`;
  expect(job).toBeDefined();
  await run();
  expect(engine.states.has(id)).toBe(false);
  expect((await get()).last_run?.state).toBe('failed');
});

test('memory that somebody uses is left to them, asleep or not, and it is tried again', async () => {
  const whose = { organizationId: here.organizationId, userId: here.owner.userId };
  const now = dependencies.clock.now();
  for (let each = 0; each < 7; each += 1) {
    const asleep = { status: 'Offline' as const, asleepSince: now };
    await insertWorkspace(dependencies, whose, { ...asleep, launchedAt: now, memoryMb: ONE_MB });
  }
  await turnedOn();
  expect(await copies()).toEqual([]);
  expect(await get()).toMatchObject({ waiting: true, waiting_reason: expect.stringContaining('memory') });
  expect(await runs()).toBe(0);
  expect(await dependencies.db.$count(instances, eq(instances.asleepSince, now))).toBe(7);
});

test('turned off it keeps nothing ready, and turned on again within a day it has its copies back', async () => {
  await turnedOn();
  expect((await client.call(contract.endPrebuild, params(), owner())).status).toBe(200);
  expect((await launch())?.snapshotId).toBeNull();
  expect(await copies('Pending Deletion')).toHaveLength(1);
  expect((await client.call(contract.preparePrebuild, params(), owner())).status).toBe(409);
  await turnedOn();
  expect(await copies()).toHaveLength(1);
});

test('what is turned off, or loses its template, while it runs leaves no copy', async () => {
  engine.onRun = async (command) => {
    if (command.includes('rev-parse')) await client.call(contract.endPrebuild, params(), owner());
  };
  await turnedOn();
  expect(await copies()).toEqual([]);
  expect((await get()).on).toBe(false);
  engine.onRun = async (command) => {
    if (command.includes('rev-parse')) await client.call(deleteTemplate, params(), owner());
  };
  await turnedOn();
  expect(await copies()).toEqual([]);
});

test('asked for while it runs, another one follows', async () => {
  engine.onRun = async (command) => {
    if (command.includes('rev-parse')) await client.call(contract.preparePrebuild, params(), owner());
  };
  await turnedOn();
  expect((await row()).asked).toBe('hand');
});

test('nothing is prepared for a deleted template, a paused organization or one that ends', async () => {
  await save();
  await client.call(deleteTemplate, params(), owner());
  await run();
  expect(await runs()).toBe(0);
  await dependencies.db.update(templates).set({ deletedAt: null }).where(eq(templates.id, templateId));
  const account = { organizationId: here.organizationId, readOnlySince: dependencies.clock.now() };
  await dependencies.db
    .insert(billingAccounts)
    .values(account as never)
    .onConflictDoUpdate({ target: billingAccounts.organizationId, set: account });
  await run();
  expect(await runs()).toBe(0);
});

test('copies go with a template that can no longer be had back', async () => {
  await turnedOn();
  const long = new Date(dependencies.clock.now().getTime() - DAY - HOUR);
  await dependencies.db.update(templates).set({ deletedAt: long }).where(eq(templates.id, templateId));
  await watchPrebuilds(dependencies);
  expect(await copies()).toEqual([]);
});

test('what turning it on finds wrong with the repository is said in one sentence, as it is no field of the form', async () => {
  const content = { git_url: 'https://nowhere.invalid/app.git' };
  templateId = await insertTemplate(dependencies, here.organizationId, { name: 'Lost', content });
  const { config } = dependencies;
  const { gitAllowPrivateHosts } = config;
  Object.assign(config, { gitAllowPrivateHosts: false });
  const { status, body } = await save();
  Object.assign(config, { gitAllowPrivateHosts });
  expect([status, body]).toMatchObject([409, { message: 'The host nowhere.invalid can’t be found.' }]);
});

test('two saves at once are one, and a template without a repository or with a host has none', async () => {
  const answers = await Promise.all([save({ hour: 1 }), save({ hour: 2 })]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await dependencies.db.$count(prebuilds, eq(prebuilds.templateId, templateId))).toBe(1);
  for (const content of [{ git_url: null }, { git_url: REPOSITORY, server_id: 'a-host' }]) {
    templateId = await insertTemplate(dependencies, here.organizationId, { name: JSON.stringify(content), content });
    expect((await save()).status).toBe(409);
    expect((await get()).unsuitable).not.toBeNull();
  }
});

const PROVIDERS = {
  GitHub: (secret: string, body: string) => ({ 'X-Hub-Signature-256': `sha256=${hmac(secret, body)}` }),
  Gitea: (secret: string, body: string) => ({ 'X-Gitea-Signature': hmac(secret, body) }),
  Forgejo: (secret: string, body: string) => ({ 'X-Forgejo-Signature': hmac(secret, body) }),
  GitLab: (secret: string) => ({ 'X-Gitlab-Token': secret }),
};
const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex');
const post = async (body: string, headers: Record<string, string>, id?: string) => {
  const path = `/webhooks/prebuilds/${id ?? (await row()).id}`;
  return servePrebuildWebhook(dependencies).request(path, { method: 'POST', body, headers });
};
const secretOf = async () => (await client.call(contract.renewPrebuildSecret, params(), owner())).body.secret;
const asked = async () => (await row()).asked;
const push = (after: string, ref = 'refs/heads/main') => JSON.stringify({ ref, after, more: {} });

test.each(Object.entries(PROVIDERS))('a signed push from %s asks for a copy', async (_, sign) => {
  await turnedOn();
  const secret = await secretOf();
  const body = push('b'.repeat(40));
  expect((await post(body, sign(secret, body))).status).toBe(202);
  expect(await asked()).toBe('webhook');
});

test('GitHub’s form asks for a copy, as its JSON does', async () => {
  await turnedOn();
  const secret = await secretOf();
  const body = String(new URLSearchParams({ payload: push('b'.repeat(40)) }));
  expect((await post(body, PROVIDERS.GitHub(secret, body))).status).toBe(202);
  expect(await asked()).toBe('webhook');
});

test('a push of what there is, of another branch or of something else changes nothing', async () => {
  await turnedOn();
  const secret = await secretOf();
  await dependencies.db.update(prebuilds).set({ branch: 'main' }).where(eq(prebuilds.templateId, templateId));
  const others = [
    push(engine.head),
    push('b'.repeat(40), 'refs/heads/other'),
    push('b'.repeat(40), 'refs/tags/main'),
    push('0'.repeat(40)),
    '{"zen":"hi"}',
    'not JSON',
    'payload=%',
    '',
  ];
  for (const body of others) expect((await post(body, PROVIDERS.GitHub(secret, body))).status).toBe(202);
  expect(await asked()).toBeNull();
});

test('whatever is not signed with the secret changes nothing and tells nothing', async () => {
  await turnedOn();
  const secret = await secretOf();
  const old = secret;
  const current = await secretOf();
  expect(current).not.toBe(old);
  const id = (await row()).id;
  const header = fc.constantFrom(...Object.values(PROVIDERS).flatMap((sign) => Object.keys(sign('', ''))));
  const value = fc.oneof(
    fc.constantFrom('', 'none', 'sha256=', old, hmac(old, push('b'.repeat(40))), hmac('none', push('b'.repeat(40)))),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef') }),
  );
  const where = fc.constantFrom(id, templateId, 'nothing', '00000000-0000-7000-8000-000000000000');
  await fc.assert(
    fc.asyncProperty(header, value, where, async (name, text, to) => {
      const answer = await post(push('b'.repeat(40)), { [name]: text }, to);
      expect([answer.status, await answer.json()]).toEqual([401, { received: false }]);
    }),
    { numRuns: 60 },
  );
  expect((await post(push('b'.repeat(40)), {})).status).toBe(401);
  expect(await asked()).toBeNull();
  const large = ' '.repeat(1024 * 1024 + 1);
  expect((await post(large, PROVIDERS.GitHub(current, large))).status).toBe(413);
});
