import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { billingAccounts } from '#server/features/billing/tables.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { readInstance } from '#server/features/instances/read.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances } from '#server/features/instances/tables.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { pauseIdle } from '#server/features/workspaces/pause-idle.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { type ActivityWeek, userActivity, workspaceActivity } from '#shared/features/activity/contract.ts';
import { WEEKDAYS } from '#shared/features/activity/model.ts';
import { keepAwake } from '#shared/features/workspaces/awake.ts';
import { getWorkspace } from '#shared/features/workspaces/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let id: string;

beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_IDLE_MAILS: 'true' } });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  id = newId();
  const now = dependencies.clock.now();
  await insertRecord(dependencies.db, workspaces, {
    kind: 'workspace',
    id,
    organizationId: here.organizationId,
    userId: here.owner.userId,
    name: 'Idle',
    slug: `idle-${id.slice(-8)}`,
    status: 'Active',
    engineId: 'local',
    language: 'nodejs',
    database: 'none',
    cpuCores: 1,
    memoryMb: 512,
    diskGb: 10,
    activeSince: now,
    // Long before its start: what counts is the start.
    createdAt: new Date(now.getTime() - 30 * DAY),
  });
});

const get = async () =>
  (await client.call(getWorkspace, { params: { workspaceID: id } }, { key: here.owner.key })).body;
const work = () => createDirectory(dependencies).recordActivity(id, here.owner.userId);
/** As the cron does: a look every minute. */
async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    dependencies.clock.advance(MINUTE);
    await pauseIdle(dependencies);
  }
}
const minutesLeft = async () => {
  const { pause_date: date } = await get();
  return date === null ? null : (Date.parse(date) - dependencies.clock.now().getTime()) / MINUTE;
};

test('while the bill is not paid KeepAlive waits: what nobody works in pauses, and keeps its setting', async () => {
  await dependencies.db.update(instances).set({ keepalive: true }).where(eq(instances.id, id));
  await pass(31);
  expect((await get()).workspace_status).toBe('Active');
  const unpaid = { organizationId: here.organizationId, readOnlySince: dependencies.clock.now() };
  await dependencies.db.insert(billingAccounts).values(unpaid);
  await pass(6);
  const paused = await get();
  expect(paused).toMatchObject({ workspace_status: 'Offline', keepalive_flag: true });
  expect(paused.status_changes[0]).toMatchObject({ cause: 'idle', detail: expect.stringContaining('unpaid') });
  await dependencies.db.update(instances).set({ keepalive: false }).where(eq(instances.id, id));
  await dependencies.db.delete(billingAccounts).where(eq(billingAccounts.organizationId, here.organizationId));
});

test('where it is wished, the person is mailed with the warning, once', async () => {
  const mails = async () => {
    const rows = await dependencies.sql<{ payload: { sealed: string } }[]>`
      select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'mail.send' order by j.id`;
    return rows.map(
      ({ payload }) => JSON.parse(dependencies.secrets.open(payload.sealed)) as { subject: string; to: string },
    );
  };
  const before = (await mails()).length;
  await pass(28);
  expect((await mails()).slice(before)).toMatchObject([
    { to: here.owner.email, subject: 'Idle is about to be paused' },
  ]);
});

describe('a workspace nobody works in', () => {
  test('is paused 30 minutes after its start, with its cause, and not a minute sooner', async () => {
    await pass(29);
    expect((await get()).workspace_status).toBe('Active');
    await pass(1);
    const paused = await get();
    expect(paused.workspace_status).toBe('Offline');
    expect(paused.status_changes[0]).toMatchObject({ status: 'Offline', cause: 'idle' });
    expect(paused.pause_date).toBeNull();
    const jobs = await dependencies.sql`select key from graphile_worker.jobs where key like ${`%${id}`}`;
    expect(jobs).toHaveLength(1);
  });

  test('that is old and was just started gets no warning, and its 30 minutes', async () => {
    const ago = (days: number) => new Date(dependencies.clock.now().getTime() - days * DAY);
    const old = { lastAccessAt: ago(30), heldSeenAt: ago(30), idleWarnedAt: ago(29), keepAwakeUntil: ago(29) };
    await dependencies.db.update(workspaces).set(old).where(eq(workspaces.id, id));
    await dependencies.db
      .update(instances)
      .set({ createdAt: ago(90), activeSince: dependencies.clock.now() })
      .where(eq(instances.id, id));
    const warned = async () =>
      (await dependencies.db.select().from(workspaces).where(eq(workspaces.id, id)))[0]?.idleWarnedAt;
    expect(await minutesLeft()).toBe(30);
    await pass(24);
    expect(await warned()).toEqual(old.idleWarnedAt);
    expect(await minutesLeft()).toBe(6);
    await pass(1);
    expect(await warned()).toEqual(dependencies.clock.now());
    await pass(4);
    expect((await get()).workspace_status).toBe('Active');
    await pass(1);
    expect((await get()).workspace_status).toBe('Offline');
  });

  test('counts from the last activity, also when it comes after the warning', async () => {
    await pass(27);
    expect(await minutesLeft()).toBe(3);
    await work();
    expect(await minutesLeft()).toBe(30);
    await pass(29);
    expect((await get()).workspace_status).toBe('Active');
    await pass(1);
    expect((await get()).workspace_status).toBe('Offline');
  });

  test('is not paused by looking at its page', async () => {
    await pass(29);
    await get();
    await pass(1);
    expect((await get()).workspace_status).toBe('Offline');
  });

  test('gets its 5 minutes of warning after the server was away for long', async () => {
    dependencies.clock.advance(3 * HOUR);
    await pass(1);
    expect((await get()).workspace_status).toBe('Active');
    expect(await minutesLeft()).toBe(5);
    await pass(4);
    expect((await get()).workspace_status).toBe('Active');
    await pass(1);
    expect((await get()).workspace_status).toBe('Offline');
  });

  test('is kept for 2 hours on request of who may see it', async () => {
    await pass(26);
    const params = { workspaceID: id };
    const stranger = await mintUser(dependencies, here.organizationId, 'user');
    expect((await client.call(keepAwake, { params }, { key: stranger.key })).status).toBe(404);
    expect((await client.call(keepAwake, { params }, { key: here.owner.key })).status).toBe(200);
    expect(await minutesLeft()).toBe(120);
    await pass(119);
    expect((await get()).workspace_status).toBe('Active');
    await pass(1);
    expect((await get()).workspace_status).toBe('Offline');
    expect((await client.call(keepAwake, { params }, { key: here.owner.key })).status).toBe(409);
  });

  test('stays with KeepAlive', async () => {
    await dependencies.db.update(instances).set({ keepalive: true }).where(eq(instances.id, id));
    await pass(40);
    expect(await get()).toMatchObject({ workspace_status: 'Active', pause_date: null });
  });
});

