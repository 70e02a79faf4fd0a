import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { hostMessages } from '#server/features/hosts/messages.ts';
import { removeDueHosts } from '#server/features/hosts/remove-due.ts';
import { containerName, readMessages } from '#server/features/instances/index.ts';
import { networkName } from '#server/features/instances/names.ts';
import { snapshots } from '#server/features/instances/tables.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { addService } from '#server/features/services/add-service.ts';
import { getService } from '#server/features/services/get-service.ts';
import { serviceKind } from '#server/features/services/kind.ts';
import { snapshotImage } from '#server/features/snapshots/index.ts';
import { newId } from '#server/platform/ids.ts';
import { insertHost } from '#tests/support/host.ts';
import { deleteService, snapshotService, stopService } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';
import { MortalWorker } from './mortal-worker.ts';

let life: Lifecycle;
let worker: MortalWorker;

beforeAll(async () => {
  life = await Lifecycle.open();
  worker = new MortalWorker(life);
});
afterEach(async () => {
  await worker.kill();
  await life.rest();
  // Mails about the host that went: these workers send none.
  await life.dependencies.sql`delete from graphile_worker._private_jobs where locked_at is null`;
});
afterAll(() => life?.close());

async function recover(): Promise<void> {
  await worker.recover();
  await life.work();
}

/** Names of the containers and networks there are. */
async function things(): Promise<string[]> {
  const [containers, networks] = await Promise.all([life.containers(), life.networks()]);
  return [...containers, ...networks].map(({ name }) => name);
}

test('a server killed again and again while a host is made, and while it is removed: one host, then none, and nothing left', async () => {
  const { context, dependencies, engine } = life;
  const id = newId();
  const machine = `slipway-host-${id}`;
  const read = async () => (await dependencies.db.select().from(hosts).where(eq(hosts.id, id)))[0];
  const said = async () => (await readMessages(dependencies, hostMessages, id)).map((message) => message.message_code);
  const isThere = () => engine.inspect(machine).then(Boolean, () => false);
  await dependencies.db.insert(hosts).values({
    id,
    organizationId: context.actor.organizationId,
    name: 'Survivor',
    hostname: `survivor-${id.slice(-8)}`,
    serverOptionId: 'general-2',
    provider: 'docker',
    status: 'Pending',
    cpuCores: 1,
    memoryMb: 2048,
    diskGb: 80,
    monthlyCents: 4000,
    createdAt: dependencies.clock.now(),
  });
  const moments: [string, () => Promise<boolean>][] = [
    ['its machine to be there', isThere],
    ['its engine to be known', async () => (await read())?.machine !== null],
    ['the proof to run', async () => (await said()).includes('H04')],
  ];
  for (const [what, moment] of moments) {
    await worker.recover();
    await worker.dieWhen(moment, what);
    expect((await read())?.status).toBe('Pending');
  }
  await recover();
  await life.condition(async () => (await read())?.status === 'Active', 'the host to be ready');
  // What cut the tries off was no fault of the machine.
  expect(await read()).toMatchObject({ attempts: 1, lostAt: null });
  expect((await said()).filter((code) => code === 'H02')).toHaveLength(1);
  expect(await dependencies.engines.get(id).list({}), 'no proof is left on it').toEqual([]);
  expect(await things(), 'a container and a network').toEqual([machine, machine]);
  await life.rest();

  const due = { status: 'Pending Deletion', scheduledDeleteAt: dependencies.clock.now() } as const;
  await dependencies.db.update(hosts).set(due).where(eq(hosts.id, id));
  await removeDueHosts(dependencies);
  await worker.dieWhen(async () => !(await engine.inspect(machine).catch(() => null))?.running, 'the machine to stop');
  await recover();
  await life.condition(async () => (await read())?.releasedAt !== null, 'the machine to be given back');
  expect(await things()).toEqual([]);
  expect(dependencies.engines.list().map((each) => each.id)).toEqual(['local']);
});

test('a server killed again and again while a service is launched, kept and deleted: one of each, then nothing left', async () => {
  const { actor } = life.context;
  const serverId = await insertHost(life.dependencies, actor.organizationId, { diskGb: 500 });
  const engine = life.dependencies.engines.get(serverId);
  const resources = { cpuCores: 1, memoryMb: 512, diskGb: 0, dockerPrivilege: false };
  const whose = { name: 'Survivor', userId: actor.userId, serverId };
  const { id } = await addService(life.context, { ...whose, ...resources, catalogueId: 'redis', properties: {} });
  const container = containerName('service', id);
  const status = async () => (await getService(life.context, { id })).service_status;
  const state = () => engine.inspect(container).catch(() => null);
  const said = async () => (await readMessages(life.dependencies, serviceKind, id)).map((each) => each.message_code);

  await worker.dieWhen(async () => (await state()) !== null, 'its container to be there');
  await worker.recover();
  await worker.dieWhen(async () => (await state())?.running === true, 'its container to run');
  await worker.recover();
  await worker.dieWhen(async () => (await said()).includes('E04'), 'that to be told');
  await recover();
  await life.condition(async () => (await status()) === 'Active', 'the service to be ready');
  expect((await said()).filter((code) => code === 'E07')).toHaveLength(1);
  expect(await things()).toEqual([container, networkName(actor.organizationId)]);
  await stopService(life.context, { id });
  await life.idle();
  await life.rest();

  const { id: snapshotId } = await snapshotService(life.context, { id });
  await worker.dieWhen(() => engine.imageExists(snapshotImage(snapshotId)), 'the image of its snapshot');
  await recover();
  const taken = async () => (await life.dependencies.db.select().from(snapshots))[0];
  await life.condition(async () => (await taken())?.status === 'Active', 'the snapshot to be there');
  await life.idle();
  await life.rest();

  await deleteService(life.context, { id });
  await worker.dieWhen(async () => (await state()) === null, 'its container to go');
  await recover();
  await life.idle();
  expect(await things()).toEqual([]);
});
