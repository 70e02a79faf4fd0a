import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { ContainerSpec, Engine } from '#server/compute/engine.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import type { Registry } from '#server/compute/registry/registry.ts';
import { RegistryError } from '#server/compute/registry/registry-error.ts';
import type { Dependencies } from '#server/features/context.ts';
import { backUpStopped } from '#server/features/instances/back-up-stopped.ts';
import { backupImage } from '#server/features/instances/backup.ts';
import { instances, leftContainers, snapshots } from '#server/features/instances/tables.ts';
import { nodes } from '#server/features/machines/tables.ts';
import { watchNodes } from '#server/features/pool/jobs.ts';
import { copyRunning } from '#server/features/workspaces/copy-running.ts';
import { recoverLost } from '#server/features/workspaces/start-elsewhere.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { runners } from '#server/kinds.ts';
import { MINUTE } from '#server/platform/clock.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { convergeWorkspace, reconcileEngine } from '#tests/support/instances.ts';
import { MemoryEngine } from '#tests/support/memory-engine.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { insertNode } from '#tests/support/node.ts';
import { insertWorkspace } from '#tests/support/things.ts';

/** An engine that says what should be created on it, and fails then. */
class Machine extends MemoryEngine {
  readonly asked: ContainerSpec[] = [];
  /** What happens while it copies files. */
  during: () => PromiseLike<unknown> = async () => undefined;
  override async commit(container: string) {
    await this.during();
    return super.commit(container);
  }
  async createContainer(spec: ContainerSpec) {
    this.asked.push(spec);
    throw new EngineError('other', 'enough is known');
  }
  async ensureNetwork() {
    return 'network';
  }
  async removeImage() {}
}

/** What the registry was asked for, and whether it answers. */
let registered: string[] = [];
let registryAway = false;
const registry = {
  isConfigured: false,
  async push(image: string, { id }: Engine) {
    if (registryAway) throw new RegistryError('unreachable', 'nobody answers');
    registered.push(`${id} → ${image}`);
  },
  async pull(image: string, { id }: Engine) {
    registered.push(`${image} → ${id}`);
    return true;
  },
} as unknown as Registry;

let dependencies: TestDependencies;
let there: Dependencies;
let call: TestClient['call'];
let org: MintedOrganization;
let first: Machine;
let second: Machine;
beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '1536' } });
});
afterAll(() => dependencies?.close());

beforeEach(async () => {
  await dependencies.db.delete(nodes);
  await dependencies.db.update(instances).set({ status: 'Deleted' });
  registered = [];
  registryAway = false;
  const now = dependencies.clock.now();
  await insertNode(dependencies, { id: 'local', swarmId: 'm', machine: null, cordonedAt: now });
  first = new Machine(await insertNode(dependencies, { name: 'first' }));
  second = new Machine(await insertNode(dependencies, { name: 'second' }));
  const engines = [new Machine(), first, second] as unknown as Engine[];
  there = {
    ...dependencies,
    registry,
    engines: {
      ...dependencies.engines,
      list: () => engines,
      get: (id) => engines.find((each) => each.id === id) ?? engines[0]!,
    },
  };
  call = createTestClient(createApp(there)).call;
  org = await mintOrganization(dependencies);
});

const row = async (id: string) => {
  const [found] = await dependencies.db.select().from(instances).where(eq(instances.id, id));
  return found!;
};
const lose = (at = dependencies.clock.now()) =>
  dependencies.db.update(nodes).set({ lostAt: at }).where(eq(nodes.id, first.id));
const pass = (ms: number) => dependencies.clock.set(new Date(dependencies.clock.now().getTime() + ms));

/** A workspace on the first machine, stopped and backed up, with its copy in the registry. */
async function stopped() {
  const whose = { organizationId: org.organizationId, userId: org.owner.userId };
  const size = { cpuCores: 1, memoryMb: 1536, launchedAt: dependencies.clock.now() };
  const { id } = await insertWorkspace(dependencies, whose, { engineId: first.id, ...size });
  first.states.set(id, 'exited');
  pass(3 * MINUTE);
  await backUpStopped(there, runners);
  return id;
}

