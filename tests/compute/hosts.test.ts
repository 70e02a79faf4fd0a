import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { checkHost } from '#server/features/hosts/check-host.ts';
import { convergeHost } from '#server/features/hosts/converge-host.ts';
import { removeDueHosts } from '#server/features/hosts/remove-due.ts';
import { hostInitMessages } from '#server/features/hosts/tables.ts';
import { snapshots } from '#server/features/instances/tables.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { addWorkspace } from '#server/features/workspaces/add-workspace.ts';
import { IDE_PORT } from '#server/gateway/http/host.ts';
import { loadHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { createSshGateway, type SshGateway } from '#server/gateway/ssh/ssh-gateway.ts';
import { newId } from '#server/platform/ids.ts';
import { run } from '#tests/gateway/run.ts';
import { createSshClient, type Identity, type SshClient } from '#tests/gateway/ssh-client.ts';
import { freePort } from '#tests/support/free-port.ts';
import { snapshotWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';
import { httpGet } from './support.ts';

const PORT = await freePort();
const stay = new AbortController().signal;

let life: Lifecycle;
let gateway: SshGateway;
let client: SshClient;
let me: Identity;
let hostId: string;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
  const hostKeys = await loadHostKeys(life.dependencies);
  gateway = await createSshGateway({ ...life.dependencies, directory: createDirectory(life.dependencies), hostKeys });
  await gateway.listen(PORT, '127.0.0.1');
  client = await createSshClient(PORT, hostKeys);
  me = await client.makeKey('ed25519', life.context.actor.userId);
  const { publicKey, fingerprint } = me.key;
  await life.dependencies.db.update(sshKeys).set({ publicKey, fingerprint }).where(eq(sshKeys.id, life.sshKeyId));
  hostId = await insertPending({ vramGb: null });
});
afterAll(async () => {
  const { db, hostProviders } = life.dependencies;
  for (const { id, hostname, cpuCores, memoryMb, diskGb, vramGb } of await db.select().from(hosts)) {
    await hostProviders.current.destroy({
      spec: { hostId: id, hostname, cpuCores, memoryMb, diskGb, vramGb },
      key: null,
    });
  }
  await gateway?.close();
  await client?.remove();
  await life?.close();
});

async function insertPending(values: Partial<typeof hosts.$inferInsert>): Promise<string> {
  const { context, dependencies } = life;
  const id = newId();
  await dependencies.db.insert(hosts).values({
    id,
    organizationId: context.actor.organizationId,
    name: 'Nested',
    hostname: `nested-${id.slice(-6)}`,
    serverOptionId: 'general-2',
    provider: 'docker',
    status: 'Pending',
    cpuCores: 2,
    memoryMb: 4096,
    diskGb: 80,
    monthlyCents: 4000,
    createdAt: dependencies.clock.now(),
    ...values,
  });
  return id;
}

const read = async (id: string) => (await life.dependencies.db.select().from(hosts).where(eq(hosts.id, id)))[0];
const codes = async (id: string) => {
  const rows = await life.dependencies.db
    .select()
    .from(hostInitMessages)
    .where(eq(hostInitMessages.hostId, id))
    .orderBy(hostInitMessages.number);
  return [...new Set(rows.map(({ code }) => code))];
};
const ssh = (slug: string, command: string) =>
  run('ssh', [...client.options(me), '-p', String(PORT), `${slug}@127.0.0.1`, command]);

