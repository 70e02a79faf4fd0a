import { eq, ne } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Engine, SwarmNode } from '#server/compute/engine.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import type { PoolMachines } from '#server/compute/providers/pool-machines.ts';
import { MachineUnavailable } from '#server/compute/providers/provider.ts';
import type { Dependencies } from '#server/features/context.ts';
import { loadEngines } from '#server/features/hosts/keep-engines.ts';
import { instances } from '#server/features/instances/tables.ts';
import { nodes } from '#server/features/machines/tables.ts';
import { organizations, users } from '#server/features/people/tables.ts';
import { depart } from '#server/features/pool/depart.ts';
import { followSwarm, readJoinCommand } from '#server/features/pool/follow-swarm.ts';
import { prepareNode } from '#server/features/pool/prepare-node.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/database.ts';
import * as poolContract from '#shared/features/pool/contract.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { convergeWorkspace } from '#tests/support/instances.ts';
import { mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertNode, roomFor } from '#tests/support/node.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertWorkspace } from '#tests/support/things.ts';

/** What the swarm's manager says; null: there is no swarm. */
let swarm: SwarmNode[] | null = null;
const manager = {
  id: 'local',
  swarm: async () => swarm && { ownId: 'm', nodes: swarm, joinCommand: 'docker swarm join --token secret' },
  removeSwarmNode: async (id: string) => {
    swarm = swarm?.filter((each) => each.id !== id) ?? null;
  },
} as unknown as Engine;

const REMOTE = { host: '10.0.0.2', port: 2376, ca: 'ca', cert: 'cert', key: 'key' };
const LOGIN = { host: '10.0.0.2', port: 22, user: 'root', privateKey: 'p', hostKey: 'SHA256:x' };
const listed = new Set<string>();
const pool: PoolMachines = {
  async prepare({ name }) {
    if (!listed.has(name)) throw new MachineUnavailable('It isn’t listed.');
    return { ...REMOTE, ssh: LOGIN };
  },
  run: async () => undefined,
};

let dependencies: TestDependencies;
let processes: { call: TestClient['call']; close(): Promise<void> }[];
beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '3072' } });
  dependencies.hostProviders = { ...dependencies.hostProviders, pool };
  processes = [1, 2, 3].map(() => {
    const { close, ...database } = openDatabase(dependencies.databaseUrl, 4);
    return { ...createTestClient(createApp({ ...dependencies, ...database })), close };
  });
});
afterEach(async () => {
  await dependencies.db.delete(nodes);
  await dependencies.db.update(instances).set({ status: 'Deleted' });
});
afterAll(async () => {
  for (const { close } of processes ?? []) await close();
  await dependencies?.close();
});

const node = (id: string, values: Partial<SwarmNode> = {}): SwarmNode => ({
  id,
  name: `name-${id}`,
  address: `10.0.0.${id.length}`,
  labels: { 'slipway.pool': 'shared' },
  isReady: true,
  availability: 'active',
  cpuCores: 4,
  memoryMb: 8000,
  ...values,
});

/** People of a new organization who ask for shared workspaces, each call through another process. */
async function asking(count: number) {
  const { organizationId } = await mintOrganization(dependencies);
  const people: { key: string; userId: string; sshKeyId: string }[] = [];
  for (let index = 0; index < count; index += SHARED_LIMITS.perLicence) {
    const person = await mintUser(dependencies, organizationId, 'lead');
    const body = { name: 'k', public_key: newPublicKey() };
    const added = await processes[0]!.call(keys.addSshKey, { body }, { key: person.key });
    people.push({ ...person, sshKeyId: added.body.sshKeyID });
  }
  const add = (index: number, database = 'none') => {
    const { key, userId, sshKeyId } = people[Math.floor(index / SHARED_LIMITS.perLicence)]!;
    const body = {
      name: `w${index}`,
      user_id: userId,
      ssh_key_id: sshKeyId,
      server_id: 'shared',
      deployment_type: 'new_container' as const,
      language: 'nodejs',
      database,
    };
    return processes[index % 3]!.call(contract.addWorkspace, { body }, { key });
  };
  const placed = async () => {
    const rows = await dependencies.db
      .select({ name: instances.name, engineId: instances.engineId })
      .from(instances)
      .where(eq(instances.organizationId, organizationId));
    return new Map(rows.map(({ name, engineId }) => [name, engineId]));
  };
  return { organizationId, add, placed };
}

