import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { deleteAllOn } from '#server/features/instances/index.ts';
import { instances } from '#server/features/instances/tables.ts';
import { memberships } from '#server/features/people/tables.ts';
import { serviceJobs } from '#server/features/services/jobs.ts';
import { services } from '#server/features/services/tables.ts';
import { DAY } from '#server/platform/clock.ts';
import { listAudit } from '#shared/features/audit/contract.ts';
import { currentUser } from '#shared/features/auth/contract.ts';
import { listHostContainers } from '#shared/features/hosts/contract.ts';
import { searchOrganization } from '#shared/features/search/contract.ts';
import * as contract from '#shared/features/services/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { insertHost } from '#tests/support/host.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertService } from '#tests/support/things.ts';

const START = new Date('2026-06-16T00:00:00Z');

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let host: string;
beforeAll(async () => {
  dependencies = await createTestDependencies({
    now: START,
    environment: { SLIPWAY_DOCKER_SOCKET: '/nonexistent/docker.sock' },
  });
  client = createTestClient(createApp(dependencies));
});
beforeEach(async () => {
  dependencies.clock.set(START);
  here = await mintOrganization(dependencies, { licences: 5 });
  host = await insertHost(dependencies, here.organizationId, { memoryMb: 64 * 1024, diskGb: 40, cpuCores: 8 });
});
afterAll(() => dependencies?.close());

const insert = (values: object = {}, userId = here.owner.userId) =>
  insertService(
    dependencies,
    { organizationId: here.organizationId, userId },
    { serverId: host, engineId: host, diskGb: 20, environment: dependencies.secrets.seal('{}'), ...values },
  );
const act = (route: typeof contract.startService, id: string, by: Pick<MintedUser, 'key'> = here.owner) =>
  client.call(route, { params: { organizationServiceID: id } }, { key: by.key });
const remove = (id: string) => act(contract.deleteService, id);
const restore = (id: string, by?: Pick<MintedUser, 'key'>) => act(contract.restoreService, id, by);
const list = async (query: Record<string, string> = {}) =>
  (await client.call(contract.listServices, { query }, { key: here.owner.key })).body.rows.map(({ id }) => id);
const read = async (id: string) =>
  (await dependencies.db.select().from(instances).where(eq(instances.id, id)))[0] ?? expect.fail('gone');
const add = (body: object) =>
  client.call(
    contract.addService,
    {
      body: {
        name: 'More',
        service_id: 'redis',
        server_id: host,
        user_id: here.owner.userId,
        memory_gb: 0.5,
        disk_gb: 20,
        ...body,
      },
    },
    { key: here.owner.key },
  );

