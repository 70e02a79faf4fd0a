import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Engine, NetworkSpec } from '#server/compute/engine.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import { overlayName } from '#server/compute/overlays.ts';
import type { Dependencies } from '#server/features/context.ts';
import { containerName, INSTALLATION_LABEL, readInstallationId } from '#server/features/instances/index.ts';
import { ORGANIZATION_LABEL, SERVICE_LABEL, WORKSPACE_LABEL } from '#server/features/instances/names.ts';
import { spanMachines } from '#server/features/instances/span-machines.ts';
import { instances } from '#server/features/instances/tables.ts';
import { nodes } from '#server/features/machines/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { CopyingEngine } from '#tests/support/copying-engine.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { convergeWorkspace, reconcileEngine } from '#tests/support/instances.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { insertNode } from '#tests/support/node.ts';
import { insertWorkspace } from '#tests/support/things.ts';

/** What the swarm has: overlays by name, with their labels. */
const overlays = new Map<string, NetworkSpec>();

/** A machine of a pool, whose containers join overlays that the manager has made. */
class Machine extends CopyingEngine {
  /** Container → networks beside its bridge → its name there. */
  readonly joined = new Map<string, Map<string, string>>();
  readonly organizations = new Map<string, string>();
  on(container: string): Map<string, string> {
    const networks = this.joined.get(container) ?? new Map();
    this.joined.set(container, networks);
    return networks;
  }
  override async ensureNetwork(spec?: NetworkSpec) {
    if (spec?.overlay) overlays.set(spec.name, spec);
    return 'network';
  }
  async connectNetwork(network: string, container: string, alias: string) {
    if (!overlays.has(network)) throw new EngineError('not-found', `no ${network}`);
    this.calls.push(`connect ${alias}`);
    this.on(container).set(network, alias);
  }
  async disconnectNetwork(network: string, container: string) {
    this.calls.push('disconnect');
    this.on(container).delete(network);
  }
  override async list(labels: Record<string, string>) {
    if (this.away) throw new EngineError('unreachable', 'nobody answers');
    if (SERVICE_LABEL in labels) return [];
    const all = await super.list({ [WORKSPACE_LABEL]: '' });
    const listed = all.map((each) => {
      const organization = this.organizations.get(each.id) ?? '';
      const networks = ['bridge', ...this.on(each.name).keys()];
      return { ...each, networks, labels: { ...each.labels, [ORGANIZATION_LABEL]: organization } };
    });
    const wanted = labels[ORGANIZATION_LABEL];
    return listed.filter((each) => !wanted || each.labels[ORGANIZATION_LABEL] === wanted);
  }
  override async remove(container: string) {
    await super.remove(container);
    this.joined.delete(container);
  }
  override async inspect(container: string) {
    return { ...(await super.inspect(container)), networks: ['bridge', ...this.on(container).keys()] };
  }
  override async listNetworks(labels: Record<string, string> = {}) {
    const found = [...overlays.values()].filter((each) =>
      Object.keys(labels).every((key) => key in (each.labels ?? {})),
    );
    return found.map(({ name, labels: its }) => ({ id: name, name, labels: its ?? {}, bridge: null }));
  }
  override async removeNetwork(name = '') {
    const isUsed = [home, first, second].some(({ joined }) => [...joined.values()].some((each) => each.has(name)));
    if (isUsed) throw new EngineError('other', `network ${name} is in use by task`);
    overlays.delete(name);
  }
}

let dependencies: TestDependencies;
let there: Dependencies;
let org: MintedOrganization;
let home: Machine;
let first: Machine;
let second: Machine;
let overlay: string;

beforeAll(async () => {
  dependencies = await createTestDependencies();
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  overlays.clear();
  await dependencies.db.delete(nodes);
  await dependencies.db.update(instances).set({ status: 'Deleted' });
  home = new Machine('local');
  first = new Machine(newId());
  second = new Machine(newId());
  await insertNode(dependencies, { id: 'local', machine: null });
  for (const { id } of [first, second]) await insertNode(dependencies, { id });
  const engines = [home, first, second] as unknown as Engine[];
  const get = (id: string) => engines.find((each) => each.id === id) as Engine;
  there = { ...dependencies, engines: { ...home.engines, list: () => engines, get } };
  org = await mintOrganization(dependencies);
  overlay = overlayName(await readInstallationId(dependencies), org.organizationId);
});

