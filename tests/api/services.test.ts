import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { auditLog } from '#server/features/audit/tables.ts';
import { billingAccounts } from '#server/features/billing/tables.ts';
import { findItem } from '#server/features/catalogue/catalogue.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { groupAdmins, groups, groupUsers } from '#server/features/groups/tables.ts';
import { listOn } from '#server/features/instances/on-server.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances } from '#server/features/instances/tables.ts';
import { services } from '#server/features/services/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { mayJoin } from '#server/realtime/may-join.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as search from '#shared/features/search/contract.ts';
import * as contract from '#shared/features/services/contract.ts';
import * as snapshots from '#shared/features/snapshots/contract.ts';
import { deleteUser } from '#shared/features/users/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { insertHost } from '#tests/support/host.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let admin: MintedUser;
let lead: MintedUser;
let user: MintedUser;
let host: string;

beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_DOCKER_SOCKET: '/nonexistent/docker.sock' } });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies, { licences: 5 });
  admin = await mintUser(dependencies, here.organizationId, 'admin');
  lead = await mintUser(dependencies, here.organizationId, 'lead');
  user = await mintUser(dependencies, here.organizationId, 'user');
  host = await insertHost(dependencies, here.organizationId, { memoryMb: 64 * 1024, diskGb: 500, cpuCores: 8 });
});
afterAll(() => dependencies?.close());

const add = (by: MintedUser, body: Record<string, unknown> = {}) =>
  client.call(
    contract.addService,
    {
      body: {
        name: 'Data',
        service_id: 'postgresql',
        server_id: host,
        user_id: here.owner.userId,
        memory_gb: 0.5,
        ...body,
      },
    },
    { key: by.key },
  );
const get = async (by: MintedUser, id: string) =>
  client.call(contract.getService, { params: { organizationServiceID: id } }, { key: by.key });
const act = (route: typeof contract.startService, by: MintedUser, id: string, body?: object) =>
  client.call(route, { params: { organizationServiceID: id }, ...(body && { body }) }, { key: by.key });
const list = async (by: MintedUser, query: Record<string, string> = {}) =>
  (await client.call(contract.listServices, { query }, { key: by.key })).body;
const settle = (id: string, status: 'Active' | 'Offline') =>
  dependencies.db
    .update(instances)
    .set({ status, containerId: `c-${id}`, launchedAt: dependencies.clock.now() })
    .where(eq(instances.id, id));

test('owner and admin browse the catalogue, one item, the hosts and the users', async () => {
  const { body } = await client.call(contract.browseServices, {}, { key: admin.key });
  expect(body.items.length).toBeGreaterThanOrEqual(12);
  const one = await client.call(contract.browseServices, { query: { service_id: 'mongodb' } }, { key: admin.key });
  expect(one.body.items[0]).toMatchObject({ name: 'MongoDB', add_description: expect.stringContaining('registry') });
  const missing = await client.call(contract.browseServices, { query: { service_id: 'nothing' } }, { key: admin.key });
  expect(missing.status).toBe(404);
  const hosts = await client.call(contract.serviceServerOptions, {}, { key: admin.key });
  expect(hosts.body.items).toEqual([expect.objectContaining({ value: host })]);
  const people = await client.call(contract.serviceUserOptions, {}, { key: admin.key });
  expect(people.body.items).toHaveLength(4);
  for (const route of [contract.browseServices, contract.serviceServerOptions]) {
    expect((await client.call(route, {}, { key: lead.key })).status).toBe(403);
  }
});

test('a service is launched with generated secrets that are sealed, and shown to who may know them', async () => {
  const { status, body } = await add(admin, { name: 'Main data' });
  expect(status).toBe(200);
  const { body: service } = await get(admin, body.organizationServiceID);
  const values = Object.fromEntries(service.environment_properties.map(({ key, value }) => [key, value]));
  expect(service).toMatchObject({ service_status: 'Pending', hostname: 'main-data', server_id: host, url: null });
  expect(values.POSTGRES_PASSWORD).toMatch(/^.{24,}$/);
  expect(service.instructions).toContain(`app:${values.POSTGRES_PASSWORD}@main-data:5432/app`);
  const [row] = await dependencies.db
    .select()
    .from(services)
    .innerJoin(instances, eq(instances.id, services.id))
    .where(eq(services.id, body.organizationServiceID));
  expect(JSON.stringify(row)).not.toContain(values.POSTGRES_PASSWORD);
  const audit = await dependencies.db.select().from(auditLog).where(eq(auditLog.targetId, body.organizationServiceID));
  expect(audit.map(({ action }) => action)).toEqual(['services.add']);
  const { body: setup } = await client.call(
    contract.serviceSetup,
    { params: { organizationServiceID: body.organizationServiceID } },
    { key: admin.key },
  );
  expect(setup.messages).toEqual([expect.objectContaining({ number: 1, message_code: 'E01' })]);
});

