import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Engine } from '#server/compute/engine.ts';
import type { Registry } from '#server/compute/registry/registry.ts';
import { RegistryError } from '#server/compute/registry/registry-error.ts';
import type { Dependencies } from '#server/features/context.ts';
import { backupImage } from '#server/features/instances/backup.ts';
import { instances, leftContainers } from '#server/features/instances/tables.ts';
import { nodes } from '#server/features/machines/tables.ts';
import { users } from '#server/features/people/tables.ts';
import { moveOff } from '#server/features/workspaces/move-off.ts';
import { tellMoving } from '#server/features/workspaces/tell-moving.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { HOUR } from '#server/platform/clock.ts';
import * as pool from '#shared/features/pool/contract.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { reconcileEngine } from '#tests/support/instances.ts';
import { MemoryEngine } from '#tests/support/memory-engine.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { insertNode, roomFor } from '#tests/support/node.ts';
import { insertWorkspace } from '#tests/support/things.ts';

let pushed: string[] = [];
let registryAway = false;
const registry = {
  async push(image: string, { id }: Engine) {
    if (registryAway) throw new RegistryError('unreachable', 'nobody answers');
    pushed.push(`${id} → ${image}`);
  },
} as unknown as Registry;

let dependencies: TestDependencies;
let there: Dependencies;
let call: TestClient['call'];
let org: MintedOrganization;
let first: MemoryEngine;
let second: MemoryEngine;
beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '1536' } });
});
afterAll(() => dependencies?.close());

beforeEach(async () => {
  const { db, clock } = dependencies;
  await db.delete(nodes);
  await db.update(instances).set({ status: 'Deleted' });
  pushed = [];
  registryAway = false;
  await insertNode(dependencies, { id: 'local', swarmId: 'm', machine: null, cordonedAt: clock.now() });
  first = new MemoryEngine(await insertNode(dependencies, { name: 'first' }));
  second = new MemoryEngine(await insertNode(dependencies, { name: 'second' }));
  const engines = [new MemoryEngine(), first, second] as unknown as Engine[];
  const get = (id: string) => engines.find((each) => each.id === id) ?? engines[0]!;
  there = { ...dependencies, registry, engines: { ...dependencies.engines, list: () => engines, get } };
  call = createTestClient(createApp(there)).call;
  org = await mintOrganization(dependencies);
  await db.update(users).set({ adminFlag: true }).where(eq(users.id, org.owner.userId));
});

const waitingJobs = <P>(name: string) =>
  dependencies.sql<{ payload: P }[]>`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = ${name} order by j.id`;
const row = async (id: string) => {
  const [found] = await dependencies.db.select().from(instances).where(eq(instances.id, id));
  return found!;
};
const inHours = (hours: number) => new Date(dependencies.clock.now().getTime() + hours * HOUR);
const drain = (due: Date | null, machineID = first.id) => {
  const body = { due_date: due?.toISOString() ?? null };
  return call(pool.drainMachine, { params: { machineID }, body }, { key: org.owner.key });
};
const machine = async () => {
  const { body } = await call(pool.listMachines, {}, { key: org.owner.key });
  return body.machines.find(({ id }) => id === first.id);
};
const tenants = async () => {
  const { body } = await call(pool.listMachineTenants, { params: { machineID: first.id } }, { key: org.owner.key });
  return body.workspaces;
};
const detailsOf = async (id: string) =>
  (await call(contract.getWorkspace, { params: { workspaceID: id } }, { key: org.owner.key })).body;
const start = (id: string) => call(contract.startWorkspace, { params: { workspaceID: id } }, { key: org.owner.key });

async function workspace(values: Partial<typeof instances.$inferInsert>) {
  const whose = { organizationId: org.organizationId, userId: org.owner.userId };
  const size = { cpuCores: 1, memoryMb: 1536, launchedAt: dependencies.clock.now() };
  const { id } = await insertWorkspace(dependencies, whose, { engineId: first.id, ...size, ...values });
  const { asleepSince = null, status = 'Offline' } = values;
  first.states.set(id, asleepSince ? 'paused' : status === 'Active' ? 'running' : 'exited');
  return id;
}