test('a deleted service is out of sight for a day, and comes back stopped as it was, also twice and at once', async () => {
  const before = await insert({ status: 'Active', name: 'Ledger', catalogueId: 'adminer' });
  const { id } = before;
  expect((await remove(id)).status).toBe(200);
  expect((await remove(id)).status).toBe(200);
  const { key } = here.owner;
  expect(await list()).toEqual([]);
  expect(await list({ status: 'deleted' })).toEqual([id]);
  const found = await client.call(searchOrganization, { query: { search: 'ledger' } }, { key });
  expect(found.body.Services).toEqual([]);
  expect((await client.call(currentUser, {}, { key })).body).toMatchObject({ user_services: 0 });
  expect(await createDirectory(dependencies).find(before.slug)).toBeNull();
  const { body: shown } = await client.call(contract.getService, { params: { organizationServiceID: id } }, { key });
  const until = new Date(START.getTime() + DAY).toISOString();
  expect(shown).toMatchObject({ undo_until: until, may: { open: false, edit: false, delete: false, restore: true } });
  for (const route of [contract.startService, contract.stopService, contract.restartService]) {
    expect((await act(route, id)).status).toBe(409);
  }

  dependencies.clock.advance(DAY - 1);
  await serviceJobs(dependencies)['services.delete-due']();
  const answers = await Promise.all([restore(id), restore(id), restore(id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const { slug, containerId } = before;
  expect(await read(id)).toMatchObject({ status: 'Offline', slug, containerId, scheduledDeleteAt: null });
  const [own] = await dependencies.db.select().from(services).where(eq(services.id, id));
  expect(own?.environment).toBe(before.environment);
  expect(await list()).toEqual([id]);
  const { body } = await client.call(listAudit, { query: { action: 'services' } }, { key });
  expect(body.rows.map(({ action }) => action)).toEqual(['services.restore', 'services.delete']);
});

test('a day later it is gone for good, with its secrets, whether or not the job ran', async () => {
  const { id, name } = await insert();
  await remove(id);
  dependencies.clock.advance(DAY);
  const late = await restore(id);
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining(name)]);
  await serviceJobs(dependencies)['services.delete-due']();
  expect(await read(id)).toMatchObject({ status: 'Deleted' });
  const [own] = await dependencies.db.select().from(services).where(eq(services.id, id));
  expect(own?.environment).toBe('');
  expect((await restore(id)).status).toBe(409);
  expect(await list({ status: 'deleted' })).toEqual([]);
});

test('one that was starting, or asleep, is stopped', async () => {
  const starting = await insert({ status: 'Pending', containerId: null });
  const asleep = await insert({ asleepSince: START });
  for (const { id } of [starting, asleep]) {
    await remove(id);
    expect(await read(id)).toMatchObject({ status: 'Pending Deletion', asleepSince: null });
    expect((await restore(id)).status).toBe(200);
    expect((await read(id)).status).toBe('Offline');
  }
});

test('it is for owner and admins of its organization, as they are now', async () => {
  const [lead, admin] = [
    await mintUser(dependencies, here.organizationId, 'lead'),
    await mintUser(dependencies, here.organizationId, 'admin'),
  ];
  const there = await mintOrganization(dependencies);
  const { id } = await insert({}, lead.userId);
  expect((await act(contract.deleteService, id, admin)).status).toBe(200);
  await dependencies.db.update(memberships).set({ role: 'lead' }).where(eq(memberships.userId, admin.userId));
  expect((await restore(id, lead)).status).toBe(403);
  expect((await restore(id, admin)).status).toBe(403);
  expect((await restore(id, there.owner)).status).toBe(404);
  expect((await read(id)).status).toBe('Pending Deletion');
});

test('with delete protection it isn’t deleted, and what is deleted can’t be changed', async () => {
  const { id } = await insert({ deleteProtect: true });
  expect((await remove(id)).status).toBe(409);
  await dependencies.db.update(instances).set({ deleteProtect: false }).where(eq(instances.id, id));
  await remove(id);
  const change = { params: { organizationServiceID: id }, body: { delete_protect_flag: true } };
  expect((await client.call(contract.updateService, change, { key: here.owner.key })).status).toBe(409);
});

test('its disk is somebody else’s as soon as they need it, the longest deleted first', async () => {
  const [first, second] = [await insert(), await insert()];
  await remove(first.id);
  dependencies.clock.advance(1);
  await remove(second.id);
  const { body } = await client.call(listHostContainers, { params: { serverID: host } }, { key: here.owner.key });
  expect(body).toMatchObject({ services: [] });
  expect((await add({})).status).toBe(200);
  expect([(await read(first.id)).status, (await read(second.id)).status]).toEqual(['Deleted', 'Pending Deletion']);
  // There is room for this one, and not for another besides.
  expect((await restore(second.id)).status).toBe(200);
  expect((await add({ name: 'Too much' })).status).toBe(409);
  await remove(second.id);
  expect((await add({ name: 'Fits' })).status).toBe(200);
  const refused = await restore(second.id);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('gone for good')]);
});

test('one that each user has once waits until they have no other', async () => {
  const user = await mintUser(dependencies, here.organizationId, 'user');
  const mine = { service_id: 'tiddlywiki', user_id: user.userId, disk_gb: 5 };
  const { id } = (await add(mine)).body;
  await remove(id);
  const next = (await add(mine)).body.id;
  expect((await restore(id)).status).toBe(409);
  await remove(next);
  expect((await restore(id)).status).toBe(200);
});

test('it goes with its host', async () => {
  const { id } = await insert();
  await remove(id);
  await deleteAllOn(dependencies, host);
  expect((await read(id)).status).toBe('Deleted');
  expect((await restore(id)).status).toBe(409);
});
