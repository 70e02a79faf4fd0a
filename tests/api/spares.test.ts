import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { ContainerSpec, ExecRequest } from '#server/compute/engine.ts';
import { billingAccounts } from '#server/features/billing/tables.ts';
import { reserveMachine } from '#server/features/capacity/index.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { containerName, INSTALLATION_LABEL, WORKSPACE_LABEL } from '#server/features/instances/index.ts';
import { instances, spares } from '#server/features/instances/tables.ts';
import { nodes } from '#server/features/machines/tables.ts';
import { organizations } from '#server/features/people/tables.ts';
import { keepSpares } from '#server/features/workspaces/keep-spares.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { readMetrics } from '#server/platform/metrics.ts';
import { searchOrganization } from '#shared/features/search/contract.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { reconcile } from '#tests/support/instances.ts';
import { MemoryEngine } from '#tests/support/memory-engine.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertNode } from '#tests/support/node.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertWorkspace } from '#tests/support/things.ts';

const ROOM_FOR = 8;
const ONE_MB = SHARED_LIMITS.memoryGb * 1024;
const SPARES = 2;

/** Also makes containers, whose programs are there at once. */
class MakingEngine extends MemoryEngine {
  readonly made: ContainerSpec[] = [];
  /** Called while one is being made. */
  meanwhile = async () => {};

  async createContainer(spec: ContainerSpec) {
    this.made.push(spec);
    this.states.set(spec.labels?.[WORKSPACE_LABEL] ?? '', 'exited');
    await this.meanwhile();
    return { id: spec.name, diskLimited: true };
  }
  async ensureNetwork() {
    return 'network';
  }
  async disconnectNetwork() {}
  async start(container: string) {
    this.states.set(container.slice(containerName('workspace', '').length), 'running');
  }
  override async list(labels: Record<string, string>) {
    return (await super.list(labels)).map((container) => ({ ...container, id: container.name }));
  }
  override async run(_container = '', _request?: ExecRequest) {
    return { exitCode: 0, stdout: '', stderr: '' };
  }
}

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
const machine = new MakingEngine();

beforeAll(async () => {
  dependencies = await createTestDependencies({
    environment: { SLIPWAY_SHARED_MEMORY_MB: String(ROOM_FOR * ONE_MB), SLIPWAY_SPARES: String(SPARES) },
    overrides: { engines: machine.engines },
  });
  const { images } = dependencies;
  Object.assign(dependencies, {
    images: { ...images, ensureImage: (_: unknown, choice: never) => images.nameOf(choice) },
  });
  client = createTestClient(createApp(dependencies));
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  // Each test has the machine to itself.
  await dependencies.db.update(instances).set({ status: 'Deleted', asleepSince: null });
  await dependencies.sql`update instances set created_at = created_at - interval '100 days'`;
  await dependencies.db.delete(spares);
  machine.states.clear();
  machine.made.length = 0;
  here = await mintOrganization(dependencies);
});

