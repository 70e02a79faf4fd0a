import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createEngines } from '#server/compute/engines.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances, snapshots } from '#server/features/instances/tables.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { sweepSnapshots } from '#server/features/snapshots/sweep-snapshots.ts';
import { workspaceDeployKeys, workspaces } from '#server/features/workspaces/tables.ts';
import { DAY, HOUR } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import * as contract from '#shared/features/snapshots/contract.ts';
import * as spaces from '#shared/features/workspaces/contract.ts';
import { workspaceRepository } from '#shared/features/workspaces/repository.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;

beforeAll(async () => {
  dependencies = await createTestDependencies({
    environment: { SLIPWAY_SHARED_MEMORY_MB: '100000', SLIPWAY_DOCKER_SOCKET: '/nonexistent/docker.sock' },
  });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

/** A workspace that has been in use, as a launch would have left it. */
async function workspaceOf(user: MintedUser, status: 'Active' | 'Offline' = 'Offline', organization = here) {
  const id = newId();
  const now = dependencies.clock.now();
  await insertRecord(dependencies.db, workspaces, {
    kind: 'workspace',
    id,
    organizationId: organization.organizationId,
    userId: user.userId,
    name: 'App',
    slug: `app-${id.slice(-12)}`,
    status,
    engineId: 'local',
    containerId: `c-${id}`,
    language: 'nodejs',
    languageVersion: '22',
    database: 'postgresql',
    databasePassword: dependencies.secrets.seal('old password'),
    cpuCores: 1,
    memoryMb: 1536,
    diskGb: 10,
    launchedAt: now,
    createdAt: now,
  });
  return id;
}

async function keyOf({ userId }: MintedUser): Promise<string> {
  const id = newId();
  await dependencies.db
    .insert(sshKeys)
    .values({ id, userId, name: id, publicKey: 'ssh-ed25519 AAAA', fingerprint: id });
  return id;
}

const take = (by: MintedUser, workspaceID: string) =>
  client.call(spaces.snapshotWorkspace, { params: { workspaceID } }, { key: by.key });
const list = async (by: MintedUser, query: Record<string, string> = {}) =>
  (await client.call(contract.listSnapshots, { query }, { key: by.key })).body;
const remove = (by: MintedUser, snapshotID: string) =>
  client.call(contract.deleteSnapshot, { params: { snapshotID } }, { key: by.key });
const undelete = (by: MintedUser, snapshotID: string) =>
  client.call(contract.undeleteSnapshot, { params: { snapshotID } }, { key: by.key });
const set = (id: string, status: 'Active' | 'Failed' | 'Deleted') =>
  dependencies.db.update(snapshots).set({ status }).where(eq(snapshots.id, id));

async function snapshotOf(user: MintedUser): Promise<string> {
  const { id } = (await take(user, await workspaceOf(user))).body;
  await set(id, 'Active');
  return id;
}

test('is taken of a stopped workspace only, once for a double click, with a job', async () => {
  const lead = await mintUser(dependencies, here.organizationId, 'lead');
  expect((await take(lead, await workspaceOf(lead, 'Active'))).status).toBe(409);
  const id = await workspaceOf(lead);
  const [one, two] = await Promise.all([take(lead, id), take(lead, id)]);
  expect([one.status, two.body.id]).toEqual([200, one.body.id]);
  expect(one.body.snapshotID).toBe(one.body.id);
  expect((await list(lead, { workspace: id })).rows).toMatchObject([
    { status: 'Pending', snapshot_type: 'Workspace', original_user: 'lead person', language_name: 'Node.js 22' },
  ]);
  const jobs = await dependencies.sql`select 1 from graphile_worker.jobs where key like ${`%${id}`}`;
  expect(jobs).toHaveLength(1);
});

test('is seen by its user, owner and admin; nobody else reads, deletes or launches it', async () => {
  const [admin, lead, other] = [
    await mintUser(dependencies, here.organizationId, 'admin'),
    await mintUser(dependencies, here.organizationId, 'lead'),
    await mintUser(dependencies, here.organizationId, 'lead'),
  ];
  const stranger = (await mintOrganization(dependencies)).owner;
  const workspaceId = await workspaceOf(lead);
  for (const who of [other, stranger]) expect((await take(who, workspaceId)).status).toBe(404);
  const id = await snapshotOf(lead);
  for (const who of [lead, admin, here.owner]) {
    expect((await list(who, { user: lead.userId })).rows.map((row) => row.id)).toEqual([id]);
  }
  for (const who of [other, stranger]) {
    expect(await list(who, { user: lead.userId })).toEqual({ records: 0, rows: [], snapshots: [] });
    expect([(await remove(who, id)).status, (await undelete(who, id)).status]).toEqual([404, 404]);
    const options = await client.call(contract.snapshotOptions, { query: {} }, { key: who.key });
    expect(options.body.items.map((item) => item.value)).not.toContain(id);
  }
});

test('a deletion can be undone for 24 hours and not after', async () => {
  const lead = await mintUser(dependencies, here.organizationId, 'lead');
  const id = await snapshotOf(lead);
  const scheduled = (await remove(lead, id)).body.scheduled_delete_date;
  expect(scheduled).toBe(new Date(dependencies.clock.now().getTime() + DAY).toISOString());
  expect((await list(lead, { status: 'pending_deletion' })).rows[0]?.scheduled_delete_date).toBe(scheduled);
  dependencies.clock.advance(DAY - HOUR);
  expect((await remove(lead, id)).body.scheduled_delete_date).toBe(scheduled);
  await sweepSnapshots(dependencies);
  expect((await undelete(lead, id)).status).toBe(200);
  dependencies.clock.advance(2 * HOUR);
  await sweepSnapshots(dependencies);
  expect((await list(lead)).rows).toMatchObject([{ id, status: 'Active', scheduled_delete_date: null }]);
  await remove(lead, id);
  dependencies.clock.advance(DAY);
  await sweepSnapshots(dependencies);
  expect((await undelete(lead, id)).status).toBe(404);
  expect((await list(lead)).records).toBe(0);
});

test('one that is being built is not deleted, one that failed goes at once', async () => {
  const lead = await mintUser(dependencies, here.organizationId, 'lead');
  const { id } = (await take(lead, await workspaceOf(lead))).body;
  expect((await remove(lead, id)).status).toBe(409);
  await set(id, 'Failed');
  expect((await remove(lead, id)).body.scheduled_delete_date).toBeNull();
  expect((await list(lead)).records).toBe(0);
});

test('the list pages, sorts and searches', async () => {
  const lead = await mintUser(dependencies, here.organizationId, 'lead');
  const first = await snapshotOf(lead);
  for (let number = 0; number < 16; number += 1) {
    dependencies.clock.advance(60_000);
    await snapshotOf(lead);
  }
  const newest = await list(lead);
  expect([newest.records, newest.rows.length]).toEqual([17, 16]);
  expect((await list(lead, { page: '2' })).rows.map((row) => row.id)).toEqual([first]);
  expect((await list(lead, { sort: 'create_date', sortDir: 'asc' })).rows[0]?.id).toBe(first);
  expect((await list(lead, { search: '%' })).records).toBe(0);
});

test('a workspace launched from it has its language, database and deploy key, and a password of its own', async () => {
  const { owner } = await mintOrganization(dependencies);
  const organization = await mintOrganization(dependencies);
  const lead = await mintUser(dependencies, organization.organizationId, 'lead');
  const source = await workspaceOf(lead, 'Offline', organization);
  const [git_url, publicKey] = ['git@localhost:x.git', 'ssh-ed25519 AAAA slipway-deploy-key'];
  await dependencies.db.update(workspaces).set({ gitUrl: git_url }).where(eq(workspaces.id, source));
  await dependencies.db.insert(workspaceDeployKeys).values({
    id: newId(),
    organizationId: organization.organizationId,
    userId: lead.userId,
    workspaceId: source,
    publicKey,
  });
  const snapshot_id = (await take(lead, source)).body.id;
  await set(snapshot_id, 'Active');
  const add = async (by: MintedUser, body: object) =>
    client.call(
      spaces.addWorkspace,
      {
        body: {
          name: 'Copy',
          user_id: by.userId,
          ssh_key_id: await keyOf(by),
          server_id: 'shared',
          deployment_type: 'snapshot',
          ...body,
        },
      },
      { key: by.key },
    );
  expect((await add(lead, {})).body.errorsObj?.snapshot_id).toBeTruthy();
  expect((await add(owner, { snapshot_id })).body.errorsObj?.snapshot_id).toBeTruthy();
  const added = await add(lead, { snapshot_id });
  expect(added.status).toBe(200);
  const params = { workspaceID: added.body.id };
  const copy = (await client.call(spaces.getWorkspace, { params }, { key: lead.key })).body;
  expect(copy).toMatchObject({
    deployment_type: 'snapshot',
    snapshot_id,
    snapshot: { name: expect.any(String), listed: true },
    ide_image_id: 'vscode',
    language: 'nodejs-22',
    database: 'postgresql',
  });
  expect(copy.database_password).toMatch(/^[0-9a-f]{24}$/);
  const repository = (await client.call(workspaceRepository, { params }, { key: lead.key })).body;
  expect(repository).toMatchObject({ git_url, clone_status: null, deploy_key: publicKey });
  await remove(lead, snapshot_id);
  expect((await add(lead, { snapshot_id })).body.errorsObj?.snapshot_id).toBeTruthy();
  await set(snapshot_id, 'Deleted');
  const later = (await client.call(spaces.getWorkspace, { params }, { key: lead.key })).body;
  expect(later.snapshot).toMatchObject({ listed: false });
});

test('a deleted workspace is restored by owner and admin for 15 days, with a new password and a free address', async () => {
  const organization = await mintOrganization(dependencies);
  const { owner } = organization;
  const user = await mintUser(dependencies, organization.organizationId, 'user');
  const id = await workspaceOf(user, 'Active', organization);
  const params = { workspaceID: id };
  const restore = (by: MintedUser) => client.call(spaces.restoreWorkspace, { params }, { key: by.key });
  const deleted = async (by: MintedUser) =>
    (await client.call(spaces.listWorkspaces, { query: { status: 'deleted' } }, { key: by.key })).body.rows;
  const drop = () => client.call(spaces.deleteWorkspace, { params }, { key: owner.key });
  await drop();
  expect((await deleted(owner)).map((row) => row.id)).toEqual([id]);
  expect((await deleted(owner))[0]?.restorable_until).toBe(
    new Date(dependencies.clock.now().getTime() + 15 * DAY).toISOString(),
  );
  expect(await deleted(user)).toEqual([]);
  expect((await list(owner)).records).toBe(0);
  expect([(await restore(user)).status, (await restore(owner)).status]).toEqual([403, 409]);

  await dependencies.db.update(snapshots).set({ status: 'Active' }).where(eq(snapshots.instanceId, id));
  const [before] = await dependencies.db.select().from(instances).where(eq(instances.id, id));
  const squatter = await workspaceOf(owner, 'Offline', organization);
  await dependencies.db
    .update(instances)
    .set({ slug: before?.slug ?? '' })
    .where(eq(instances.id, squatter));
  expect((await restore(owner)).status).toBe(200);
  const back = (await client.call(spaces.getWorkspace, { params }, { key: owner.key })).body;
  expect(back).toMatchObject({ workspace_status: 'Offline', may: { start: true, snapshot: false } });
  expect(back.slug).not.toBe(before?.slug);
  expect(back.database_password).toMatch(/^[0-9a-f]{24}$/);
  expect(back.status_changes[0]?.cause).toBe('restored');
  dependencies.clock.advance(20 * DAY);
  await sweepSnapshots(dependencies);
  await drop();
  expect(await deleted(owner)).toHaveLength(1);
  dependencies.clock.advance(15 * DAY);
  await sweepSnapshots(dependencies);
  expect(await deleted(owner)).toEqual([]);
  expect((await restore(owner)).status).toBe(409);
});

test('a sweep leaves the copy of a restored workspace that was never started, however long that takes', async () => {
  const house = await mintOrganization(dependencies);
  const { owner } = house;
  // Nothing keeps the images of what is swept from being removed.
  const sweep = () => sweepSnapshots({ ...dependencies, engines: createEngines({ engines: [] }) });
  const gone = async (id: string) => {
    const params = { workspaceID: id };
    expect((await client.call(spaces.deleteWorkspace, { params }, { key: owner.key })).status).toBe(200);
    await dependencies.db.update(snapshots).set({ status: 'Active' }).where(eq(snapshots.instanceId, id));
  };
  const copyOf = async (id: string) =>
    (await dependencies.db.select().from(snapshots).where(eq(snapshots.instanceId, id)))[0];
  const [kept, left] = [await workspaceOf(owner, 'Offline', house), await workspaceOf(owner, 'Offline', house)];
  for (const id of [kept, left]) await gone(id);
  const params = { workspaceID: kept };
  expect((await client.call(spaces.restoreWorkspace, { params }, { key: owner.key })).status).toBe(200);
  dependencies.clock.advance(400 * DAY);
  await sweep();
  expect(await copyOf(left)).toMatchObject({ status: 'Deleted', imageRemovedAt: dependencies.clock.now() });
  expect(await copyOf(kept)).toMatchObject({ status: 'Active', scheduledDeleteAt: null, imageRemovedAt: null });
  // Even one that is gone from the list is all there is of its files.
  await dependencies.db.update(snapshots).set({ status: 'Deleted' }).where(eq(snapshots.instanceId, kept));
  await sweep();
  expect((await copyOf(kept))?.imageRemovedAt).toBeNull();
});
