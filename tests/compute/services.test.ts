import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { loadEngines } from '#server/features/hosts/keep-engines.ts';
import { containerName, readMessages } from '#server/features/instances/index.ts';
import { noteEnded } from '#server/features/instances/note-ended.ts';
import { type RecordOf, readRecords } from '#server/features/instances/records.ts';
import { instances, snapshots } from '#server/features/instances/tables.ts';
import { type AddInput, addService } from '#server/features/services/add-service.ts';
import { deleteService as deleteForADay, restoreService } from '#server/features/services/delete-service.ts';
import { getService } from '#server/features/services/get-service.ts';
import { serviceKind } from '#server/features/services/kind.ts';
import { services } from '#server/features/services/tables.ts';
import { launchStack } from '#server/features/stacks/launch-stack.ts';
import { snapshotStack } from '#server/features/stacks/snapshot-stack.ts';
import { addWorkspace } from '#server/features/workspaces/add-workspace.ts';
import { setPortVisibility } from '#server/features/workspaces/index.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import type { workspaces } from '#server/features/workspaces/tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { insertHost } from '#tests/support/host.ts';
import {
  convergeService,
  deleteService,
  reconcileEngine,
  snapshotService,
  startService,
  stopService,
  watchServiceHealth,
} from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';
import { httpGet } from './support.ts';

let lab: Lifecycle;
let host: string;

beforeAll(async () => {
  lab = await Lifecycle.open();
  const { organizationId } = lab.context.actor;
  host = await insertHost(lab.dependencies, organizationId, { cpuCores: 8, memoryMb: 64 * 1024, diskGb: 500 });
  await loadEngines(lab.dependencies, host);
  await lab.work();
});
afterAll(() => lab?.close());

const engine = () => lab.dependencies.engines.get(host);
const get = (id: string) => getService(lab.context, { id });
const messages = (id: string) => readMessages(lab.dependencies, serviceKind, id);

async function add(catalogueId: string, input: Partial<AddInput> = {}): Promise<string> {
  const { id } = await addService(lab.context, {
    name: catalogueId,
    catalogueId,
    serverId: host,
    userId: lab.context.actor.userId,
    cpuCores: 1,
    memoryMb: 512,
    diskGb: 0,
    dockerPrivilege: false,
    properties: {},
    ...input,
  });
  return id;
}

async function until(id: string, wanted: string): Promise<void> {
  await lab.condition(async () => {
    const { service_status: status } = await get(id);
    if (status === 'Deleted' && wanted !== 'Deleted') throw new Error(JSON.stringify((await messages(id)).at(-1)));
    return status === wanted;
  }, `${id} to be ${wanted}`);
}

/** The values it was launched with. */
async function valuesOf(id: string): Promise<Record<string, string>> {
  return Object.fromEntries((await get(id)).environment_properties.map(({ key, value }) => [key, value]));
}

async function run(id: string, script: string, env: Record<string, string> = {}): Promise<string> {
  const result = await engine().run(containerName('service', id), {
    user: 'root',
    command: ['bash', '-c', script],
    env,
  });
  if (result.exitCode !== 0) throw new Error(`${script}: ${result.exitCode} ${result.stdout}${result.stderr}`);
  return result.stdout.trim();
}

