import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpStopped } from '#server/features/instances/back-up-stopped.ts';
import { BACKUP_LABEL, backupOf } from '#server/features/instances/backup.ts';
import { containerName } from '#server/features/instances/index.ts';
import { restoreWorkspace } from '#server/features/workspaces/restore-workspace.ts';
import { runners } from '#server/kinds.ts';
import { HOUR } from '#server/platform/clock.ts';
import { deleteWorkspace, startWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
});
afterAll(() => life?.close());

/** As the job does once everything has been stopped for a while. */
function backUp(): Promise<void> {
  const clock = { now: () => new Date(Date.now() + HOUR) };
  return backUpStopped({ ...life.dependencies, clock }, runners);
}

async function stop(id: string): Promise<void> {
  await stopWorkspace(life.context, { id });
  await life.idle();
}

/** What `docker system prune` does to a stopped one. */
const prune = (id: string) => life.engine.remove(containerName('workspace', id));

async function backupsOf(id: string): Promise<string[]> {
  const images = await life.engine.listImages({ [BACKUP_LABEL]: id });
  return images.flatMap(({ tags }) => tags).filter((tag) => backupOf(tag)?.id === id);
}

test('files outlive the container of a stopped workspace, and only the last copy is kept', async () => {
  const id = await life.add({ name: 'pruned', database: 'postgresql' });
  await life.until(id, 'Active');
  await life.shell(id, 'echo first > notes');
  await stop(id);
  await backUp();
  const [first] = await backupsOf(id);
  await startWorkspace(life.context, { id });
  await life.until(id, 'Active');
  await life.shell(id, 'echo second > notes');
  const password = (await life.get(id)).database_password;
  await stop(id);
  await backUp();
  const backups = await backupsOf(id);
  expect(backups).toHaveLength(1);
  expect(backups).not.toContain(first);

  await prune(id);
  await startWorkspace(life.context, { id });
  await life.until(id, 'Active');
  expect(await life.shell(id, 'cat notes')).toBe('second');
  expect(await life.shell(id, `PGPASSWORD=${password} psql -h 127.0.0.1 -U dev -d dev -Atc 'select 1'`)).toBe('1');
  const texts = (await life.messages(id)).map(({ message_text: text }) => text);
  expect(texts.filter((text) => text.includes('Its files come back as of'))).toHaveLength(1);
});

test('a deleted one whose container is lost can be restored from its copy, which then goes', async () => {
  const id = await life.add({ name: 'lost' });
  await life.until(id, 'Active');
  await life.shell(id, 'echo kept > notes');
  await stop(id);
  await backUp();
  await prune(id);
  await deleteWorkspace(life.context, { id });
  await life.idle();
  await backUp();
  expect(await backupsOf(id)).toEqual([]);
  await restoreWorkspace(life.context, { id });
  await startWorkspace(life.context, { id });
  await life.until(id, 'Active');
  expect(await life.shell(id, 'cat notes')).toBe('kept');
});

test('without a copy, a start says that the container is gone', async () => {
  const id = await life.add({ name: 'gone' });
  await life.until(id, 'Active');
  await stop(id);
  await prune(id);
  await startWorkspace(life.context, { id });
  await life.until(id, 'Offline');
  expect((await life.messages(id)).at(-1)?.message_text).toContain('The container of this workspace is gone.');
});

test('a network that was pruned while everything was stopped comes back with the start', async () => {
  const alone = await Lifecycle.open();
  try {
    await alone.work();
    const ids = [await alone.add({ name: 'one' }), await alone.add({ name: 'two' })] as const;
    for (const id of ids) await alone.until(id, 'Active');
    await alone.shell(ids[0], 'echo kept > notes');
    for (const id of ids) await stopWorkspace(alone.context, { id });
    await alone.idle();
    const [network, ...others] = await alone.networks();
    expect(others).toEqual([]);
    await alone.engine.removeNetwork(network?.name ?? '');
    expect(await alone.networks()).toEqual([]);

    await Promise.all(ids.map((id) => startWorkspace(alone.context, { id })));
    for (const id of ids) await alone.until(id, 'Active');
    expect(await alone.shell(ids[0], 'cat notes')).toBe('kept');
    // They see each other by name again.
    const { slug } = await alone.get(ids[1]);
    expect(await alone.shell(ids[0], `getent hosts ${slug} | wc -l`)).toBe('1');
  } finally {
    await alone.close();
  }
});