/** The same, started again and worked in. */
async function running() {
  const id = await stopped();
  await dependencies.db.update(instances).set({ status: 'Active', revision: 2 }).where(eq(instances.id, id));
  first.states.set(id, 'running');
  return id;
}

/** What somebody sees of it in the list of snapshots; restore points aren't there. */
const kept = (id: string) =>
  dependencies.db
    .select()
    .from(snapshots)
    .where(and(eq(snapshots.instanceId, id), isNull(snapshots.point)));
const detailsOf = async (id: string) =>
  (await call(contract.getWorkspace, { params: { workspaceID: id } }, { key: org.owner.key })).body;
const startElsewhere = (id: string, key = org.owner.key) =>
  call(contract.startWorkspaceElsewhere, { params: { workspaceID: id } }, { key });

test('each stop on a node sends the copy to the registry, again if it did not answer', async () => {
  registryAway = true;
  const id = await stopped();
  expect(await row(id)).toMatchObject({ backupRevision: 1, heldRevision: null });
  registryAway = false;
  await backUpStopped(there, runners);
  await backUpStopped(there, runners);
  expect(registered).toEqual([`${first.id} → ${backupImage(id, 1)}`]);
  const { heldRevision, heldAt, backedUpAt } = await row(id);
  expect([heldRevision, heldAt]).toEqual([1, backedUpAt]);
});

test('what is worked in is copied as often as the operator says, so that no more is lost with its machine', async () => {
  const id = await running();
  const copying = { ...there, config: { ...there.config, copyMinutes: 30 } };
  const work = () =>
    dependencies.db.update(workspaces).set({ lastAccessAt: dependencies.clock.now() }).where(eq(workspaces.id, id));
  const copies = () => registered.filter((each) => each === `${first.id} → ${backupImage(id, 2)}`).length;
  pass(31 * MINUTE);
  await copyRunning(copying);
  expect(copies(), 'nobody worked in it').toBe(0);
  await work();
  await copyRunning(there);
  expect(copies(), 'nobody wants it').toBe(0);
  registryAway = true;
  await copyRunning(copying);
  await copyRunning(copying);
  await backUpStopped(there, runners);
  expect(
    first.calls.filter((each) => each === 'commit running'),
    'it halts once, whoever is away',
  ).toHaveLength(1);
  expect((await row(id)).heldRevision, 'it never arrived').toBe(1);
  registryAway = false;
  await backUpStopped(there, runners);
  await backUpStopped(there, runners);
  expect(copies()).toBe(1);
  const held = dependencies.clock.now();
  expect(await row(id)).toMatchObject({ status: 'Active', revision: 2, heldRevision: 2, heldAt: held });

  pass(31 * MINUTE);
  await work();
  await copyRunning(copying);
  await backUpStopped(there, runners);
  expect(copies(), 'again, under the same name').toBe(2);
  const later = dependencies.clock.now();
  expect(await row(id)).toMatchObject({ heldRevision: 2, heldAt: later });

  pass(31 * MINUTE);
  await work();
  first.during = () => dependencies.db.update(instances).set({ revision: 3 }).where(eq(instances.id, id));
  await copyRunning(copying);
  expect(await row(id), 'what was stopped meanwhile may be torn').toMatchObject({ heldRevision: 2, heldAt: later });

  await lose();
  await watchNodes(there);
  expect(await detailsOf(id)).toMatchObject({ lost_machine: { copy_date: later.toISOString() } });
  await startElsewhere(id);
  await convergeWorkspace(there, id, new AbortController().signal);
  expect(second.asked).toMatchObject([{ image: backupImage(id, 2) }]);
});