describe('the weekly activity', () => {
  const week = async (date: string, timezone: string) =>
    client.call(workspaceActivity, { params: { workspaceID: id }, query: { date, timezone } }, { key: here.owner.key });
  const filled = ({ activities }: ActivityWeek) =>
    WEEKDAYS.flatMap((day) =>
      activities[day].flatMap(({ activity_count: n }, row) => (n > 0 ? [`${day} ${row} ${n}`] : [])),
    );
  const workAt = async (...times: string[]) => {
    const before = dependencies.clock.now();
    for (const time of times) {
      dependencies.clock.set(new Date(time));
      await work();
    }
    dependencies.clock.set(before);
  };

  test('shows half-hours by the clocks of a time zone, Sunday first', async () => {
    await workAt('2026-01-04T23:40:00Z', '2026-01-04T23:50:00Z', '2026-01-10T04:59:00Z', '2026-01-11T05:00:00Z');
    const { body } = await week('2026-01-07', 'America/New_York');
    expect(body.week_start).toBe('2026-01-04');
    expect(filled(body)).toEqual(['sun 37 2', 'fri 47 1']);
    expect(filled((await week('2026-01-11', 'America/New_York')).body)).toEqual(['sun 0 1']);
    expect(filled((await week('2026-01-07', 'Asia/Tokyo')).body)).toEqual(['mon 17 2', 'sat 27 1']);
  });

  test('is right when clocks change', async () => {
    // Berlin: 02:00–03:00 is skipped on 29 March and comes twice on 25 October 2026.
    await workAt('2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z');
    expect(filled((await week('2026-03-29', 'Europe/Berlin')).body)).toEqual(['sun 3 1', 'sun 6 1']);
    expect(filled((await week('2026-10-25', 'Europe/Berlin')).body)).toEqual(['sun 5 2']);
  });

  test('of a person adds up their workspaces here, for owner and admins and for themselves', async () => {
    const { organizationId, owner } = await mintOrganization(dependencies);
    const [ada, bo] = [
      await mintUser(dependencies, organizationId, 'user'),
      await mintUser(dependencies, organizationId, 'lead'),
    ] as const;
    const elsewhere = await readInstance(dependencies, workspaceKind, id);
    const first = { ...elsewhere!, id: newId(), slug: newId(), organizationId, userId: ada.userId };
    const second = { ...first, id: newId(), slug: newId() };
    for (const each of [first, second]) await insertRecord(dependencies.db, workspaces, each);
    const before = dependencies.clock.now();
    dependencies.clock.set(new Date('2026-01-07T10:00:00Z'));
    for (const workspaceId of [first.id, first.id, second.id, id]) {
      await createDirectory(dependencies).recordActivity(workspaceId, ada.userId);
    }
    await createDirectory(dependencies).recordActivity(second.id, bo.userId);
    dependencies.clock.set(before);
    const query = { date: '2026-01-07', timezone: 'UTC' };
    const see = async (userID: string, key: string) =>
      client.call(userActivity, { params: { userID }, query }, { key });
    expect(filled((await see(ada.userId, owner.key)).body)).toEqual(['wed 20 3']);
    expect(filled((await see(ada.userId, ada.key)).body)).toEqual(['wed 20 3']);
    expect((await see(ada.userId, bo.key)).status).toBe(404);
    expect((await see(ada.userId, here.owner.key)).status).toBe(404);
  });

  test('refuses a time zone or date that is none, and strangers', async () => {
    expect((await week('2026-01-07', 'Mars/Olympus')).status).toBe(422);
    expect((await week('2026-02-31', 'UTC')).status).toBe(422);
    const stranger = await mintUser(dependencies, here.organizationId, 'user');
    const params = { workspaceID: id };
    expect((await client.call(workspaceActivity, { params }, { key: stranger.key })).status).toBe(404);
  });
});
