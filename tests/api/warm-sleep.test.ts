import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { auditLog } from '#server/features/audit/tables.ts';
import { billingAccounts } from '#server/features/billing/tables.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { backUpStopped } from '#server/features/instances/back-up-stopped.ts';
import { instances } from '#server/features/instances/tables.ts';
import { endSleeps, pauseIdle } from '#server/features/workspaces/pause-idle.ts';
import type { workspaces } from '#server/features/workspaces/tables.ts';
import { runners } from '#server/kinds.ts';
import { HOUR, MINUTE } from '#server/platform/clock.ts';
import { rebootHost } from '#shared/features/hosts/contract.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { convergeWorkspace, reconcile } from '#tests/support/instances.ts';
import { MemoryEngine } from '#tests/support/memory-engine.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';

const ROOM_FOR = 3;

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
const machine = new MemoryEngine();

beforeAll(async () => {
  dependencies = await createTestDependencies({
    environment: { SLIPWAY_SHARED_MEMORY_MB: String(ROOM_FOR * 1536) },
    overrides: { engines: machine.engines },
  });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  // Each test has the machine to itself.
  await dependencies.db.update(instances).set({ status: 'Deleted', asleepSince: null });
  machine.states.clear();
  machine.calls.length = 0;
  machine.away = false;
});

const whose = () => ({ organizationId: here.organizationId, userId: here.owner.userId });
/** A running one, with its container. */
async function running(values: Partial<typeof workspaces.$inferInsert> = {}) {
  const now = dependencies.clock.now();
  const { id } = await insertWorkspace(dependencies, whose(), {
    status: 'Active',
    activeSince: now,
    launchedAt: now,
    createdAt: now,
    ...values,
  });
  machine.states.set(id, 'running');
  return id;
}
/** As the cron does: a look every minute. */
async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    dependencies.clock.advance(MINUTE);
    await pauseIdle(dependencies);
    await endSleeps(dependencies);
  }
}
async function sleeping(values: Partial<typeof workspaces.$inferInsert> = {}) {
  const id = await running(values);
  dependencies.clock.advance(25 * MINUTE);
  await pass(1);
  dependencies.clock.advance(4 * MINUTE);
  await pass(1);
  expect(await get(id)).toMatchObject({ sleep: 'warm' });
  machine.calls.length = 0;
  return id;
}
const named = (id: string) => ({ params: { workspaceID: id } });
const get = async (id: string) => (await client.call(contract.getWorkspace, named(id), { key: here.owner.key })).body;
type Action = typeof contract.startWorkspace;
const ask = (action: Action, id: string, key = here.owner.key) => client.call(action, named(id), { key });
const settle = (id: string) => convergeWorkspace(dependencies, id, new AbortController().signal);
const lastCause = async (id: string) => (await get(id)).status_changes[0]?.cause;
const jobsOf = async (id: string) =>
  (await dependencies.sql`select 1 from graphile_worker.jobs where key like ${`%${id}`}`).length;

