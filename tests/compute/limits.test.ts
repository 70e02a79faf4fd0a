import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { containerName } from '#server/features/instances/index.ts';
import { instances } from '#server/features/instances/tables.ts';
import { addService } from '#server/features/services/add-service.ts';
import { getService } from '#server/features/services/get-service.ts';
import { getWorkspaceUsage } from '#server/features/workspaces/get-workspace-usage.ts';
import { updateWorkspace } from '#server/features/workspaces/update-workspace.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { insertHost } from '#tests/support/host.ts';
import {
  deleteService,
  restartWorkspace,
  startEngineWatch,
  startWorkspace,
  watchServiceDisks,
  watchWorkspaceDisks,
} from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.dependencies.images.ensureImage(life.engine, { language: 'nodejs', database: 'none' });
});
afterEach(() => life.clear());
afterAll(() => life?.close());

/** A running workspace with columns as a private host's could have them. */
async function running(name: string, columns: Partial<typeof instances.$inferInsert>): Promise<string> {
  await life.work();
  const id = await life.add({ name });
  await life.until(id, 'Active');
  const { dependencies, context } = life;
  await dependencies.db
    .update(instances)
    .set({ serverId: await insertHost(dependencies, context.actor.organizationId), ...columns })
    .where(eq(instances.id, id));
  return id;
}

describe('the disk of a workspace', () => {
  /** A file that says it is that big and takes no room on the machine. */
  const fill = (id: string, megabytes: number) => life.shell(id, `truncate -s ${megabytes}M /home/dev/big`);
  const causes = async (id: string) => (await life.get(id)).status_changes.map(({ cause }) => cause);
  const look = async () => {
    life.dependencies.clock.advance(6 * MINUTE);
    await watchWorkspaceDisks(life.dependencies);
  };

  test('is told of at 80 % and 95 %, and stopped at 110 %; after a start there is time to free space', async () => {
    const id = await running('full', { diskGb: 1 });
    const before = await causes(id);
    await fill(id, 700);
    await look();
    expect(await causes(id)).toEqual(before);
    await fill(id, 850);
    await look();
    await look();
    expect(await causes(id)).toEqual(['disk_nearly_full', ...before]);
    await fill(id, 1000);
    await look();
    expect(await causes(id)).toEqual(['disk_nearly_full', 'disk_nearly_full', ...before]);
    expect(await getWorkspaceUsage(life.context, { id })).toMatchObject({ disk_limit_bytes: 2 ** 30 });
    await fill(id, 1200);
    await look();
    const stopped = await life.get(id);
    expect(stopped.workspace_status).toBe('Offline');
    expect(stopped.status_changes[0]).toMatchObject({ cause: 'disk_full' });
    expect(stopped.status_changes[0]?.detail).toContain('It used 1.2 of 1 GB.');
    await life.condition(async () => !(await life.isRunning(id)), 'the container to stop');

    await startWorkspace(life.context, { id });
    await life.until(id, 'Active');
    await look();
    expect((await life.get(id)).workspace_status).toBe('Active');
    // Unmetered from here on.
    await updateWorkspace(life.context, { id, diskGb: 0 });
    await look();
    await look();
    await look();
    const usage = await getWorkspaceUsage(life.context, { id });
    expect(usage.disk_limit_bytes).toBeNull();
    expect(usage.disk_bytes).toBeGreaterThan(1200 * 2 ** 20 - 1);
    expect(usage.memory_limit_bytes).toBe(1536 * 2 ** 20);
    expect(usage.memory_bytes).toBeGreaterThan(0);
    expect((await life.get(id)).workspace_status).toBe('Active');
    // Its safety copy would take time.
    await life.shell(id, 'rm /home/dev/big');
  });
});

test('the disk of a service is watched by the same rule', async () => {
  await life.work();
  const { dependencies, context } = life;
  const { userId, organizationId } = context.actor;
  const serverId = await insertHost(dependencies, organizationId);
  const resources = { cpuCores: 1, memoryMb: 512, diskGb: 1, dockerPrivilege: false };
  const { id } = await addService(context, {
    name: 'Full',
    catalogueId: 'redis',
    serverId,
    userId,
    properties: {},
    ...resources,
  });
  const get = () => getService(context, { id });
  await life.condition(async () => (await get()).service_status === 'Active', 'the service to be ready');
  const look = async (megabytes: number) => {
    const command = ['truncate', '-s', `${megabytes}M`, '/srv/data/big'];
    await dependencies.engines.get(serverId).run(containerName('service', id), { user: 'root', command });
    dependencies.clock.advance(16 * MINUTE);
    await watchServiceDisks(dependencies);
    return (await get()).status_changes[0];
  };
  expect(await look(850)).toMatchObject({ status: 'Active', cause: 'disk_nearly_full' });
  expect(await look(1200)).toMatchObject({ status: 'Offline', cause: 'disk_full' });
  await deleteService(context, { id });
  await life.idle();
});

describe('cpu and memory of a workspace', () => {
  test('are changed while it runs, or count from the next start; when memory runs out that is the cause', async () => {
    const id = await running('growing', {});
    const { startedAt } = await life.engine.inspect(containerName('workspace', id));
    const { nextStart } = await updateWorkspace(life.context, { id, cpuCores: 1.75, memoryGb: 2 });
    expect(nextStart).toEqual([]);
    expect(await life.engine.inspect(containerName('workspace', id))).toMatchObject({
      startedAt,
      cpuCores: 1.75,
      memoryMb: 2048,
    });

    // As after a change that the engine refused.
    await life.dependencies.db.update(instances).set({ memoryMb: 1024 }).where(eq(instances.id, id));
    await restartWorkspace(life.context, { id });
    await life.until(id, 'Active');
    expect(await life.engine.inspect(containerName('workspace', id))).toMatchObject({ running: true, memoryMb: 1024 });

    const watching = new AbortController();
    try {
      await startEngineWatch(life.dependencies, watching.signal);
      const hog = 'node -e "const kept = []; for (;;) kept.push(Buffer.alloc(2e7, 1))"';
      await life.condition(async () => {
        await life.shell(id, `${hog} || true`);
        return (await life.get(id)).status_changes[0]?.cause === 'out_of_memory';
      }, 'the kernel to end a program');
      await life.engine.kill(containerName('workspace', id));
      await life.until(id, 'Offline');
      const [last] = (await life.get(id)).status_changes;
      expect(last).toMatchObject({ status: 'Offline', cause: 'out_of_memory' });
      expect(last?.detail).toContain('more memory than it has');
    } finally {
      watching.abort();
    }
  });
});