const keep = () => keepSpares(dependencies, new AbortController().signal);
const imageOf = (language: string, database = 'none') => dependencies.images.nameOf({ language, database });
const all = () => dependencies.db.select().from(spares).orderBy(spares.createdAt, spares.id);
/** Workspaces that were launched once, and are gone. */
async function launched(times: number, values: Parameters<typeof insertWorkspace>[2] = {}, of = here) {
  const whose = { organizationId: of.organizationId, userId: of.owner.userId };
  const createdAt = dependencies.clock.now();
  for (let time = 0; time < times; time += 1) {
    await insertWorkspace(dependencies, whose, { status: 'Deleted', createdAt, ...values });
  }
}
/** One that reserves its memory; frozen if `asleep`. */
async function running(asleep = false) {
  const now = dependencies.clock.now();
  const whose = { organizationId: here.organizationId, userId: here.owner.userId };
  const status = asleep ? { status: 'Offline' as const, asleepSince: now } : { status: 'Active' as const };
  const old = new Date(now.getTime() - 100 * DAY);
  const { id } = await insertWorkspace(dependencies, whose, { ...status, launchedAt: now, createdAt: old });
  machine.states.set(id, asleep ? 'paused' : 'running');
  return id;
}
async function keyOf({ key }: MintedUser) {
  const body = { name: 'k', public_key: newPublicKey() };
  return (await client.call(keys.addSshKey, { body }, { key })).body.sshKeyID;
}
/** Adds a workspace as a new person of the organization. */
async function add(values: { language?: string; database?: string; ide_image_id?: 'none' } = {}, of = here) {
  const person = await mintUser(dependencies, of.organizationId, 'lead');
  const body = {
    name: 'fresh',
    user_id: person.userId,
    ssh_key_id: await keyOf(person),
    server_id: 'shared',
    deployment_type: 'new_container' as const,
    language: 'nodejs',
    database: 'none',
    ...values,
  };
  return client.call(contract.addWorkspace, { body }, { key: person.key });
}
const claims = async (outcome: string) => {
  const { text } = await readMetrics();
  return Number(new RegExp(`^slipway_spare_claims_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
};

test('what an organization launched most lately is made ahead: frozen, on no network, without ports', async () => {
  await launched(3, { language: 'nodejs', database: 'postgresql' });
  await launched(2, { language: 'python' });
  await launched(9, { language: 'go', createdAt: new Date(dependencies.clock.now().getTime() - 15 * DAY) });
  await launched(9, { language: 'go', serverId: 'a host' });
  await launched(9, { language: 'go', ide: 'none' });
  await keep();
  const made = await all();
  expect(made).toHaveLength(SPARES);
  const [installation] = await dependencies.sql`select id from installation`;
  for (const [index, spare] of made.entries()) {
    const like = { status: 'ready', organizationId: here.organizationId, image: await imageOf('nodejs', 'postgresql') };
    expect(spare).toMatchObject(like);
    expect(machine.states.get(spare.id)).toBe('paused');
    const spec = machine.made[index];
    expect(spec).toMatchObject({ network: 'none', aliases: [], name: containerName('workspace', spare.id) });
    expect(spec?.publishedPorts).toBeUndefined();
    expect(spec?.labels).toMatchObject({ [WORKSPACE_LABEL]: spare.id, [INSTALLATION_LABEL]: installation?.id });
  }
  expect(new Set(machine.made.map(({ env }) => env?.SLIPWAY_AGENT_TOKEN)).size).toBe(SPARES);
  expect(new Set(machine.made.map(({ env }) => env?.SLIPWAY_DATABASE_PASSWORD)).size).toBe(SPARES);
  expect((await readMetrics()).text).toContain(`slipway_spares{status="ready"} ${SPARES}`);
  await keep();
  expect(await all()).toEqual(made);
});

test('a new workspace that is just alike takes one, as its own; any other takes none', async () => {
  await launched(1, { database: 'postgresql' });
  await keep();
  const [first] = await all();
  const [hits, misses] = [await claims('hit'), await claims('miss')];
  const others = [
    await add({ language: 'python' }),
    await add(),
    await add({ database: 'postgresql', ide_image_id: 'none' }),
  ];
  expect((await all()).map(({ status }) => status)).toEqual(['ready', 'ready']);
  const { status, body } = await add({ database: 'postgresql' });
  expect(status).toBe(200);
  expect(body.id).toBe(first?.id);
  expect(others.map((other) => other.status)).toEqual([200, 200, 200]);
  expect((await all()).map(({ status }) => status).sort()).toEqual(['ready', 'taken']);
  expect([await claims('hit'), await claims('miss')]).toEqual([hits + 1, misses + 2]);
  const [row] = await dependencies.sql`select database_password from workspaces where id = ${body.id}`;
  expect(row?.database_password).toBe(first?.databasePassword);
  const named = { params: { workspaceID: body.id } };
  expect((await client.call(contract.deleteWorkspace, named, { key: here.owner.key })).status).toBe(200);
  expect((await all()).map(({ status }) => status)).toEqual(['ready']);
});

test('of two at once only one takes it, and another organization never does', async () => {
  await launched(1);
  await keep();
  const [kept, gone] = await all();
  await dependencies.db.delete(spares).where(eq(spares.id, gone?.id ?? ''));
  const elsewhere = await mintOrganization(dependencies);
  const answers = await Promise.all([add(), add(), add({}, elsewhere)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const [one, other, theirs] = answers.map(({ body }) => body.id);
  expect([one, other].filter((id) => id === kept?.id)).toHaveLength(1);
  expect(theirs).not.toBe(kept?.id);
});

test('one that could not be added leaves it to others', async () => {
  await launched(1);
  await keep();
  const { key, userId } = here.owner;
  const body = {
    name: 'fresh',
    user_id: userId,
    ssh_key_id: await keyOf(await mintUser(dependencies, here.organizationId, 'lead')),
    server_id: 'shared',
    deployment_type: 'new_container' as const,
    language: 'nodejs',
    database: 'none',
  };
  expect((await client.call(contract.addWorkspace, { body }, { key })).status).toBe(422);
  expect((await all()).map(({ status }) => status)).toEqual(['ready', 'ready']);
});

test('where memory is short fewer are made, and they go before anything that sleeps', async () => {
  await launched(1);
  const asleep = await running(true);
  for (let others = 0; others < 4; others += 1) await running();
  await keep();
  const [spare, ...more] = await all();
  expect(more, 'a quarter stays free').toEqual([]);
  for (const _ of [1, 2]) expect((await add({ language: 'python' })).status).toBe(200);
  expect(await all()).toHaveLength(1);
  expect((await add({ language: 'python' })).status).toBe(200);
  expect(await all()).toEqual([]);
  const [sleeper] = await dependencies.db.select().from(instances).where(eq(instances.id, asleep));
  expect(sleeper?.asleepSince).not.toBeNull();
  await reconcile(dependencies);
  expect(machine.states.has(spare?.id ?? '')).toBe(false);
  await keep();
  expect(await all()).toEqual([]);
});

test('where nothing but its own memory is left, it is taken all the same', async () => {
  await launched(1);
  await keep();
  for (let others = 0; others < ROOM_FOR - 1; others += 1) await running();
  const [, newer] = await all();
  await dependencies.db.delete(spares).where(ne(spares.id, newer?.id ?? ''));
  expect((await add()).body.id).toBe(newer?.id);
  expect((await add()).status).toBe(409);
});

test('a new host takes their memory', async () => {
  await launched(1);
  await keep();
  const [, newer] = await all();
  const supply = { candidates: null, capacityMb: ROOM_FOR * ONE_MB };
  const memoryMb = (ROOM_FOR - 1) * ONE_MB;
  await dependencies.db.transaction((tx) => reserveMachine(dependencies, tx, { supply, memoryMb }));
  expect((await all()).map(({ id }) => id)).toEqual([newer?.id]);
});

test('in a pool they are where the next workspace will be, and yield there too', async () => {
  await insertNode(dependencies, { id: 'local' });
  try {
    await launched(1);
    await keep();
    expect((await all()).map(({ engineId }) => engineId)).toEqual(['local', 'local']);
    for (let others = 0; others < ROOM_FOR - 2; others += 1) await running();
    expect((await add({ language: 'python' })).status).toBe(200);
    const left = await all();
    expect(left).toHaveLength(1);
    expect((await add()).body.id).toBe(left[0]?.id);
  } finally {
    await dependencies.db.delete(nodes);
  }
});

test('one that has to make room while it is made is not kept', async () => {
  await launched(1);
  machine.meanwhile = async () => void (await dependencies.db.delete(spares));
  try {
    await keep();
  } finally {
    machine.meanwhile = async () => {};
  }
  expect(await all()).toEqual([]);
  expect(machine.made).toHaveLength(SPARES);
  expect(machine.states.size).toBe(0);
});

test('organizations that are paused, end, or launch nothing any more have none', async () => {
  const paused = await mintOrganization(dependencies);
  const ending = await mintOrganization(dependencies);
  const { organizationId } = paused;
  for (const each of [paused, ending]) await launched(1, {}, each);
  await keep();
  expect(await all()).toHaveLength(2 * SPARES);
  const now = dependencies.clock.now();
  await dependencies.db.insert(billingAccounts).values({ organizationId, readOnlySince: now });
  const itself = eq(organizations.id, ending.organizationId);
  await dependencies.db
    .update(organizations)
    .set({ deleteDate: new Date(now.getTime() + DAY) })
    .where(itself);
  await keep();
  expect(await all()).toEqual([]);
  await reconcile(dependencies);
  expect(machine.states.size).toBe(0);
});

test('those of an old image, and a day old, are replaced', async () => {
  await launched(1);
  await keep();
  const [old, aged] = await all();
  await dependencies.db
    .update(spares)
    .set({ image: 'slipway/workspace:old' })
    .where(eq(spares.id, old?.id ?? ''));
  await keep();
  const fresh = (await all()).map(({ id }) => id);
  expect(fresh).toHaveLength(SPARES);
  expect(fresh).not.toContain(old?.id);
  expect(fresh).toContain(aged?.id);
  dependencies.clock.advance(25 * HOUR);
  await keep();
  const next = (await all()).map(({ id }) => id);
  expect(next).toHaveLength(SPARES);
  expect(next.filter((id) => fresh.includes(id))).toEqual([]);
});

test('reconciling leaves them alone, and forgets one whose container has died', async () => {
  await launched(1);
  await keep();
  await reconcile(dependencies);
  const [dead, alive] = await all();
  expect(machine.states.get(alive?.id ?? '')).toBe('paused');
  machine.states.set(dead?.id ?? '', 'exited');
  await reconcile(dependencies);
  expect((await all()).map(({ id }) => id)).toEqual([alive?.id]);
  await reconcile(dependencies);
  expect([...machine.states.keys()]).toEqual([alive?.id]);
});

test('they are in no list, take no licence and no quota, and no gateway knows them', async () => {
  await launched(1);
  await keep();
  const { key } = here.owner;
  expect((await client.call(contract.listWorkspaces, {}, { key })).body.rows).toEqual([]);
  const [spare] = await all();
  const query = { search: spare?.id.slice(-8) ?? '' };
  expect((await client.call(searchOrganization, { query }, { key })).body.Workspaces).toEqual([]);
  const named = { params: { workspaceID: spare?.id ?? '' } };
  expect((await client.call(contract.getWorkspace, named, { key })).status).toBe(404);
  const directory = createDirectory(dependencies);
  for (const slug of [`workspace-${spare?.id.slice(-8)}`, spare?.id ?? ''])
    expect(await directory.find(slug)).toBeNull();
  const sshKeyId = await keyOf(here.owner);
  for (let taken = 0; taken < SHARED_LIMITS.perLicence; taken += 1) {
    const body = {
      name: `w${taken}`,
      user_id: here.owner.userId,
      ssh_key_id: sshKeyId,
      server_id: 'shared',
      deployment_type: 'new_container' as const,
      language: 'python',
      database: 'none',
    };
    expect((await client.call(contract.addWorkspace, { body }, { key })).status).toBe(200);
  }
  const [organization] =
    await dependencies.sql`select user_licenses from organizations where id = ${here.organizationId}`;
  expect(organization?.user_licenses).toBe(1);
});