// The two wait for machines of their own: at the same time.
test.concurrent('a host is made and proved, holds a workspace that is reached over SSH and HTTP, is lost and comes back, and goes with all on it', async () => {
  const { dependencies } = life;
  // A try that a crash cut off left its machine behind.
  const stopped = new AbortController();
  const cut = convergeHost(dependencies, hostId, stopped.signal);
  await life.condition(async () => ((await read(hostId))?.attempts ?? 0) > 0, 'the first attempt');
  stopped.abort();
  await cut.catch(() => undefined);
  await convergeHost(dependencies, hostId, stay);
  expect(await read(hostId)).toMatchObject({ status: 'Active', lostAt: null });
  expect(await codes(hostId)).toEqual(['JA', 'H01', 'H03', 'H04', 'H05', 'H02']);

  const { id } = await addWorkspace(life.context, {
    name: 'On a host',
    userId: life.context.actor.userId,
    sshKeyId: life.sshKeyId,
    serverId: hostId,
    language: 'none',
    database: 'none',
    cpuCores: 1,
    memoryGb: 1,
    diskGb: 10,
  });
  // Its image is copied to the host first. Not `expect.poll`, which loses its test where two run at once.
  const isActive = async () => (await life.get(id)).workspace_status === 'Active';
  await life.condition(isActive, 'the workspace on the host', 500_000);
  expect(await life.get(id)).toMatchObject({ server_name: 'Nested', server_id: hostId });
  const { slug } = await life.get(id);
  const said = await ssh(slug, 'whoami; echo kept > ~/file');
  expect([said.code, said.stdout.toString().trim()]).toEqual([0, 'dev']);
  const container = `slipway-ws-${id}`;
  const engine = dependencies.engines.get(hostId);
  expect(await httpGet(await engine.dial(container, IDE_PORT), '/healthz')).toContain(' 200 ');
  await expect(
    dependencies.engines.get('local').inspect(container),
    'not on this machine itself',
  ).rejects.toMatchObject({
    kind: 'not-found',
  });

  // The machine goes away, and comes back.
  const machine = `slipway-host-${hostId}`;
  const watch = async () => {
    const host = await read(hostId);
    if (host) await checkHost(dependencies, host);
  };
  await dependencies.engines.get('local').kill(machine);
  await watch();
  expect(await life.get(id)).toMatchObject({
    workspace_status: 'Offline',
    status_changes: [{ cause: 'host_lost' }, {}, {}],
  });
  await dependencies.engines.get('local').start(machine);
  await life.condition(async () => {
    await watch();
    return (await read(hostId))?.lostAt === null;
  }, 'the host to be back');
  await life.condition(async () => (await life.get(id)).workspace_status === 'Active', 'the workspace to be back');
  expect((await ssh(slug, 'cat ~/file')).stdout.toString().trim()).toBe('kept');

  await stopWorkspace(life.context, { id });
  const { id: snapshotId } = await snapshotWorkspace(life.context, { id });
  const snapshot = async () => {
    const [row] = await dependencies.db.select().from(snapshots).where(eq(snapshots.id, snapshotId));
    return row;
  };
  await life.condition(async () => (await snapshot())?.status === 'Active', 'the snapshot to be taken');

  await dependencies.db
    .update(hosts)
    .set({ status: 'Pending Deletion', scheduledDeleteAt: dependencies.clock.now() })
    .where(eq(hosts.id, hostId));
  await removeDueHosts(dependencies);
  await convergeHost(dependencies, hostId, stay);
  await life.condition(async () => (await read(hostId))?.releasedAt !== null, 'the machine to be given back');
  expect(await read(hostId)).toMatchObject({ status: 'Deleted', machine: null });
  expect((await life.get(id)).workspace_status).toBe('Deleted');
  await expect(dependencies.engines.get('local').inspect(machine)).rejects.toMatchObject({ kind: 'not-found' });

  // A snapshot outlives its host.
  expect(await snapshot()).toMatchObject({ status: 'Active', registry: 'held', engineId: hostId });
  const copy = await life.add({ name: 'copy', snapshotId });
  await life.until(copy, 'Active');
  expect(await life.shell(copy, 'cat ~/file')).toBe('kept');
});

test.concurrent('a GPU that can’t be seen inside a container is no GPU host: given up, with nothing left', async () => {
  const id = await insertPending({ vramGb: 24, serverOptionId: 'gpu-8' });
  await convergeHost(life.dependencies, id, stay);
  expect(await read(id)).toMatchObject({ status: 'Deleted', attempts: 1, machine: null });
  expect((await codes(id)).at(-1)).toBe('ER1');
  await expect(life.engine.inspect(`slipway-host-${id}`)).rejects.toMatchObject({ kind: 'not-found' });
});
