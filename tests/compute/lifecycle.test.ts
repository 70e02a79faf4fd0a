import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { containerName } from '#server/features/instances/index.ts';
import {
  convergeWorkspace,
  deleteWorkspace,
  reconcile,
  restartWorkspace,
  startEngineWatch,
  startWorkspace,
  stopWorkspace,
} from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.dependencies.images.ensureImage(life.engine, { language: 'nodejs', database: 'none' });
});
afterEach(() => life.clear());
afterAll(() => life?.close());

describe('a workspace', () => {
  test('is launched to W10 with numbered messages, its limits and its labels', async () => {
    await life.work();
    const id = await life.add({ name: 'My First App' });
    await life.until(id, 'Active');
    const messages = await life.messages(id);
    expect(messages.map((message) => message.number)).toEqual(messages.map((_, index) => index + 1));
    expect(messages.map((message) => message.message_code)).toEqual(['W01', 'W01', 'W02', 'W03', 'W04', 'W07', 'W10']);
    const state = await life.engine.inspect(containerName('workspace', id));
    expect(state).toMatchObject({ running: true, cpuCores: 1, memoryMb: 1536 });
    expect(state.labels['slipway.workspace']).toBe(id);
    const workspace = await life.get(id);
    expect(workspace.status_changes.map((change) => change.cause)).toEqual(['launched', 'created']);
    expect(workspace).toMatchObject({ slug: 'my-first-app', database_password: null });
  });

  test('keeps its files over stop and start, and leaves nothing when it is deleted', async () => {
    await life.work();
    const id = await life.add({ name: 'keeper' });
    await life.until(id, 'Active');
    await life.shell(id, 'echo kept > /home/dev/project/file');
    await stopWorkspace(life.context, { id });
    expect((await life.get(id)).workspace_status).toBe('Offline');
    await life.condition(async () => !(await life.isRunning(id)), 'the container to stop');
    await startWorkspace(life.context, { id });
    await life.until(id, 'Active');
    expect(await life.shell(id, 'cat /home/dev/project/file')).toBe('kept');
    expect((await life.messages(id)).at(-1)?.message_code).toBe('W10');
    await deleteWorkspace(life.context, { id });
    await life.idle();
    expect(await life.containers()).toEqual([]);
    expect(await life.networks()).toEqual([]);
  });

  test('goes through a real stop when it is restarted', async () => {
    await life.work();
    const id = await life.add({ name: 'again' });
    await life.until(id, 'Active');
    const before = await life.engine.inspect(containerName('workspace', id));
    await restartWorkspace(life.context, { id });
    await life.until(id, 'Active');
    const after = await life.engine.inspect(containerName('workspace', id));
    expect(after.id).toBe(before.id);
    expect(after.startedAt?.getTime()).toBeGreaterThan(before.startedAt?.getTime() ?? 0);
    expect(after.running).toBe(true);
  });

  test('takes two stops, a start and a delete at once and ends deleted with nothing left', async () => {
    await life.work();
    const id = await life.add({ name: 'busy' });
    await life.until(id, 'Active');
    await Promise.allSettled([
      stopWorkspace(life.context, { id }),
      stopWorkspace(life.context, { id }),
      startWorkspace(life.context, { id }),
      deleteWorkspace(life.context, { id }),
    ]);
    await life.idle();
    expect((await life.get(id)).workspace_status).toBe('Deleted');
    expect(await life.containers()).toEqual([]);
  });

  test('ends its launch at once when it is deleted meanwhile', async () => {
    await life.work();
    const id = await life.add({ name: 'short' });
    await life.condition(async () => (await life.containers()).length === 1, 'the container');
    await deleteWorkspace(life.context, { id });
    await life.idle();
    expect(await life.containers()).toEqual([]);
    expect((await life.messages(id)).map((message) => message.message_code)).not.toContain('W10');
  });

  test('stopped in the middle of its launch can be started and gets ready', async () => {
    await life.work();
    const id = await life.add({ name: 'paused' });
    await life.condition(async () => (await life.containers()).length === 1, 'the container');
    await stopWorkspace(life.context, { id });
    await life.idle();
    expect(await life.isRunning(id)).toBe(false);
    await startWorkspace(life.context, { id });
    await life.until(id, 'Active');
  });
});