test('what is wrong is told at its field', async () => {
  expect((await add(admin, { name: '' })).body.errorsObj).toHaveProperty('name');
  expect((await add(admin, { service_id: 'nothing' })).body.errorsObj).toHaveProperty('service_id');
  expect((await add(admin, { server_id: newId() })).body.errorsObj).toHaveProperty('server_id');
  expect((await add(admin, { user_id: newId() })).body.errorsObj).toHaveProperty('user_id');
  expect((await add(admin, { docker_privilege_flag: true })).body.errorsObj).toHaveProperty('docker_privilege_flag');
  const rabbit = await add(admin, { service_id: 'rabbitmq', memory_gb: 0.25 });
  expect(rabbit.body.errorsObj).toHaveProperty('memory_gb');
  const values = { POSTGRES_DB: 'a; drop', POSTGRES_PASSWORD: 'short', NOBODY: 1 };
  expect(Object.keys((await add(admin, { environment_properties: values })).body.errorsObj ?? {}).sort()).toEqual([
    'NOBODY',
    'POSTGRES_DB',
    'POSTGRES_PASSWORD',
  ]);
});

test('a host is never given more than it has', async () => {
  const small = await insertHost(dependencies, here.organizationId, { memoryMb: 1024 });
  expect((await add(admin, { server_id: small, memory_gb: 0.75 })).status).toBe(200);
  const second = await add(admin, { server_id: small, memory_gb: 0.5 });
  expect([second.status, second.body.message]).toEqual([409, expect.stringContaining('free memory')]);
  const there = await listOn(dependencies.db, dependencies.kinds.service, small);
  expect(there.map(({ catalogueId }) => findItem(catalogueId ?? '')?.name)).toEqual(['PostgreSQL']);
});

test('two services and a workspace never share a host name', async () => {
  const names = await Promise.all([1, 2].map(async () => (await add(admin, { name: 'Twin' })).body.id));
  const hostnames = await Promise.all(names.map(async (id) => (await get(admin, id)).body.hostname));
  expect(new Set(hostnames).size).toBe(2);
  expect(hostnames).toContain('twin');
});

test('lead and user see their own, change nothing, and open what is theirs alone', async () => {
  const refused = await add(admin, { user_id: user.userId });
  expect(refused.body.errorsObj).toHaveProperty('user_id');
  const { body } = await add(admin, { service_id: 'adminer', name: 'Look', user_id: user.userId });
  const again = await add(admin, { service_id: 'adminer', name: 'Look again', user_id: user.userId });
  expect(again.status).toBe(409);
  await settle(body.id, 'Active');

  const { body: own } = await get(user, body.id);
  expect(own.may).toEqual({
    open: true,
    start: false,
    stop: false,
    edit: false,
    delete: false,
    restore: false,
    snapshot: false,
  });
  expect(own.url).toContain('://look.');
  expect((await get(lead, body.id)).status).toBe(404);
  expect((await list(user)).rows.map(({ id }) => id)).toEqual([body.id]);
  for (const route of [contract.startService, contract.stopService, contract.deleteService, contract.snapshotService]) {
    expect((await act(route as typeof contract.startService, user, body.id)).status).toBe(403);
  }
  const renamed = await act(contract.updateService as never, user, body.id, { name: 'Mine' });
  expect(renamed.status).toBe(403);
  expect((await add(user)).status).toBe(403);
  expect((await add(lead)).status).toBe(403);

  const me = await client.call(auth.currentUser, {}, { key: user.key });
  expect(me.body).toMatchObject({ user_services: 1 });
  const found = await client.call(search.searchOrganization, { query: { search: 'look' } }, { key: user.key });
  expect(found.body.Services).toEqual([expect.objectContaining({ heading: 'Look', url: `/services/edit/${body.id}` })]);
});

