import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances, snapshots } from '#server/features/instances/tables.ts';
import { deleteDueWorkspaces } from '#server/features/workspaces/index.ts';
import { workspaces, workspaceTcpPorts } from '#server/features/workspaces/tables.ts';
import { DAY } from '#server/platform/clock.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { insertHost } from '#tests/support/host.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;

beforeAll(async () => {
  dependencies = await createTestDependencies({
    environment: { SLIPWAY_SHARED_MEMORY_MB: '100000', SLIPWAY_TCP_PORTS: '24100-24101' },
  });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

async function member(role: 'admin' | 'lead' | 'user' = 'lead') {
  const user = await mintUser(dependencies, here.organizationId, role);
  const body = { name: 'key', public_key: newPublicKey() };
  return { ...user, sshKeyId: (await client.call(keys.addSshKey, { body }, { key: user.key })).body.sshKeyID };
}
type Member = Awaited<ReturnType<typeof member>>;

const add = (whose: Member, body: Record<string, unknown> = {}) =>
  client.call(
    contract.addWorkspace,
    {
      body: {
        name: 'App',
        user_id: whose.userId,
        ssh_key_id: whose.sshKeyId,
        server_id: 'shared',
        deployment_type: 'new_container',
        language: 'nodejs',
        database: 'none',
        ...body,
      },
    },
    { key: here.owner.key },
  );
const at = (workspaceID: string) => ({ params: { workspaceID } });
const get = async (id: string, by: MintedUser = here.owner) =>
  (await client.call(contract.getWorkspace, at(id), { key: by.key })).body;
const update = (id: string, body: Record<string, unknown>, by: MintedUser = here.owner) =>
  client.call(contract.updateWorkspace, { ...at(id), body }, { key: by.key });
const remove = (id: string) => client.call(contract.deleteWorkspace, at(id), { key: here.owner.key });
const set = (id: string, values: Partial<typeof instances.$inferInsert>) =>
  dependencies.db.update(instances).set(values).where(eq(instances.id, id));

describe('the fields of a workspace', () => {
  test('have the defaults of the specification, and are kept as they were chosen', async () => {
    const lead = await member();
    const usual = await get((await add(lead)).body.id);
    expect(usual).toMatchObject({ cpu_cores: 1, memory_gb: 1.5, memory_display: '1.5 GB', disk_gb: 10 });
    expect(usual).toMatchObject({ port_3000: 'http', port_3030: 'disabled', use_ssl: true, keepalive_flag: false });
    expect(usual).toMatchObject({ port_3000_pass_host: false, port_3030_pass_host: false });
    expect(usual.port_mapping).toEqual([
      { port: 3000, mode: 'http', address: `http://${usual.slug}-3000.workspaces.localhost:4401` },
      { port: 3030, mode: 'disabled', address: null },
    ]);
    const ports = { port_3000: 'disabled', port_3030: 'http', port_3030_pass_host: true };
    const chosen = { ...ports, use_ssl: false, delete_protect_flag: true };
    const other = await get((await add(lead, chosen)).body.id);
    expect(other).toMatchObject(chosen);
    expect((await remove(other.id)).status).toBe(409);
  });

  test('of a shared one are cpu, memory and disk of all shared ones', async () => {
    const lead = await member();
    expect((await add(lead, { cpu_cores: 1, memory_gb: 1.5, disk_gb: 10 })).status).toBe(200);
    const { status, body } = await add(lead, { cpu_cores: 2, memory_gb: 8 });
    expect(status).toBe(422);
    expect(Object.keys(body.errorsObj ?? {})).toEqual(['cpu_cores', 'memory_gb']);
    const { id } = (await add(lead)).body;
    expect((await update(id, { disk_gb: 50 })).body.errorsObj?.disk_gb).toContain('10 GB of disk');
  });

  test('are refused outside of their ranges and steps', async () => {
    const lead = await member();
    const wrong = { cpu_cores: 4.25, memory_gb: 0.75, disk_gb: 7, port_3000: 'ftp' };
    const { status, body } = await add(lead, wrong);
    expect(status).toBe(422);
    expect(Object.keys(body.errorsObj ?? {}).sort()).toEqual(Object.keys(wrong).sort());
    expect(body.errorsObj?.cpu_cores).toBe('Choose from 0.25 to 4 cores, in steps of 0.25.');
  });
});

describe('a workspace on a private host', () => {
  test('has the limits that were chosen, and can be given others; those that can not change now are for the next start', async () => {
    const lead = await member();
    const host = await insertHost(dependencies, here.organizationId, { cpuCores: 4, memoryMb: 8192 });
    expect((await get((await add(lead, { server_id: host })).body.id)).memory_gb).toBe(1.5);
    const chosen = { server_id: host, cpu_cores: 0.5, memory_gb: 1, disk_gb: 20 };
    const { id } = (await add(lead, chosen)).body;
    expect(await get(id)).toMatchObject({ ...chosen, disk_display: '20 GB' });
    const limits = { cpu_cores: 2.25, memory_gb: 4, disk_gb: 0 };
    expect((await update(id, limits)).body.next_start).toEqual([]);
    expect(await get(id)).toMatchObject({ ...limits, memory_display: '4 GB', disk_display: 'Unmetered' });
    await set(id, { containerId: 'gone' });
    const { body } = await update(id, { memory_gb: 1, use_ssl: false });
    expect(body.next_start).toEqual(['memory_gb']);
    expect(body.message).toContain('take effect at the next start');
    expect((await get(id)).memory_gb).toBe(1);
  });

  test('gets no more than the host has', async () => {
    const host = await insertHost(dependencies, here.organizationId, { cpuCores: 2, memoryMb: 2048 });
    const { id } = (await add(await member(), { server_id: host, memory_gb: 1 })).body;
    expect((await update(id, { memory_gb: 2 })).status).toBe(200);
    expect((await update(id, { memory_gb: 2.5 })).status).toBe(409);
    expect((await update(id, { cpu_cores: 2.25 })).status).toBe(409);
    expect((await update(id, { memory_gb: 0.5 })).status).toBe(200);
  });

  test('counts among nobody’s shared ones', async () => {
    const lead = await member();
    const server_id = await insertHost(dependencies, here.organizationId, { memoryMb: 16_384 });
    for (let count = 0; count < 4; count += 1) expect((await add(lead, { server_id })).status).toBe(200);
    expect((await add(lead)).status).toBe(200);
  });
});

describe('KeepAlive', () => {
  test('is for one shared workspace of a user, and can be moved', async () => {
    const lead = await member();
    const first = (await add(lead, { name: 'First', keepalive_flag: true })).body.id;
    const refused = await add(lead, { name: 'Second', keepalive_flag: true });
    expect(refused.status).toBe(422);
    expect(refused.body.errorsObj?.keepalive_flag).toContain('“First” already has it');
    const second = (await add(lead, { name: 'Second', keepalive_flag: true, keepalive_move: true })).body.id;
    expect((await get(first)).keepalive_flag).toBe(false);
    expect((await get(second)).keepalive_flag).toBe(true);
    expect((await update(first, { keepalive_flag: true })).body.errorsObj?.keepalive_flag).toContain('“Second”');
    expect((await update(second, { keepalive_flag: true, name: 'Renamed' })).status).toBe(200);
    expect((await add(await member(), { keepalive_flag: true })).status).toBe(200);
  });

  test('is not given twice when two ask at once', async () => {
    const lead = await member();
    const ids = [(await add(lead)).body.id, (await add(lead)).body.id];
    const answers = await Promise.all(ids.map((id) => update(id, { keepalive_flag: true })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    await Promise.all(ids.map((id) => update(id, { keepalive_flag: true, keepalive_move: true })));
    const flags = await Promise.all(ids.map(async (id) => (await get(id)).keepalive_flag));
    expect(flags.filter(Boolean)).toHaveLength(1);
  });

  test('can be had by all on private hosts', async () => {
    const lead = await member();
    const server_id = await insertHost(dependencies, here.organizationId, {});
    const { id } = (await add(lead, { server_id })).body;
    expect((await update(id, { keepalive_flag: true })).status).toBe(200);
    expect((await add(lead, { server_id, keepalive_flag: true })).status).toBe(200);
    expect((await add(lead, { keepalive_flag: true })).status).toBe(200);
  });
});

describe('ports', () => {
  test('tcp takes a port of the gateway until it is closed or the workspace deleted', async () => {
    const lead = await member();
    const one = (await add(lead, { port_3000: 'tcp', port_3030: 'tcp' })).body.id;
    const { port_mapping: mapping } = await get(one);
    expect(mapping.map(({ address }) => address).sort()).toEqual(['localhost:24100', 'localhost:24101']);
    const refused = await add(lead, { port_3000: 'tcp' });
    expect(refused.status).toBe(409);
    expect(refused.body.message).toContain('All TCP ports');
    await update(one, { port_3030: 'disabled', name: 'Other' });
    expect((await get(one)).port_mapping[0]).toEqual(mapping[0]);
    const two = (await add(lead, { port_3030: 'tcp' })).body.id;
    expect((await get(two)).port_mapping[1]?.address).toBe(mapping[1]?.address);
    await remove(one);
    await remove(two);
    expect(await dependencies.db.select().from(workspaceTcpPorts)).toEqual([]);
  });

  test('lead to running workspaces only', async () => {
    const { id } = (await add(await member(), { port_3000: 'tcp' })).body;
    const directory = createDirectory(dependencies);
    expect(await directory.tcpRoutes()).toEqual([]);
    await set(id, { status: 'Active', containerId: 'box' });
    expect(await directory.tcpRoutes()).toMatchObject([{ containerPort: 3000, engineId: 'local', containerId: 'box' }]);
    expect((await directory.find((await get(id)).slug))?.ports).toEqual({ 3000: 'tcp', 3030: 'disabled' });
    await remove(id);
  });

  test('are shown as https where the installation is, unless use_ssl is off', async () => {
    const secure = await createTestDependencies({ environment: { SLIPWAY_PUBLIC_URL: 'https://slipway.example' } });
    try {
      const app = createTestClient(createApp(secure));
      const { organizationId, owner } = await mintOrganization(secure);
      const id = crypto.randomUUID();
      await insertRecord(secure.db, workspaces, {
        kind: 'workspace',
        ...{ id, organizationId, userId: owner.userId, name: 'Secure', slug: 'secure', status: 'Offline' },
        ...{ engineId: 'local', language: 'nodejs', database: 'none', cpuCores: 1, memoryMb: 1536, diskGb: 10 },
      });
      const address = async () =>
        (await app.call(contract.getWorkspace, at(id), { key: owner.key })).body.port_mapping[0]?.address;
      expect(await address()).toBe('https://secure-3000.workspaces.localhost');
      await app.call(contract.updateWorkspace, { ...at(id), body: { use_ssl: false } }, { key: owner.key });
      expect(await address()).toMatch(/^http:\/\//);
    } finally {
      await secure.close();
    }
  });
});

describe('a workspace that is Pending Deletion', () => {
  const due = () => new Date(dependencies.clock.now().getTime() + 15 * DAY);
  const pending = async (id: string) => set(id, { status: 'Pending Deletion', scheduledDeleteAt: due() });
  const cancel = (id: string, by: MintedUser) => client.call(contract.cancelDeleteWorkspace, at(id), { key: by.key });

  test('says when it goes, takes nobody’s place, and is kept on request while there is one', async () => {
    const lead = await member();
    const { id } = (await add(lead)).body;
    await pending(id);
    expect(await get(id)).toMatchObject({ scheduled_delete_date: due().toISOString(), may: { cancel_delete: true } });
    const others = [];
    for (let count = 0; count < 3; count += 1) others.push((await add(lead)).body.id);
    expect((await cancel(id, lead)).body.message).toContain('3 shared workspaces');
    await remove(others[0] ?? '');
    expect((await cancel(id, lead)).status).toBe(200);
    const kept = await get(id);
    expect(kept).toMatchObject({ workspace_status: 'Offline', scheduled_delete_date: null });
    expect(kept.status_changes[0]?.cause).toBe('cancelled');
    expect((await cancel(id, lead)).status).toBe(200);
    expect((await cancel(others[1] ?? '', lead)).status).toBe(409);
  });

  test('goes with its host when it is on one', async () => {
    const server_id = await insertHost(dependencies, here.organizationId, {});
    const { id } = (await add(await member(), { server_id })).body;
    await pending(id);
    expect((await get(id)).may.cancel_delete).toBe(false);
    expect((await cancel(id, here.owner)).body.message).toContain('will be deleted with its host');
  });

  test('leaves a safety copy when its time has come', async () => {
    const { id } = (await add(await member())).body;
    await set(id, { launchedAt: dependencies.clock.now(), containerId: 'box' });
    await pending(id);
    dependencies.clock.advance(16 * DAY);
    await deleteDueWorkspaces(dependencies);
    const copies = await dependencies.db.select().from(snapshots).where(eq(snapshots.instanceId, id));
    expect(copies).toMatchObject([{ safety: true, status: 'Pending' }]);
  });
});

test('the list sorted by last use has those that were never used last', async () => {
  const lead = await member();
  const ids = [(await add(lead)).body.id, (await add(lead)).body.id, (await add(lead)).body.id];
  const use = (id: string | undefined, lastAccessAt: Date) =>
    dependencies.db
      .update(workspaces)
      .set({ lastAccessAt })
      .where(eq(workspaces.id, id ?? ''));
  await use(ids[0], new Date('2026-01-01'));
  await use(ids[2], new Date('2026-01-02'));
  const sorted = async (sortDir: 'asc' | 'desc') => {
    const query = { sort: 'last_access_date', sortDir, user: lead.userId };
    const { body } = await client.call(contract.listWorkspaces, { query }, { key: here.owner.key });
    return body.rows.map(({ id }) => ids.indexOf(id));
  };
  expect(await sorted('desc')).toEqual([2, 0, 1]);
  expect(await sorted('asc')).toEqual([1, 0, 2]);
});