describe('a launch that fails', () => {
  test('says why with the real output, hides credentials and leaves nothing behind', async () => {
    await life.work();
    const id = await life.add({ name: 'broken', gitUrl: 'https://someone:s3cr3t-token@127.0.0.1:9/x.git' });
    await life.until(id, 'Deleted');
    const messages = await life.messages(id);
    expect(messages.at(-1)?.message_code).toBe('ER1');
    expect(messages.at(-1)?.message_text).toMatch(/could not be cloned[\s\S]*(refused|connect)/i);
    expect(JSON.stringify(messages)).not.toContain('s3cr3t-token');
    expect(await life.containers()).toEqual([]);
    expect((await life.get(id)).status_changes[0]?.cause).toBe('launch_failed');
    const [row] = await life.dependencies.sql`select * from instances join workspaces using (id) where id = ${id}`;
    expect(JSON.stringify(row)).not.toContain('s3cr3t-token');
    const again = await life.add({ name: 'broken' });
    expect((await life.get(again)).slug).toBe('broken');
  });
});

describe('the engine', () => {
  test('ending a container makes its workspace Offline with the cause', async () => {
    await life.work();
    const id = await life.add({ name: 'fragile' });
    await life.until(id, 'Active');
    const watching = new AbortController();
    try {
      await startEngineWatch(life.dependencies, watching.signal);
      await life.engine.kill(containerName('workspace', id));
      await life.until(id, 'Offline');
      expect((await life.get(id)).status_changes[0]).toMatchObject({ cause: 'crashed' });
    } finally {
      watching.abort();
    }
  });

  test('ending a program for want of memory is written down, and the workspace goes on', async () => {
    await life.work();
    const id = await life.add({ name: 'hungry' });
    await life.until(id, 'Active');
    const watching = new AbortController();
    try {
      await startEngineWatch(life.dependencies, watching.signal);
      const hog = 'node -e "const kept = []; for (;;) kept.push(Buffer.alloc(2e7, 1))"; echo "ended with $?"';
      await life.condition(async () => {
        expect(await life.shell(id, hog)).toContain('137');
        return (await life.get(id)).status_changes[0]?.cause === 'out_of_memory';
      }, 'the cause');
      expect((await life.get(id)).workspace_status).toBe('Active');
    } finally {
      watching.abort();
    }
  });

  test('and the database are brought together by the reconciler', async () => {
    await life.work();
    const [gone, stopped] = await Promise.all([life.add({ name: 'gone' }), life.add({ name: 'stopped' })]);
    await life.until(gone, 'Active');
    await life.until(stopped, 'Active');
    await life.engine.remove(containerName('workspace', gone));
    await life.engine.stop(containerName('workspace', stopped));
    await reconcile(life.dependencies);
    expect((await life.get(gone)).status_changes[0]?.cause).toBe('container_missing');
    expect((await life.get(stopped)).status_changes[0]?.cause).toBe('server_restarted');

    await life.rest();
    await life.dependencies.sql`update instances set status = 'Deleted' where id = ${stopped}`;
    await reconcile(life.dependencies);
    expect(await life.containers()).toEqual([]);
  });

  test('is worked on by one process at a time', async () => {
    await life.rest();
    const id = await life.add({ name: 'one' });
    const signal = new AbortController().signal;
    await Promise.all([
      convergeWorkspace(life.dependencies, id, signal),
      convergeWorkspace(life.dependencies, id, signal),
    ]);
    const codes = (await life.messages(id)).map((message) => message.message_code);
    expect(codes.filter((code) => code === 'W04')).toHaveLength(1);
    expect((await life.get(id)).workspace_status).toBe('Active');
  });
});
