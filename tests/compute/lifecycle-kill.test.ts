import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { containerName } from '#server/features/instances/index.ts';
import { listSnapshots } from '#server/features/snapshots/list-snapshots.ts';
import { deleteWorkspace, snapshotWorkspace, startWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';
import { MortalWorker } from './mortal-worker.ts';

let life: Lifecycle;
let worker: MortalWorker;

beforeAll(async () => {
  life = await Lifecycle.open();
  worker = new MortalWorker(life);
  await life.dependencies.images.ensureImage(life.engine, { language: 'nodejs', database: 'none' });
});
afterEach(async () => {
  await worker.kill();
  await life.rest();
  await life.clear();
  await life.rest();
});
afterAll(() => life?.close());

/** What a new server does: it looks at everything, and takes up the jobs. */
async function recover(): Promise<void> {
  await worker.recover();
  await life.work();
}

async function expectOneReadyWorkspace(id: string): Promise<void> {
  await life.until(id, 'Active');
  expect((await life.containers()).map((container) => container.name)).toEqual([containerName('workspace', id)]);
  const messages = await life.messages(id);
  expect(messages.map((message) => message.number)).toEqual(messages.map((_, index) => index + 1));
  const told = messages.map((message) => `${message.message_code} ${message.message_text}`);
  expect(new Set(told).size).toBe(told.length);
  expect(messages.at(-1)?.message_code).toBe('W10');
}

const texts = async (id: string) => (await life.messages(id)).map((message) => message.message_text);

const moments: Record<string, (id: string) => Promise<boolean>> = {
  'it took the job': () => worker.tookJob(),
  'the image was there': async (id) => (await texts(id)).includes('The image is ready.'),
  'the container was created': async () => (await life.containers()).length > 0,
  'it was told so': async (id) => (await texts(id)).includes('The container is there.'),
  'the container ran': (id) => life.isRunning(id),
  'the start was told': async (id) => (await texts(id)).includes('The container has started.'),
  'the IDE answered': async (id) => (await texts(id)).includes('The web IDE answers.'),
};

test.for(Object.keys(moments))('a worker killed during a launch when %s leaves no trace', async (name) => {
  const id = await life.add({ name: 'survivor' });
  await worker.dieWhen(() => moments[name]?.(id) ?? Promise.resolve(false), name);
  await recover();
  await expectOneReadyWorkspace(id);
});

test('a worker killed while stopping: the container is stopped by the next one', async () => {
  await life.work();
  const id = await life.add({ name: 'stopping' });
  await life.until(id, 'Active');
  await life.rest();
  await stopWorkspace(life.context, { id });
  await worker.dieWhen(() => worker.tookJob(), 'the job to be taken');
  await recover();
  await life.condition(async () => !(await life.isRunning(id)), 'the container to stop');
  expect((await life.get(id)).workspace_status).toBe('Offline');
});

test('a worker killed while taking a snapshot: the next one takes it, once', async () => {
  await life.work();
  const id = await life.add({ name: 'kept' });
  await life.until(id, 'Active');
  await stopWorkspace(life.context, { id });
  await life.idle();
  await life.rest();
  const { id: snapshotId } = await snapshotWorkspace(life.context, { id });
  await worker.dieWhen(() => worker.tookJob(), 'the job to be taken');
  await recover();
  const listed = async () => (await listSnapshots(life.context, { page: 1 })).rows;
  await life.condition(async () => (await listed())[0]?.status === 'Active', 'the snapshot to be there');
  expect((await listed()).map((row) => row.id)).toEqual([snapshotId]);
});

test('a worker killed while starting, and a delete before the next one comes: nothing is left', async () => {
  await life.work();
  const id = await life.add({ name: 'going' });
  await life.until(id, 'Active');
  await stopWorkspace(life.context, { id });
  await life.idle();
  await life.rest();
  await startWorkspace(life.context, { id });
  await worker.dieWhen(() => life.isRunning(id), 'the container to run');
  await deleteWorkspace(life.context, { id });
  await recover();
  await life.condition(async () => (await life.containers()).length === 0, 'the container to go');
  expect((await life.get(id)).workspace_status).toBe('Deleted');
});