test('what is stopped moves at once, what runs at the date, each once however many workers there are', async () => {
  const stopped = await workspace({ status: 'Offline' });
  const running = await workspace({ status: 'Active', keepalive: true });
  const { slug } = await row(running);
  const due = inHours(2);
  expect((await drain(due, 'local')).status, 'Slipway itself is there').toBe(409);
  expect((await drain(due)).status).toBe(200);
  expect((await drain(due)).status, 'twice').toBe(200);
  await Promise.all([moveOff(there), moveOff(there)]);
  await moveOff(there);
  expect(await row(stopped)).toMatchObject({ status: 'Offline', engineId: second.id, backupRevision: 1 });
  expect(await row(running)).toMatchObject({ status: 'Active', engineId: first.id });
  expect(pushed).toEqual([`${first.id} → ${backupImage(stopped, 1)}`]);
  expect(await detailsOf(running)).toMatchObject({ move_date: due.toISOString() });
  expect(await machine()).toMatchObject({ state: 'draining', drain_date: due.toISOString() });

  dependencies.clock.set(due);
  await Promise.all([moveOff(there), moveOff(there)]);
  await moveOff(there);
  expect(await row(running)).toMatchObject({ status: 'Pending', engineId: second.id, slug, keepalive: true });
  expect(pushed).toHaveLength(2);
  expect(await detailsOf(running)).toMatchObject({
    move_date: null,
    status_changes: [{ cause: 'started' }, { cause: 'moved' }, { cause: 'moving' }],
  });
  // What they left behind is removed, without a snapshot of what is already elsewhere.
  first.calls.length = 0;
  await reconcileEngine(there, first as unknown as Engine);
  expect(first.calls).toEqual(['stop', 'stop', 'remove', 'remove']);
  expect(await dependencies.db.select().from(leftContainers)).toEqual([]);
  expect((await machine())?.workspaces_count).toBe(0);
  expect(await tenants()).toEqual([]);
});

test('people are told once when what they run is moved, unless that was called off', async () => {
  const { db, secrets } = dependencies;
  const names = ['Café', '北'];
  for (const name of names) await workspace({ status: 'Active', name });
  await workspace({ status: 'Offline', name: 'Asleep' });
  const [owner] = await db.select().from(users).where(eq(users.id, org.owner.userId));
  const mails = async () => {
    const sent = await waitingJobs<{ sealed: string }>('mail.send');
    return sent
      .map(({ payload }) => JSON.parse(secrets.open(payload.sealed)) as Mail)
      .filter(({ to, text }) => to === owner!.email && text.includes('is being emptied'));
  };
  const tell = async () => {
    const asked = await waitingJobs<{ nodeId: string; dueAt: string }>('workspaces.tell-moving');
    for (const { payload } of asked) await tellMoving(there, payload);
  };
  const due = inHours(2);
  await drain(due);
  await drain(due);
  await tell();
  expect(await mails()).toMatchObject([{ text: expect.stringContaining(names.join(', ')) }]);
  expect((await mails())[0]!.text).not.toContain('Asleep');
  await drain(inHours(3));
  await drain(null);
  await tell();
  expect(await mails(), 'no longer at a time').toHaveLength(1);
});

test('what is asleep is stopped and goes on elsewhere', async () => {
  const id = await workspace({ status: 'Offline', asleepSince: dependencies.clock.now() });
  await drain(null);
  await moveOff(there);
  expect(await row(id)).toMatchObject({ status: 'Pending', engineId: second.id, asleepSince: null });
});

test('nothing is stopped that has no room elsewhere, and the machine says so', async () => {
  const id = await workspace({ status: 'Active' });
  await dependencies.db.update(nodes).set({ memoryMb: 1 }).where(eq(nodes.id, second.id));
  await drain(dependencies.clock.now());
  await moveOff(there);
  expect(await row(id)).toMatchObject({ status: 'Active', engineId: first.id });
  expect(await tenants()).toMatchObject([{ id, move_problem: 'No other machine has room for it.' }]);
  await dependencies.db
    .update(nodes)
    .set({ memoryMb: roomFor(1) })
    .where(eq(nodes.id, second.id));
  await moveOff(there);
  expect(await row(id)).toMatchObject({ status: 'Pending', engineId: second.id });
});

test('without the registry it waits stopped, starts nowhere, and starts again where moving is called off', async () => {
  const id = await workspace({ status: 'Active' });
  registryAway = true;
  await drain(dependencies.clock.now());
  await moveOff(there);
  await moveOff(there);
  expect(await row(id)).toMatchObject({ status: 'Offline', engineId: first.id });
  expect(first.countOf('commit exited'), 'copied once').toBe(1);
  const [shown] = await tenants();
  expect(shown?.move_problem).toBe('Its files could not be copied to the registry.');
  expect((await start(id)).status).toBe(409);
  const params = { machineID: first.id };
  expect((await call(pool.uncordonMachine, { params }, { key: org.owner.key })).status).toBe(200);
  await moveOff(there);
  expect(await row(id)).toMatchObject({ status: 'Pending', engineId: first.id });
  expect(await machine()).toMatchObject({ state: 'ready', drain_date: null, workspaces_count: 1 });
  expect(await tenants()).toMatchObject([{ move_problem: null }]);
});