describe('a service', () => {
  test('is launched to E07, keeps its data over stop and start, and leaves nothing when it is deleted', async () => {
    const id = await add('postgresql', { name: 'Pg' });
    await until(id, 'Active');
    const told = await messages(id);
    expect(told.map(({ number }) => number)).toEqual(told.map((_, index) => index + 1));
    expect(told.at(-1)).toMatchObject({ message_code: 'E07' });
    expect(new Set(told.map(({ message_code: code }) => code))).toEqual(
      new Set(['E01', 'E02', 'E03', 'E04', 'E05', 'E07']),
    );
    const { POSTGRES_PASSWORD: secret = '' } = await valuesOf(id);
    expect(JSON.stringify(told)).not.toContain(secret);

    await run(id, 'psql -h 127.0.0.1 -U app app -c "create table kept(a int)"', { PGPASSWORD: secret });
    await stopService(lab.context, { id });
    await lab.idle();
    expect((await engine().inspect(containerName('service', id))).running).toBe(false);
    await startService(lab.context, { id });
    await until(id, 'Active');
    expect(await run(id, 'psql -h 127.0.0.1 -U app app -Atc "select count(*) from kept"', { PGPASSWORD: secret })).toBe(
      '0',
    );
    // Deleted by somebody, and had back.
    await deleteForADay(lab.context, { id });
    await lab.idle();
    expect((await engine().inspect(containerName('service', id))).running).toBe(false);
    await reconcileEngine(lab.dependencies, engine());
    await restoreService(lab.context, { id });
    await startService(lab.context, { id });
    await until(id, 'Active');
    expect(await run(id, 'psql -h 127.0.0.1 -U app app -Atc "select count(*) from kept"', { PGPASSWORD: secret })).toBe(
      '0',
    );
    await deleteService(lab.context, { id });
    await lab.idle();
    expect(await lab.containers()).toEqual([]);
    expect(await lab.networks()).toEqual([]);
  });

  test('launched from a snapshot has its data under new secrets, and the old ones are in no image', async () => {
    const first = await add('mariadb', { name: 'Sql' });
    await until(first, 'Active');
    const before = await valuesOf(first);
    await run(
      first,
      `mariadb -h 127.0.0.1 -u app -p${before.MARIADB_PASSWORD} app -e "create table kept as select 42 as a"`,
    );
    await stopService(lab.context, { id: first });
    const { id: snapshotId } = await snapshotService(lab.context, { id: first });
    await lab.condition(async () => {
      const [row] = await lab.dependencies.db.select().from(snapshots).where(eq(snapshots.id, snapshotId));
      return row?.status === 'Active';
    }, 'the snapshot');

    const second = await add('mariadb', { name: 'Sql again', snapshotId });
    await until(second, 'Active');
    const after = await valuesOf(second);
    expect(after.MARIADB_PASSWORD).not.toBe(before.MARIADB_PASSWORD);
    const count = (secret: string | undefined) =>
      run(second, `mariadb -h 127.0.0.1 -u app -p${secret} app -Ne "select a from kept"`);
    expect(await count(after.MARIADB_PASSWORD)).toBe('42');
    await expect(count(before.MARIADB_PASSWORD)).rejects.toThrow(/Access denied/);
    const { env } = await engine().inspect(containerName('service', second));
    expect(Object.values(env)).not.toContain(before.MARIADB_PASSWORD);
    expect((await messages(second)).map(({ message_code: code }) => code)).toContain('E06');
    const [row] = await lab.dependencies.db.select().from(services).where(eq(services.id, second));
    expect(row?.previousEnvironment).toBeNull();
    for (const id of [first, second]) await deleteService(lab.context, { id });
    await lab.idle();
  });

  test('that hangs while its container runs is told after three checks, and comes back by itself or by a restart', async () => {
    const id = await add('redis', { name: 'Hangs' });
    await until(id, 'Active');
    const look = () => watchServiceHealth(lab.dependencies);
    const causes = async () => (await get(id)).status_changes.map(({ cause }) => cause);
    await look();
    const server = await run(id, 'pidof redis-server');
    await run(id, `kill -STOP ${server}`);
    await Promise.all([look(), look()]);
    expect(await get(id)).toMatchObject({ service_status: 'Active', not_answering_date: null });
    const since = lab.dependencies.clock.now().toISOString();
    lab.dependencies.clock.advance(MINUTE);
    await look();
    expect(await get(id)).toMatchObject({ service_status: 'Active', not_answering_date: since });
    expect((await get(id)).status_changes[0]).toMatchObject({
      cause: 'not_answering',
      detail: 'Its health check did not end within 4 seconds.',
    });

    await run(id, `kill -CONT ${server}`);
    await look();
    expect((await get(id)).not_answering_date).toBeNull();
    expect(await causes()).toEqual(['answering_again', 'not_answering', 'launched', 'created']);

    // As after three more; a start begins anew.
    const silent = { unansweredCount: 3, unansweredSince: lab.dependencies.clock.now() };
    await lab.dependencies.db.update(instances).set(silent).where(eq(instances.id, id));
    expect((await get(id)).not_answering_date).not.toBeNull();
    await stopService(lab.context, { id });
    await startService(lab.context, { id });
    await until(id, 'Active');
    expect((await get(id)).not_answering_date).toBeNull();
    await deleteService(lab.context, { id });
    await lab.idle();
  });

  test('with pages is reached by the gateway’s directory, and by name on the network of its organization', async () => {
    const [redis, adminer] = await Promise.all([add('redis', { name: 'Cache' }), add('adminer', { name: 'Look' })]);
    await Promise.all([until(redis, 'Active'), until(adminer, 'Active')]);
    const target = await createDirectory(lab.dependencies).find('look');
    const stream = await engine().dial(target?.containerId ?? '', target?.httpPort ?? 0);
    expect(await httpGet(stream, '/')).toContain('Adminer');
    const session = String.raw`exec 3<>/dev/tcp/cache/6379; printf 'PING\r\n' >&3; head -n 1 <&3`;
    expect(await run(adminer, session)).toContain('NOAUTH');

    // It ends by itself: the cause is written down.
    await engine().kill(containerName('service', redis));
    await noteEnded(lab.dependencies, serviceKind, engine(), redis, 'event');
    expect((await get(redis)).status_changes[0]).toMatchObject({ status: 'Offline', cause: 'crashed' });
    // Nobody took the stop of this one to the engine: the reconciler does.
    await lab.rest();
    await stopService(lab.context, { id: adminer });
    await reconcileEngine(lab.dependencies, engine());
    await lab.work();
    await lab.condition(async () => !(await engine().inspect(containerName('service', adminer))).running, 'the stop');
    for (const id of [redis, adminer]) await deleteService(lab.context, { id });
    await lab.idle();
    expect(await lab.containers()).toEqual([]);
  });
});