const home = () => insertNode(dependencies, { id: 'local', swarmId: 'm', name: 'this machine', machine: null });

async function countsByEngine(): Promise<Map<string, number>> {
  const rows = await dependencies.db.select().from(instances).where(ne(instances.status, 'Deleted'));
  const counts = new Map<string, number>();
  for (const { engineId } of rows) counts.set(engineId, (counts.get(engineId) ?? 0) + 1);
  return counts;
}

test('however many come at once in three processes, they fill exactly the room there is', async () => {
  const rooms = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(rooms, fc.boolean(), async (places, withHome) => {
      await dependencies.db.delete(nodes);
      await dependencies.db.update(instances).set({ status: 'Deleted' });
      const room = new Map<string, number>();
      for (const places_ of places) room.set(await insertNode(dependencies, { memoryMb: roomFor(places_) }), places_);
      // Two fit on this machine. One that an administrator has closed takes nothing.
      await insertNode(dependencies, {
        ...{ id: 'local', swarmId: 'm', machine: null },
        cordonedAt: withHome ? null : dependencies.clock.now(),
      });
      if (withHome) room.set('local', 2);
      const total = [...room.values()].reduce((sum, each) => sum + each, 0);
      const { add } = await asking(total + 2);
      const answers = await Promise.all(Array.from({ length: total + 2 }, (_, index) => add(index)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(total);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
      expect(await countsByEngine()).toEqual(new Map([...room].filter(([, count]) => count > 0)));
    }),
    { numRuns: 5, examples: [[[3, 3, 3, 3], true]] },
  );
});

test('an organization stays together while it fits; others go where the image is, then where most is free', async () => {
  await home();
  const big = await insertNode(dependencies, { memoryMb: roomFor(9) });
  const [image, other] = await Promise.all(
    ['postgresql', 'redis'].map((database) => dependencies.images.nameOf({ language: 'nodejs', database })),
  );
  const small = await insertNode(dependencies, { memoryMb: roomFor(2), images: [image!] });
  const [one, two] = [await asking(6), await asking(6)];
  for (const index of [0, 1, 2]) expect((await one.add(index, 'postgresql')).status).toBe(200);
  expect(await one.placed()).toEqual(new Map([...[0, 1].map((i) => [`w${i}`, small] as const), ['w2', big]]));
  // The node is full, and nobody has its image.
  await dependencies.db
    .update(nodes)
    .set({ images: [other!] })
    .where(eq(nodes.id, small));
  expect((await two.add(0, 'redis')).status).toBe(200);
  expect(await two.placed()).toEqual(new Map([['w0', big]]));
});

test('nothing goes to a machine that is closed, paused, lost, not prepared or not labelled', async () => {
  const now = dependencies.clock.now();
  await home();
  await dependencies.db.update(nodes).set({ cordonedAt: now });
  const closed = [
    { cordonedAt: now },
    { lostAt: now },
    { availability: 'pause' as const },
    { availability: 'drain' as const },
    { machine: null },
    { isShared: false },
    { removedAt: now },
  ];
  for (const values of closed) await insertNode(dependencies, { memoryMb: roomFor(9), ...values });
  const { add, placed } = await asking(2);
  expect((await add(0)).status).toBe(409);
  const open = await insertNode(dependencies, { memoryMb: roomFor(1) });
  expect((await add(1)).status).toBe(200);
  expect(await placed()).toEqual(new Map([['w1', open]]));
});

test('what sleeps is stopped for others only where no machine has room', async () => {
  await home();
  const free = await insertNode(dependencies, { memoryMb: roomFor(1) });
  const { organizationId, owner } = await mintOrganization(dependencies);
  const asleepSince = dependencies.clock.now();
  const whose = { organizationId, userId: owner.userId };
  const sleeper = { asleepSince, cpuCores: 1, memoryMb: 1536 };
  for (let count = 0; count < 2; count += 1) await insertWorkspace(dependencies, whose, sleeper);
  const { add, placed } = await asking(6);
  for (const index of [0, 1, 2, 3]) expect((await add(index)).status).toBe(index < 3 ? 200 : 409);
  expect([...(await placed()).values()].sort()).toEqual([free, 'local', 'local'].sort());
});

test('a workspace is launched and started on its machine alone', async () => {
  const nodeId = await insertNode(dependencies);
  const asked: string[] = [];
  const engine = (id: string) =>
    new Proxy({ id, isNested: false } as Engine, {
      get: (target, name) =>
        Reflect.get(target, name) ??
        (name === 'then'
          ? undefined
          : async () => {
              asked.push(`${id} ${String(name)}`);
              if (name === 'createContainer') throw new EngineError('other', 'enough is known');
            }),
    });
  const both = [engine('local'), engine(nodeId)];
  const there: Dependencies = {
    ...dependencies,
    images: { ...dependencies.images, ensureImage: async () => 'slipway/workspace:x' },
    engines: { ...dependencies.engines, list: () => both, get: (id) => both.find((each) => each.id === id)! },
  };
  const { add, organizationId } = await asking(1);
  expect((await add(0)).status).toBe(200);
  const [row] = await dependencies.db.select().from(instances).where(eq(instances.organizationId, organizationId));
  await convergeWorkspace(there, row!.id, new AbortController().signal);
  expect(asked).toContain(`${nodeId} createContainer`);
  expect(asked.filter((each) => each.startsWith('local'))).toEqual([]);
});

test('an administrator sees what is where, closes and opens machines, and removes empty ones', async () => {
  const { db } = dependencies;
  const { call } = processes[0]!;
  const { owner, organizationId } = await mintOrganization(dependencies);
  const { key } = await mintUser(dependencies, organizationId, 'user');
  await db.update(users).set({ adminFlag: true }).where(eq(users.id, owner.userId));
  const machines = async () => (await call(poolContract.listMachines, {}, { key: owner.key })).body.machines;
  const act = (route: typeof poolContract.cordonMachine, machineID: string, by = owner.key) =>
    call(route, { params: { machineID } }, { key: by });

  // Without a swarm this machine is alone, and nothing can be done with it.
  expect(await machines()).toMatchObject([{ id: 'local', name: null, state: 'ready', memory_mb: 3072 }]);
  expect((await act(poolContract.cordonMachine, 'local')).status).toBe(404);

  await home();
  const id = await insertNode(dependencies, { name: 'node-1', memoryMb: roomFor(2), images: ['slipway/workspace:a'] });
  await insertNode(dependencies, { name: 'node-2', machine: null, problem: 'It isn’t listed.' });
  await insertNode(dependencies, { name: 'node-3', lostAt: dependencies.clock.now() });
  const { add, placed, organizationId: guest } = await asking(3);
  expect((await act(poolContract.cordonMachine, 'local', key)).status).toBe(403);
  expect((await act(poolContract.cordonMachine, 'local')).status).toBe(200);
  expect((await add(0)).status).toBe(200);
  const [organization] = await db.select().from(organizations).where(eq(organizations.id, guest));
  expect(await machines()).toMatchObject([
    { id: 'local', is_home: true, state: 'closed', is_cordoned: true, reserved_mb: 0 },
    {
      ...{
        id,
        state: 'ready',
        is_cordoned: false,
        memory_mb: 3072,
        reserved_mb: 1536,
        images: ['slipway/workspace:a'],
      },
      workspaces_count: 1,
    },
    { name: 'node-2', state: 'unprepared', problem: 'It isn’t listed.' },
    { name: 'node-3', state: 'lost', lost_date: dependencies.clock.now().toISOString() },
  ]);

  const tenants = (machineID: string) =>
    call(poolContract.listMachineTenants, { params: { machineID } }, { key: owner.key });
  const w0 = { name: 'w0', organization_name: organization?.name, status: 'Pending', move_problem: null };
  expect((await tenants(id)).body.workspaces).toMatchObject([w0]);
  expect((await tenants('node-9')).status).toBe(404);
  expect((await act(poolContract.cordonMachine, id)).status).toBe(200);
  expect((await add(1)).status).toBe(409);
  expect((await act(poolContract.uncordonMachine, 'local')).status).toBe(200);
  expect((await add(1)).status).toBe(200);
  expect((await placed()).get('w1')).toBe('local');

  // What is there stays there.
  expect((await act(poolContract.removeMachine, id)).body).toMatchObject({
    message: 'There are still workspaces on node-1: 1. Move or delete them first.',
  });
  expect((await act(poolContract.removeMachine, 'local')).status).toBe(409);
  await db.update(instances).set({ status: 'Deleted' });
  expect((await act(poolContract.removeMachine, id)).status).toBe(200);
  expect((await machines()).map(({ name }) => name)).toEqual(['this machine', 'node-2', 'node-3']);
  const jobs = await dependencies.sql`select 1 from graphile_worker.jobs where key = ${`pool.depart:${id}`}`;
  expect(jobs).toHaveLength(1);
});

test('nodes with the label are followed, prepared over SSH, lost, and known again', async () => {
  const { db, clock } = dependencies;
  const following: Dependencies = {
    ...dependencies,
    engines: { ...dependencies.engines, get: (id) => (id === 'local' ? manager : dependencies.engines.get(id)) },
  };
  const follow = () => followSwarm(following);
  const all = async () => new Map((await db.select().from(nodes)).map((each) => [each.swarmId, each]));
  expect(await follow(), 'without a swarm').toBe(false);
  expect(await all()).toEqual(new Map());

  swarm = [node('m', { labels: {} }), node('one'), node('four', { labels: {} }), node('three')];
  await Promise.all([follow(), follow(), follow()]);
  expect([...(await all()).keys()].sort()).toEqual(['m', 'one', 'three']);
  expect((await all()).get('m')).toMatchObject({ id: 'local', isShared: true });
  expect((await all()).get('m')?.joinCommand).not.toContain('secret');
  expect(await readJoinCommand(dependencies)).toBe('docker swarm join --token secret');

  // An administrator sees why one can't be used.
  const { id } = (await all()).get('one')!;
  await prepareNode(following, id, new AbortController().signal);
  expect((await all()).get('one')).toMatchObject({ machine: null, problem: 'It isn’t listed.' });
  listed.add('name-one');
  await prepareNode(following, id, new AbortController().signal);
  expect((await all()).get('one')).toMatchObject({ problem: null });
  expect((await all()).get('one')?.machine).not.toContain('10.0.0.2');
  await loadEngines(dependencies, id);
  // Container ports are reached through SSH: the agent's token crosses no network in clear.
  expect(dependencies.engines.get(id).isNested).toBe(false);

  const since = clock.now();
  swarm = [node('m'), node('one', { isReady: false, availability: 'pause' }), node('three')];
  await follow();
  clock.set(new Date(since.getTime() + 5 * MINUTE));
  await follow();
  expect((await all()).get('one')).toMatchObject({ lostAt: since, availability: 'pause' });

  // It left and joined again: the same machine.
  swarm = [...swarm, node('again', { name: 'name-one', address: '10.0.0.3' })];
  await follow();
  expect((await all()).get('again')).toMatchObject({ id, lostAt: null, availability: 'active' });
  swarm = [node('m'), node('again', { name: 'name-one', address: '10.0.0.3', labels: {} })];
  await follow();
  expect((await all()).get('again')).toMatchObject({ isShared: false });
  expect((await all()).get('three')?.lostAt).toEqual(clock.now());
  expect((await all()).size).toBe(3);

  // A removed one is not taken for a new one while it leaves.
  await db.update(nodes).set({ removedAt: clock.now() }).where(eq(nodes.id, id));
  swarm = [node('m'), node('again', { name: 'name-one', address: '10.0.0.3' })];
  await follow();
  expect((await all()).size).toBe(3);
  await depart(following, id);
  expect(swarm.map((each) => each.id)).toEqual(['m']);
  swarm = [node('m'), node('anew', { name: 'name-one', address: '10.0.0.3' })];
  await follow();
  expect((await all()).get('anew')?.id).not.toBe(id);
});