test('the administrator of a group sees the services of its users, and does not enter them', async () => {
  const groupId = newId();
  const { db } = dependencies;
  await db.insert(groups).values({ id: groupId, organizationId: here.organizationId, name: 'Team' });
  await db.insert(groupAdmins).values({ groupId, userId: lead.userId });
  await db.insert(groupUsers).values({ groupId, userId: user.userId });
  const [row] = (await list(lead)).rows;
  expect(row).toMatchObject({ name: 'Look', url: null, may: { open: false } });
  const { body } = await get(lead, row?.id ?? '');
  expect([body.instructions, body.environment_properties]).toEqual([null, []]);
});

test('the gateway brings in who may open it, at the port of its pages, and nobody over SSH', async () => {
  const directory = createDirectory(dependencies);
  const target = await directory.find('look');
  expect(target).toMatchObject({ httpPort: 8080, status: 'Active', organizationId: here.organizationId });
  const id = target?.workspaceId ?? '';
  const may = ({ userId }: MintedUser) => directory.mayOpen({ userId, organizationId: here.organizationId }, id);
  expect(await Promise.all([may(admin), may(user), may(lead)])).toEqual([true, true, false]);
  expect(await directory.allowedKeys(id)).toEqual([]);
  expect(await directory.find('main-data'), 'a database has no pages').toBeNull();
  await settle(id, 'Offline');
  expect(await directory.wake(id, user.userId, { withTerminal: false })).toEqual({ ok: true });
  expect((await directory.find('look'))?.status).toBe('Pending');
  expect(
    (await directory.wake(id, lead.userId, { withTerminal: false })).ok,
    'who does not open it does not wake it',
  ).toBe(false);
});

test('rooms of a service are for those who see it', async () => {
  const { organizationServiceID: id } = (await add(admin, { name: 'Room' })).body;
  const actor = (person: MintedUser, role: 'admin' | 'user') => ({
    userId: person.userId,
    organizationId: here.organizationId,
    sessionId: newId(),
    membershipId: newId(),
    role,
    adminFlag: false,
  });
  const joins = (person: MintedUser, role: 'admin' | 'user') =>
    mayJoin(dependencies, actor(person, role) as never, `/serviceinit/${id}`);
  expect(await Promise.all([joins(admin, 'admin'), joins(user, 'user')])).toEqual([true, false]);
});

test('a restart never lets go of its memory, however many starts wait for it', async () => {
  const small = await insertHost(dependencies, here.organizationId, { memoryMb: 1024, diskGb: 100 });
  const ids: string[] = [];
  for (const name of ['Runs', 'Waits']) {
    const { id } = (await add(admin, { name, server_id: small, memory_gb: 0.75 })).body;
    await settle(id, 'Offline');
    ids.push(id);
  }
  const [runs = '', waits = ''] = ids;
  for (let round = 0; round < 3; round += 1) {
    await settle(runs, 'Active');
    const answers = await Promise.all([
      act(contract.startService, admin, waits),
      act(contract.restartService, admin, runs),
      act(contract.startService, admin, waits),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 200, 409]);
    const { body } = await get(admin, runs);
    expect(body.service_status).toBe('Pending');
    expect(body.status_changes.slice(0, 2).map(({ cause }) => cause)).toEqual(['started', 'stopped_by_user']);
  }
  expect((await act(contract.restartService, admin, runs)).body.message).toBe('The service is restarting.');
  expect((await act(contract.restartService, user, runs)).status).toBe(403);
  await dependencies.db.update(instances).set({ status: 'Deleted' }).where(inArray(instances.id, ids));
});

test('a visit wakes no service of an organization that has not paid', async () => {
  const { id } = (await add(admin, { name: 'Asleep' })).body;
  await settle(id, 'Offline');
  const wake = () => createDirectory(dependencies).wake(id, admin.userId, { withTerminal: false });
  const account = { organizationId: here.organizationId, readOnlySince: dependencies.clock.now() };
  await dependencies.db.insert(billingAccounts).values(account);
  expect(await wake()).toMatchObject({
    ok: false,
    error: 'An invoice couldn’t be paid, so you can’t make changes for now. Pay the open invoice under Billing first.',
  });
  await dependencies.db.delete(billingAccounts).where(eq(billingAccounts.organizationId, here.organizationId));
  expect(await wake()).toEqual({ ok: true });
});