test('a workspace and the services beside it are snapshotted as one, run again, and are launched once more', async () => {
  const { actor } = lab.context;
  const service = await add('redis', { name: 'Memory' });
  const { id: workspace } = await addWorkspace(lab.context, {
    name: 'App',
    userId: actor.userId,
    sshKeyId: lab.sshKeyId,
    serverId: host,
    language: 'nodejs',
    database: 'none',
    memoryGb: 1,
    ide: 'none',
    port3000: 'http',
    port3030: 'tcp',
    useSsl: false,
    cpuCores: 2,
    diskGb: 12,
  });
  await setPortVisibility(lab.context, { id: workspace, port: 3000, visibility: 'organization' });
  await until(service, 'Active');
  await lab.until(workspace, 'Active');
  const before = await valuesOf(service);
  const redis = (id: string, secret: string | undefined, command: string) =>
    run(id, `redis-cli -h $HOSTNAME ${command}`, { REDISCLI_AUTH: secret ?? '' });
  await redis(service, before.REDIS_PASSWORD, 'set answer 42');
  await lab.shell(workspace, 'echo kept > ~/project/file');
  // The workspace reaches it by its name.
  const knock = 'exec 3<>/dev/tcp/memory/6379; echo PING >&3; head -n 1 <&3';
  expect(await lab.shell(workspace, knock)).toContain('NOAUTH');

  const { stackId } = await snapshotStack(lab.context, { workspaceId: workspace });
  await until(service, 'Active');
  await lab.until(workspace, 'Active');
  const taken = await lab.dependencies.db.select().from(snapshots).where(eq(snapshots.stackId, stackId));
  expect(taken.map(({ type, status, restartUserId }) => [type, status, restartUserId]).sort()).toEqual([
    ['Service', 'Active', null],
    ['Workspace', 'Active', null],
  ]);

  const copy = await launchStack(lab.context, { stackId, name: 'Copy' });
  const [copied = ''] = copy.serviceIds;
  await until(copied, 'Active');
  await lab.until(copy.workspaceId, 'Active');
  const after = await valuesOf(copied);
  expect(after.REDIS_PASSWORD).not.toBe(before.REDIS_PASSWORD);
  expect(await redis(copied, after.REDIS_PASSWORD, 'get answer')).toBe('42');
  expect(await redis(copied, before.REDIS_PASSWORD, 'get answer')).toMatch(/WRONGPASS|NOAUTH/);
  expect(await lab.shell(copy.workspaceId, 'cat ~/project/file; echo $SLIPWAY_IDE')).toBe('kept\nnone');
  expect(await get(copied)).toMatchObject({ hostname: 'copy-memory', cpu_cores: 1, memory_gb: 0.5 });
  // The rest is as it was.
  const kept = ({ cpuCores, memoryMb, diskGb, port3000, port3030, port3000Visibility, useSsl, language }: Row) => ({
    cpuCores,
    memoryMb,
    diskGb,
    port3000,
    port3030,
    port3000Visibility,
    useSsl,
    language,
  });
  type Row = RecordOf<typeof workspaces>;
  const both = inArray(instances.id, [workspace, copy.workspaceId]);
  const rows = await readRecords(lab.dependencies.db, workspaceKind, both);
  expect(rows.map(kept)).toEqual(
    Array(2).fill({
      cpuCores: 2,
      memoryMb: 1024,
      diskGb: 12,
      port3000: 'http',
      port3030: 'tcp',
      port3000Visibility: 'organization',
      useSsl: false,
      language: 'nodejs',
    }),
  );
  for (const id of [service, copied]) await deleteService(lab.context, { id });
  await lab.clear();
});

test('an image that can’t be had ends in a clear ER1 and leaves nothing behind', async () => {
  const id = await add('mongodb');
  await until(id, 'Deleted');
  const last = (await messages(id)).at(-1);
  expect(last?.message_code).toBe('ER1');
  expect(last?.message_text).toMatch(
    /^MongoDB is published as an image only \(mongo:8\), and no registry of images can be/,
  );
  expect(await lab.containers()).toEqual([]);
});

test('two workers at once, and one that is repeated after everything is done, do no harm', async () => {
  const id = await add('memcached');
  const { signal } = new AbortController();
  await Promise.all([convergeService(lab.dependencies, id, signal), convergeService(lab.dependencies, id, signal)]);
  await until(id, 'Active');
  await convergeService(lab.dependencies, id, signal);
  expect((await messages(id)).filter(({ message_code: code }) => code === 'E07')).toHaveLength(1);
  await deleteService(lab.context, { id });
  await lab.idle();
});