describe('an idle workspace', () => {
  test('is frozen with its programs, and says so', async () => {
    const id = await running();
    await pass(29);
    expect(await get(id)).toMatchObject({ workspace_status: 'Active', sleep: null, asleep_date: null });
    await pass(2);
    expect(await get(id)).toMatchObject({
      workspace_status: 'Offline',
      sleep: 'warm',
      asleep_date: new Date(dependencies.clock.now().getTime() - MINUTE).toISOString(),
      pause_date: null,
      may: { open: true, start: true, stop: true, snapshot: true },
      status_changes: [{ status: 'Offline', cause: 'asleep' }],
    });
    expect(machine.states.get(id)).toBe('paused');
    await settle(id);
    await backUpStopped(dependencies, runners);
    await reconcile(dependencies);
    expect(machine.states.get(id)).toBe('paused');
    expect(machine.calls).toEqual(['freeze']);
  });

  test('is Active at once when it is started, without a job, and idles anew from then', async () => {
    const id = await sleeping();
    expect((await ask(contract.startWorkspace, id)).status).toBe(200);
    const woken = await get(id);
    expect(woken).toMatchObject({ workspace_status: 'Active', sleep: null, asleep_date: null });
    expect(woken.status_changes[0]).toMatchObject({ status: 'Active', cause: 'woken' });
    expect(Date.parse(woken.pause_date ?? '') - dependencies.clock.now().getTime()).toBe(30 * MINUTE);
    expect(machine.states.get(id)).toBe('running');
    expect(await jobsOf(id)).toBe(0);
  });

  test('is woken once by ten at the same moment, and by a visit without any page in between', async () => {
    const id = await sleeping();
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(contract.startWorkspace, id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(machine.countOf('thaw')).toBe(1);
    const entries = await dependencies.db.select().from(auditLog).where(eq(auditLog.targetId, id));
    expect(entries.map(({ action }) => action)).toEqual(['workspaces.start']);

    await pass(31);
    const directory = createDirectory(dependencies);
    const { slug } = await get(id);
    expect(await directory.find(slug)).toMatchObject({ status: 'Offline', asleep: true });
    expect(await directory.wake(id, here.owner.userId, { withTerminal: false })).toEqual({ ok: true });
    expect(await directory.find(slug)).toMatchObject({ status: 'Active', asleep: false });
  });

  test('isn’t woken by a colleague who may not open it, nor while the bill is unpaid', async () => {
    const id = await sleeping();
    const colleague = await mintUser(dependencies, here.organizationId, 'user');
    expect((await ask(contract.startWorkspace, id, colleague.key)).status).toBe(404);
    const directory = createDirectory(dependencies);
    expect(await directory.wake(id, colleague.userId, { withTerminal: true })).toMatchObject({ ok: false });
    const unpaid = { organizationId: here.organizationId, readOnlySince: dependencies.clock.now() };
    await dependencies.db.insert(billingAccounts).values(unpaid);
    expect((await ask(contract.startWorkspace, id)).status).toBe(402);
    expect(machine.states.get(id)).toBe('paused');
    await pass(1);
    const stopped = await get(id);
    expect(stopped).toMatchObject({ sleep: 'cold' });
    expect(stopped.status_changes[0]).toMatchObject({ cause: 'idle', detail: expect.stringContaining('unpaid') });
    await dependencies.db.delete(billingAccounts).where(eq(billingAccounts.organizationId, here.organizationId));
  });

  test('is stopped as before where its owner or the operator wants that, or its engine can’t freeze it', async () => {
    const id = await running();
    const body = { warm_sleep_flag: false };
    expect((await client.call(contract.updateWorkspace, { ...named(id), body }, { key: here.owner.key })).status).toBe(
      200,
    );
    expect((await get(id)).warm_sleep_flag).toBe(false);
    const lost = await running();
    machine.states.delete(lost);
    await pass(31);
    for (const each of [id, lost]) {
      expect(await get(each)).toMatchObject({ workspace_status: 'Offline', sleep: 'cold' });
      expect(await lastCause(each)).toBe('idle');
    }
    const asleep = await sleeping();
    const off = { ...dependencies, config: { ...dependencies.config, warmSleep: false } };
    await endSleeps(off);
    expect(await get(asleep)).toMatchObject({ sleep: 'cold' });
  });

  test('is stopped for good after the operator’s time', async () => {
    const id = await sleeping();
    dependencies.clock.advance(72 * HOUR - 2 * MINUTE);
    await pass(1);
    expect(await get(id)).toMatchObject({ sleep: 'warm' });
    await pass(1);
    expect(await get(id)).toMatchObject({ sleep: 'cold', asleep_date: null });
    expect(await lastCause(id)).toBe('slept_long');
    await settle(id);
    expect(machine.states.get(id)).toBe('exited');
  });
});

describe('a sleeping one', () => {
  test('can be stopped, restarted and deleted', async () => {
    const [stopped, restarted, deleted] = [await sleeping(), await sleeping(), await sleeping()];
    expect((await ask(contract.stopWorkspace, stopped)).status).toBe(200);
    expect(await get(stopped)).toMatchObject({ workspace_status: 'Offline', sleep: 'cold' });
    expect(await lastCause(stopped)).toBe('stopped_by_user');
    await settle(stopped);
    expect(machine.states.get(stopped)).toBe('exited');
    expect((await ask(contract.restartWorkspace, restarted)).status).toBe(200);
    expect(await get(restarted)).toMatchObject({ workspace_status: 'Pending', sleep: null });
    expect((await ask(contract.deleteWorkspace, deleted)).status).toBe(200);
    await settle(deleted);
    expect(machine.states.has(deleted)).toBe(false);
  });

  test('is stopped with its signal before it is copied', async () => {
    const id = await sleeping();
    expect((await client.call(contract.snapshotWorkspace, named(id), { key: here.owner.key })).status).toBe(200);
    await settle(id);
    expect(machine.calls).toEqual(['stop', 'commit exited']);
    expect(await get(id)).toMatchObject({ workspace_status: 'Offline', sleep: 'cold' });
  });

  test.each([
    { names: 'a start and a stop', asked: [contract.startWorkspace, contract.stopWorkspace] },
    { names: 'a start and a deletion', asked: [contract.startWorkspace, contract.deleteWorkspace] },
    { names: 'a stop and a restart', asked: [contract.stopWorkspace, contract.restartWorkspace] },
  ])('is what its row says after $names at once', async ({ asked }) => {
    const id = await sleeping();
    await Promise.all([...asked.map((action) => ask(action, id)), settle(id), reconcile(dependencies)]);
    const { workspace_status: status } = await get(id);
    if (status !== 'Pending') await settle(id);
    const expected = { Active: 'running', Offline: 'exited', Deleted: undefined };
    if (status in expected) expect(machine.states.get(id)).toBe(expected[status as keyof typeof expected]);
    expect((await get(id)).asleep_date).toBeNull();
  });

  test('waits where its machine is away, and is plain stopped after a restart of it', async () => {
    const id = await sleeping();
    machine.away = true;
    const refused = await ask(contract.startWorkspace, id);
    expect([refused.status, refused.body.errors]).toEqual([503, [expect.stringContaining('isn’t responding')]]);
    expect(await get(id)).toMatchObject({ sleep: 'warm' });
    machine.away = false;
    machine.states.set(id, 'exited');
    await reconcile(dependencies);
    expect(await get(id)).toMatchObject({ workspace_status: 'Offline', sleep: 'cold' });
    expect(await lastCause(id)).toBe('server_restarted');
  });

  test('is started as usual if it can’t be thawed any more', async () => {
    const id = await sleeping();
    machine.states.set(id, 'exited');
    const { slug } = await get(id);
    const hostname = `${slug}.${dependencies.config.workspaceDomain}`;
    const visit = { params: { hostname, port: '443' }, query: { wake: 'false' as const } };
    expect((await client.call(rebootHost, visit, { key: here.owner.key })).status).toBe(503);
    await ask(contract.startWorkspace, id);
    expect(await get(id)).toMatchObject({ workspace_status: 'Pending', sleep: null });
    expect(await jobsOf(id)).toBe(1);
  });
});

test('what a crash left half done is put right: awake but frozen, asleep but running', async () => {
  const asleep = await sleeping();
  const awake = await running();
  machine.states.set(awake, 'paused');
  machine.states.set(asleep, 'running');
  await reconcile(dependencies);
  expect([machine.states.get(awake), machine.states.get(asleep)]).toEqual(['running', 'paused']);
  expect([(await get(awake)).workspace_status, (await get(asleep)).sleep]).toEqual(['Active', 'warm']);
});

describe('the memory of sleeping ones', () => {
  test('is given to whoever needs it, of the one asleep longest first', async () => {
    const [first, second] = [await sleeping(), await sleeping()];
    const third = await running();
    const { id: fourth } = await insertWorkspace(dependencies, whose());
    machine.states.set(fourth, 'exited');
    expect((await ask(contract.startWorkspace, fourth)).status).toBe(200);
    expect([(await get(first)).sleep, (await get(second)).sleep]).toEqual(['cold', 'warm']);
    expect(await lastCause(first)).toBe('memory_needed');
    await settle(first);
    expect(machine.states.get(first)).toBe('exited');

    // Waking takes nothing from others: its memory was kept.
    expect((await ask(contract.startWorkspace, second)).status).toBe(200);
    const full = await ask(contract.startWorkspace, first);
    expect([full.status, full.body.errors]).toEqual([409, [expect.stringContaining('memory')]]);
    expect((await get(third)).workspace_status).toBe('Active');
  });

  test('is taken back from nobody if it wouldn’t be enough', async () => {
    const asleep = await sleeping();
    await Promise.all([running(), running()]);
    const { id } = await insertWorkspace(dependencies, whose(), { memoryMb: 2 * 1536 });
    expect((await ask(contract.startWorkspace, id)).status).toBe(409);
    expect(await get(asleep)).toMatchObject({ sleep: 'warm' });
    expect(machine.states.get(asleep)).toBe('paused');
  });

  test('is never promised twice', async () => {
    for (let count = 0; count < ROOM_FOR; count += 1) await sleeping();
    const asleep = (await dependencies.db.select().from(instances).where(eq(instances.status, 'Offline'))).filter(
      ({ asleepSince }) => asleepSince !== null,
    );
    const stopped = await Promise.all([1, 2, 3].map(() => insertWorkspace(dependencies, whose())));
    await Promise.all([...asleep, ...stopped].map(({ id }) => ask(contract.startWorkspace, id)));
    const held = (await dependencies.db.select().from(instances)).filter(
      ({ status, asleepSince }) => status === 'Active' || status === 'Pending' || asleepSince !== null,
    );
    expect(held.length).toBeLessThanOrEqual(ROOM_FOR);
  });
});