test('a lost machine is told, and its workspace starts elsewhere from its last copy', async () => {
  const id = await running();
  const copied = (await row(id)).heldAt;
  expect((await startElsewhere(id)).status, 'it runs').toBe(200);
  expect((await row(id)).engineId).toBe(first.id);
  await dependencies.db.update(instances).set({ status: 'Offline' }).where(eq(instances.id, id));
  expect((await startElsewhere(id)).body, 'its machine answers').toMatchObject({ success: false });
  await dependencies.db.update(instances).set({ status: 'Active' }).where(eq(instances.id, id));

  const since = dependencies.clock.now();
  await lose(since);
  await watchNodes(there);
  expect(await detailsOf(id)).toMatchObject({
    workspace_status: 'Offline',
    lost_machine: { since_date: since.toISOString(), copy_date: copied?.toISOString() },
    status_changes: [{ cause: 'host_lost' }],
  });
  const params = { params: { workspaceID: id } };
  expect((await call(contract.startWorkspace, params, { key: org.owner.key })).status).toBe(409);
  const stranger = await mintOrganization(dependencies);
  expect((await startElsewhere(id, stranger.owner.key)).status).toBe(404);

  // However often it is asked for.
  const answers = await Promise.all([startElsewhere(id), startElsewhere(id)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await row(id)).toMatchObject({ status: 'Pending', engineId: second.id, revision: 3, backupRevision: 1 });
  expect(await detailsOf(id)).toMatchObject({ lost_machine: null });
  await convergeWorkspace(there, id, new AbortController().signal);
  expect(registered.at(-1)).toBe(`${backupImage(id, 1)} → ${second.id}`);
  expect(second.asked).toMatchObject([{ image: backupImage(id, 1) }]);
});

test('what was left on a machine that is back never runs beside it, and becomes a snapshot', async () => {
  const id = await running();
  await lose();
  await watchNodes(there);
  await startElsewhere(id);
  await dependencies.db.update(nodes).set({ lostAt: null }).where(eq(nodes.id, first.id));
  first.calls.length = 0;
  await watchNodes(there);
  await reconcileEngine(there, first as unknown as Engine);
  await reconcileEngine(there, first as unknown as Engine);
  expect(first.calls).toEqual(['stop', 'commit exited', 'remove']);
  expect(await row(id)).toMatchObject({ status: 'Pending', engineId: second.id });
  expect(await kept(id)).toMatchObject([{ status: 'Active', safety: false, engineId: first.id, registry: 'wanted' }]);
  const left = await dependencies.db.select().from(leftContainers).where(eq(leftContainers.instanceId, id));
  expect(left).toEqual([]);
});

test('a stopped one whose copy has everything leaves no snapshot; one without a copy waits for its machine', async () => {
  const whole = await stopped();
  const whose = { organizationId: org.organizationId, userId: org.owner.userId };
  const { id: never } = await insertWorkspace(dependencies, whose, { engineId: first.id, status: 'Active' });
  await lose();
  await watchNodes(there);
  expect((await startElsewhere(whole)).status).toBe(200);
  expect((await startElsewhere(never)).status).toBe(409);
  expect(await detailsOf(never)).toMatchObject({ lost_machine: { copy_date: null } });
  await dependencies.db.update(nodes).set({ lostAt: null }).where(eq(nodes.id, first.id));
  await watchNodes(there);
  await reconcileEngine(there, first as unknown as Engine);
  expect(first.calls.filter((each) => each !== 'commit exited')).toEqual(['stop', 'remove']);
  expect(await kept(whole)).toEqual([]);
  expect(await row(never)).toMatchObject({ status: 'Pending', engineId: first.id });
});

test('where the operator wants it, workspaces start elsewhere by themselves while there is room', async () => {
  const [one, idle] = [await running(), await stopped()];
  const recover = (poolRecover: boolean) => recoverLost({ ...there, config: { ...there.config, poolRecover } });
  await lose();
  await watchNodes(there);
  await recover(true);
  expect((await row(one)).engineId, 'it may only be restarting').toBe(first.id);
  pass(4 * MINUTE);
  await recover(false);
  expect((await row(one)).engineId).toBe(first.id);
  await dependencies.db.update(nodes).set({ memoryMb: 1 }).where(eq(nodes.id, second.id));
  await recover(true);
  expect((await row(one)).status, 'there is no room').toBe('Offline');
  await dependencies.db.update(nodes).set({ memoryMb: 8000 }).where(eq(nodes.id, second.id));
  await recover(true);
  expect(await row(one)).toMatchObject({ status: 'Pending', engineId: second.id });
  // Nobody was working in it.
  expect(await row(idle)).toMatchObject({ status: 'Offline', engineId: first.id });
});