test('stop, start, protection, snapshot and delete follow the status', async () => {
  const { id } = (await add(admin, { name: 'Cycle' })).body;
  await settle(id, 'Active');
  expect((await act(contract.snapshotService as never, admin, id)).status).toBe(409);
  expect((await act(contract.stopService, admin, id)).status).toBe(200);
  expect((await act(contract.stopService, admin, id)).status).toBe(200);
  const { body: taken } = await client.call(
    contract.snapshotService,
    { params: { organizationServiceID: id } },
    { key: admin.key },
  );
  const shown = await client.call(snapshots.listSnapshots, { query: { snapshot_type: 'Service' } }, { key: admin.key });
  expect(shown.body.rows).toEqual([
    expect.objectContaining({
      id: taken.snapshotID,
      snapshot_type: 'Service',
      organization_service_id: id,
      workspace_id: null,
      launch_link: `/services/add?service_id=postgresql&snapshot_id=${taken.snapshotID}`,
    }),
  ]);
  expect((await act(contract.startService, admin, id)).status).toBe(200);
  expect((await get(admin, id)).body.service_status).toBe('Pending');

  await act(contract.updateService as never, admin, id, { delete_protect_flag: true, name: 'Kept' });
  expect((await act(contract.deleteService, admin, id)).status).toBe(409);
  await act(contract.updateService as never, admin, id, { delete_protect_flag: false });
  expect((await act(contract.deleteService, admin, id)).status).toBe(200);
  expect((await act(contract.deleteService, admin, id)).status).toBe(200);
  expect((await list(admin, { search: 'kept' })).rows).toEqual([]);
  const audit = await dependencies.db.select().from(auditLog).where(eq(auditLog.targetId, id)).orderBy(auditLog.id);
  expect(audit.map(({ action }) => action)).toEqual([
    'services.add',
    'services.stop',
    'services.snapshot',
    'services.start',
    'services.update',
    'services.update',
    'services.delete',
  ]);
});

test('the list filters by status and text, and by user for owner and admin alone', async () => {
  const all = await list(admin);
  expect((await list(admin, { status: 'pending' })).records).toBeLessThanOrEqual(all.records);
  expect((await list(admin, { search: 'adminer' })).rows.map(({ name }) => name)).toEqual(['Look']);
  expect((await list(admin, { user: user.userId })).rows.map(({ name }) => name)).toEqual(['Look']);
  expect(
    (await list(user, { user: here.owner.userId })).rows.map(({ name }) => name),
    'not a filter for them',
  ).toEqual(['Look']);
  const { owner } = await mintOrganization(dependencies);
  expect((await list(owner)).records).toBe(0);
  expect((await get(owner, all.rows[0]?.id ?? '')).status).toBe(404);
});

test('the services of a user who leaves go to the heir', async () => {
  const { id } = (await add(admin, { name: 'Left', service_id: 'tiddlywiki', user_id: user.userId })).body;
  const gone = await client.call(
    deleteUser,
    { params: { userID: user.userId }, body: { user_id: admin.userId } },
    { key: here.owner.key },
  );
  expect(gone.status).toBe(200);
  expect((await get(admin, id)).body.user_id).toBe(admin.userId);
});

test('a stack is for owner and admin, on a host, and only once all of it is settled', async () => {
  const workspace = async (serverId: string, status: 'Active' | 'Pending') => {
    const id = newId();
    await insertRecord(dependencies.db, workspaces, {
      kind: 'workspace',
      id,
      organizationId: here.organizationId,
      userId: lead.userId,
      name: 'Stack',
      slug: `stack-${id.slice(-12)}`,
      status,
      serverId,
      engineId: serverId,
      containerId: `c-${id}`,
      language: 'nodejs',
      database: 'none',
      cpuCores: 1,
      memoryMb: 512,
      diskGb: 5,
    });
    return id;
  };
  const take = (by: MintedUser, id: string) =>
    client.call(contract.snapshotStack, { body: { workspace_id: id } }, { key: by.key });
  const empty = await insertHost(dependencies, here.organizationId);
  const [running, starting] = [await workspace(empty, 'Active'), await workspace(empty, 'Pending')];
  expect((await take(lead, running)).status).toBe(403);
  expect((await take(admin, await workspace('shared', 'Active'))).status).toBe(409);
  expect((await take(admin, starting)).body.message).toContain('is Pending');
  expect((await take(admin, newId())).status).toBe(404);
  const { status, body } = await take(admin, running);
  expect(status).toBe(200);
  const launch = (by: MintedUser, name = 'Copy') =>
    client.call(contract.launchStack, { body: { stack_id: body.stackID, name } }, { key: by.key });
  expect((await launch(lead)).status).toBe(403);
  expect((await launch(admin)).body.message).toContain('Wait until they are');
  expect((await launch(admin, '')).body.errorsObj).toHaveProperty('name');
  const stranger = await mintOrganization(dependencies);
  expect((await launch(stranger.owner)).status).toBe(404);
});
