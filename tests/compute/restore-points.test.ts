import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpStopped } from '#server/features/instances/back-up-stopped.ts';
import { containerName } from '#server/features/instances/index.ts';
import { goBack } from '#server/features/workspaces/go-back.ts';
import { keepHourly } from '#server/features/workspaces/keep-hourly.ts';
import { listRestorePoints } from '#server/features/workspaces/list-restore-points.ts';
import { noteUse } from '#server/features/workspaces/note-use.ts';
import { updateWorkspace } from '#server/features/workspaces/update-workspace.ts';
import { runners } from '#server/kinds.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { startWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
});
afterAll(() => life?.close());

const NOTES = '/home/dev/project/notes';
const points = async (id: string) => (await listRestorePoints(life.context, { id })).items;
const notes = (id: string) => life.shell(id, `cat ${NOTES}`);
const row = (id: string) => life.shell(id, `psql -Atc 'select what from told'`);

async function stop(id: string): Promise<void> {
  await stopWorkspace(life.context, { id });
  await life.idle();
  life.dependencies.clock.advance(HOUR);
  await backUpStopped(life.dependencies, runners);
}

async function start(id: string): Promise<void> {
  await startWorkspace(life.context, { id });
  await life.until(id, 'Active');
}

async function back(id: string, pointId: string | undefined): Promise<void> {
  await goBack(life.context, { id, pointId: pointId ?? '' });
  await life.until(id, 'Active');
  await life.idle();
}

test('goes back to how it was at a stop, with its database, and forward again to what it left', async () => {
  const id = await life.add({ name: 'time machine', database: 'postgresql' });
  await life.until(id, 'Active');
  const { slug, database_password: password } = await life.get(id);
  await life.shell(id, `echo first > ${NOTES}; psql -qc "create table told as select 'first' as what"`);
  await stop(id);
  const [first] = await points(id);
  expect(first).toMatchObject({ reason: 'stopped', size_bytes: expect.any(Number) });
  await start(id);
  await life.shell(id, `echo second > ${NOTES}; psql -qc "update told set what = 'second'"`);
  await stop(id);
  expect(await points(id)).toHaveLength(2);
  await start(id);
  await life.shell(id, `echo third > ${NOTES}; psql -qc "update told set what = 'third'"`);

  await back(id, first?.id);
  expect([await notes(id), await row(id)]).toEqual(['first', 'first']);
  expect(await life.get(id)).toMatchObject({ slug, database_password: password });
  expect(await life.shell(id, `PGPASSWORD=${password} psql -h 127.0.0.1 -U dev -d dev -Atc 'select 1'`)).toBe('1');
  const [before, ...earlier] = await points(id);
  expect([before?.reason, ...earlier.map(({ reason }) => reason)]).toEqual(['before', 'stopped', 'stopped']);

  await back(id, before?.id);
  expect([await notes(id), await row(id)]).toEqual(['third', 'third']);
  // Nothing but its container is left of it, and that still stops and starts.
  await stop(id);
  await start(id);
  expect(await notes(id)).toBe('third');
});

test('after going back, a container that the engine loses comes back as it was at that point', async () => {
  const id = await life.add({ name: 'lost later' });
  await life.until(id, 'Active');
  await life.shell(id, `echo first > ${NOTES}`);
  await stop(id);
  const [first] = await points(id);
  await start(id);
  await life.shell(id, `echo second > ${NOTES}`);
  await back(id, first?.id);
  await stopWorkspace(life.context, { id });
  await life.idle();
  await life.engine.remove(containerName('workspace', id));
  await start(id);
  expect(await notes(id)).toBe('first');
});

test('is kept every hour of work where that is wished, and it runs on', async () => {
  const id = await life.add({ name: 'busy' });
  await life.until(id, 'Active');
  const { clock } = life.dependencies;
  await life.shell(id, `echo early > ${NOTES}`);
  clock.advance(2 * HOUR);
  await noteUse(life.dependencies, id);
  await keepHourly(life.dependencies);
  expect(await points(id)).toEqual([]);
  await updateWorkspace(life.context, { id, hourlyPoints: true });
  await keepHourly(life.dependencies);
  await keepHourly(life.dependencies);
  const kept = await points(id);
  expect(kept.map(({ reason }) => reason)).toEqual(['hourly']);
  expect(await life.shell(id, `echo late > ${NOTES}; cat ${NOTES}`)).toBe('late');
  clock.advance(HOUR + MINUTE);
  await keepHourly(life.dependencies);
  expect(await points(id)).toHaveLength(1);

  await back(id, kept[0]?.id);
  expect(await notes(id)).toBe('early');
});