/** A workspace that runs there. */
async function workspaceOn(machine: Machine, whose = org, status: 'Active' | 'Pending' = 'Active') {
  const { organizationId, owner } = whose;
  const values = { engineId: machine.id, status, launchedAt: dependencies.clock.now(), ide: 'none' as const };
  const { id, slug } = await insertWorkspace(dependencies, { organizationId, userId: owner.userId }, values);
  machine.states.set(id, status === 'Active' ? 'running' : 'exited');
  machine.organizations.set(id, organizationId);
  return { id, slug, container: containerName('workspace', id) };
}
const reconcileAll = async () => {
  for (const machine of [first, second, home]) await reconcileEngine(there, machine as unknown as Engine);
};
const connections = () =>
  [home, first, second].map(({ calls }) => calls.filter((each) => each.startsWith('connect')).length);

test('on one machine an organization has no overlay, whichever machine it is', async () => {
  for (const machine of [home, first]) {
    await workspaceOn(machine, await mintOrganization(dependencies));
    await workspaceOn(machine);
    await reconcileAll();
    await dependencies.db.update(instances).set({ status: 'Deleted' }).where(eq(instances.engineId, machine.id));
  }
  expect([connections(), overlays.size]).toEqual([[0, 0, 0], 0]);
});

test('on two machines its workspaces join one by the names they have on their bridge, once; nobody else does', async () => {
  const one = await workspaceOn(home);
  const two = await workspaceOn(second);
  const stranger = await workspaceOn(second, await mintOrganization(dependencies));
  const asleepSince = dependencies.clock.now();
  await dependencies.db.update(instances).set({ status: 'Offline', asleepSince }).where(eq(instances.id, two.id));
  second.states.set(two.id, 'paused');
  await spanMachines(there, org.organizationId);
  await reconcileAll();
  expect(home.on(one.container).get(overlay)).toBe(one.slug);
  expect(second.on(two.container).get(overlay), 'also while it is frozen').toBe(two.slug);
  expect(second.on(stranger.container).size).toBe(0);
  expect(connections()).toEqual([1, 0, 1]);
  expect(overlays.get(overlay)).toMatchObject({
    labels: { [INSTALLATION_LABEL]: await readInstallationId(dependencies), 'slipway.overlay': org.organizationId },
    overlay: { encrypted: false },
  });
});

test('the operator may have it encrypted', async () => {
  await workspaceOn(first);
  await workspaceOn(second);
  await spanMachines({ ...there, config: { ...there.config, poolEncrypt: true } }, org.organizationId);
  expect(overlays.get(overlay)?.overlay).toEqual({ encrypted: true });
});

test('a machine that does not answer keeps nobody waiting, and is connected once it is back', async () => {
  const one = await workspaceOn(first);
  const two = await workspaceOn(second);
  first.away = true;
  await spanMachines(there, org.organizationId);
  expect(second.on(two.container).has(overlay)).toBe(true);
  first.away = false;
  await reconcileAll();
  expect(first.on(one.container).has(overlay)).toBe(true);
});

test('what was left on a machine while its workspace runs on another one stays off', async () => {
  const { id, container } = await workspaceOn(first);
  await workspaceOn(second);
  await dependencies.db.update(instances).set({ engineId: home.id }).where(eq(instances.id, id));
  home.states.set(id, 'running');
  home.organizations.set(id, org.organizationId);
  await spanMachines(there, org.organizationId);
  expect([home.on(container).size, first.on(container).size]).toEqual([1, 0]);
});

test.each(['local', 'another'])('left on one machine, %s, all leave, and then the overlay goes', async (kept) => {
  const machine = kept === 'local' ? home : first;
  const one = await workspaceOn(machine);
  const two = await workspaceOn(second);
  await reconcileAll();
  expect(machine.on(one.container).has(overlay)).toBe(true);
  await dependencies.db.update(instances).set({ status: 'Deleted' }).where(eq(instances.id, two.id));
  // Its container is still attached: the swarm refuses.
  await reconcileEngine(there, home as unknown as Engine);
  expect(overlays.size).toBe(1);
  await second.remove(two.container);
  await reconcileAll();
  expect([machine.on(one.container).size, overlays.size]).toEqual([0, 0]);
});

test('a start takes it off the overlay, so that it needs no manager, and asks for it again', async () => {
  const one = await workspaceOn(second, org, 'Pending');
  await workspaceOn(first);
  second.on(one.container).set(overlay, one.slug);
  await convergeWorkspace(there, one.id, new AbortController().signal);
  expect(second.on(one.container).size).toBe(0);
  const [row] = await dependencies.db.select().from(instances).where(eq(instances.id, one.id));
  expect(row?.status).toBe('Active');
  const asked = await dependencies.db.execute(
    sql`select key from graphile_worker.jobs where key = ${`instances.span-machines:${org.organizationId}`}`,
  );
  expect(asked).toHaveLength(1);
});
