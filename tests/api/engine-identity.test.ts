import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OtherEngine } from '#server/compute/engine-error.ts';
import { createEngines } from '#server/compute/engines.ts';
import { readCapacityMb } from '#server/features/capacity/capacity-mb.ts';
import type { Dependencies } from '#server/features/context.ts';
import { watchHosts } from '#server/features/hosts/jobs.ts';
import { sealMachine } from '#server/features/hosts/machine.ts';
import {
  containerName,
  INSTALLATION_LABEL,
  readInstallationId,
  WORKSPACE_LABEL,
} from '#server/features/instances/index.ts';
import { recognizeEngines } from '#server/features/instances/recognize-engine.ts';
import { instances } from '#server/features/instances/tables.ts';
import { wakeForNeighbour } from '#server/features/instances/wake.ts';
import { watchEngines } from '#server/features/instances/watch-engines.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { workspaceKind } from '#server/features/workspaces/kind.ts';
import { runners } from '#server/kinds.ts';
import { leaveOutRoles } from '#server/leave-out-roles.ts';
import { Unavailable } from '#server/platform/errors.ts';
import type { ServerRole } from '#server/platform/roles.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { insertHost } from '#tests/support/host.ts';
import { convergeWorkspace, reconcile } from '#tests/support/instances.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { type StandInEngine, startStandInEngine } from '#tests/support/stand-in-engine.ts';
import { insertWorkspace } from '#tests/support/things.ts';

let folder: string;
let socket: string;
let engine: StandInEngine;
let dependencies: TestDependencies;
let organizationId: string;
let userId: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-engine-'));
  socket = path.join(folder, 'engine.sock');
  engine = await startStandInEngine(socket, 'first');
  dependencies = await createTestDependencies({ environment: { SLIPWAY_DOCKER_SOCKET: socket } });
  const minted = await mintOrganization(dependencies);
  [organizationId, userId] = [minted.organizationId, minted.owner.userId];
});
afterEach(async () => {
  await engine.close();
  await dependencies.close();
  await rm(folder, { recursive: true, force: true });
});

/** As another process, with its own settings, would see the same installation. */
function elsewhere(socketPath: string, settings: { adoptEngine?: string; roles?: ServerRole[] } = {}): Dependencies {
  const config = { ...dependencies.config, dockerSocket: socketPath, ...settings };
  const recognize = recognizeEngines({ ...dependencies, config });
  return { ...dependencies, config, engines: createEngines({ engines: [{ id: 'local', socketPath }], recognize }) };
}

/** An Active workspace whose container runs on `where`. */
async function runWorkspace(where: StandInEngine | null, engineId = 'local'): Promise<string> {
  const { id } = await insertWorkspace(dependencies, { organizationId, userId }, { status: 'Active', engineId });
  const installation = await readInstallationId(dependencies);
  where?.containers.set(containerName('workspace', id), { [INSTALLATION_LABEL]: installation, [WORKSPACE_LABEL]: id });
  return id;
}

const statusOf = async (id: string) =>
  (await dependencies.db.select({ status: instances.status }).from(instances).where(eq(instances.id, id)))[0]?.status;

/** Another engine answers at the same address from now on. */
async function replaceEngine(identity: string): Promise<void> {
  await engine.close();
  engine = await startStandInEngine(socket, identity);
}

test('nothing is missing, changed or removed on an engine that took the place of the known one', async () => {
  const running = await runWorkspace(engine);
  const deleted = await runWorkspace(engine);
  await reconcile(dependencies);
  await dependencies.db.update(instances).set({ status: 'Deleted' }).where(eq(instances.id, deleted));
  await replaceEngine('second');
  const container = containerName('workspace', deleted);
  engine.containers.set(container, {
    [INSTALLATION_LABEL]: await readInstallationId(dependencies),
    [WORKSPACE_LABEL]: deleted,
  });

  for (const process of [dependencies, elsewhere(socket)]) {
    await reconcile(process);
    const converged = convergeWorkspace(process, deleted, new AbortController().signal);
    await expect(converged).rejects.toThrow(/its id is second, not first/);
    await expect(process.engines.get('local').inspect('no-such')).rejects.toThrow(OtherEngine);
    await expect(process.engines.get('local').createContainer({} as never)).rejects.toThrow(OtherEngine);
  }
  expect(await statusOf(running)).toBe('Active');
  expect(engine.changes).toEqual([]);

  // Back again, it is trusted again: what is missing there is missing.
  await replaceEngine('first');
  await reconcile(dependencies);
  expect(await statusOf(running)).toBe('Offline');
});

test('a process whose socket leads to another engine is no worker and no gateway', async () => {
  await runWorkspace(engine);
  await reconcile(dependencies);
  const other = await startStandInEngine(path.join(folder, 'other.sock'), 'second');
  const there = path.join(folder, 'other.sock');
  const all: ServerRole[] = ['api', 'worker', 'gateway'];
  expect(await leaveOutRoles(elsewhere(socket, { roles: all }))).toEqual(all);
  expect(await leaveOutRoles(elsewhere(there, { roles: all }))).toEqual(['api']);
  expect(await leaveOutRoles(elsewhere(path.join(folder, 'nothing.sock'), { roles: all }))).toEqual(all);
  await expect(leaveOutRoles(elsewhere(there, { roles: ['worker'] }))).rejects.toThrow(/SLIPWAY_ADOPT_ENGINE=second/);
  // The API goes on with what a worker saw of the known engine.
  expect(await readCapacityMb(elsewhere(there), elsewhere(there).engines.get('local'))).toBe(6553);
  await other.close();
});

test('is the new one once it is named, or where nothing is lost by it; the old one is then the other', async () => {
  const there = path.join(folder, 'other.sock');
  const other = await startStandInEngine(there, 'second');
  const ping = (process: Dependencies) => process.engines.get('local').list({});
  await ping(elsewhere(socket));
  await ping(elsewhere(there));
  await expect(ping(elsewhere(there))).resolves.toEqual([]);

  const id = await runWorkspace(other);
  await expect(ping(elsewhere(socket))).rejects.toThrow(/its id is first, not second/);
  const [before, adopting] = [elsewhere(there), elsewhere(socket, { adoptEngine: 'first' })];
  await ping(before);
  await reconcile(adopting);
  expect(await statusOf(id)).toBe('Offline');
  await expect(ping(before)).rejects.toThrow(OtherEngine);
  // Named once: a process that has adopted its engine doesn't take it back.
  await ping(elsewhere(there, { adoptEngine: 'second' }));
  await expect(ping(adopting)).rejects.toThrow(OtherEngine);
  await other.close();
});

test('an API or gateway that met its machine’s engine first leaves the record to a worker', async () => {
  const there = path.join(folder, 'other.sock');
  const other = await startStandInEngine(there, 'second');
  const list = (process: Dependencies) => process.engines.get('local').list({});
  await list(elsewhere(there, { roles: ['api'] }));
  await list(elsewhere(there, { roles: ['gateway'] }));
  // As after an upgrade: there are rows, and nothing is recorded yet.
  const id = await runWorkspace(engine);
  await reconcile(elsewhere(socket));
  expect(await statusOf(id)).toBe('Active');
  await dependencies.db.update(instances).set({ status: 'Deleted' }).where(eq(instances.id, id));
  await expect(list(elsewhere(there, { roles: ['api', 'gateway'] }))).rejects.toThrow(OtherEngine);
  await list(elsewhere(socket));
  await other.close();
});

test('who wakes on another engine is told so, and nothing is asked of it, with all connections in use', async () => {
  await dependencies.engines.get('local').list({});
  const whose = { organizationId, userId };
  const asleepSince = dependencies.clock.now();
  const asleep = await Promise.all(
    Array.from({ length: 12 }, () => insertWorkspace(dependencies, whose, { status: 'Offline', asleepSince })),
  );
  await replaceEngine('second');
  const process = elsewhere(socket);
  const wakes = asleep.map(({ id }) => wakeForNeighbour(process, workspaceKind, id));
  const ends = await Promise.allSettled(wakes);
  expect(ends.map((end) => end.status === 'rejected' && end.reason)).toEqual(asleep.map(() => expect.any(Unavailable)));
  expect(engine.changes).toEqual([]);
});

test('a host whose address leads to another engine counts as away', async () => {
  const there = path.join(folder, 'host.sock');
  let host = await startStandInEngine(there, 'rented');
  const machine = sealMachine(dependencies, { socketPath: there });
  const hostId = await insertHost(dependencies, organizationId, { machine });
  const id = await runWorkspace(host, hostId);
  await dependencies.db.update(instances).set({ serverId: hostId }).where(eq(instances.id, id));
  await reconcile(dependencies);
  await host.close();
  host = await startStandInEngine(there, 'somebody else’s');
  await reconcile(dependencies);
  expect(await statusOf(id)).toBe('Active');
  await watchHosts(dependencies);
  const [row] = await dependencies.db.select().from(hosts).where(eq(hosts.id, hostId));
  expect(row?.lostAt).not.toBeNull();
  expect(host.changes).toEqual([]);
  await host.close();
});

test('a worker hears when the engine it follows is replaced', async () => {
  await runWorkspace(engine);
  const stopping = new AbortController();
  const others: string[] = [];
  const onOther = ({ id }: { id: string }) => void others.push(id);
  await watchEngines(dependencies, { runners, onMet: async () => undefined, onOther }, stopping.signal);
  expect(others).toEqual([]);
  await replaceEngine('second');
  await expect.poll(() => others[0], { timeout: 20_000 }).toBe('local');
  stopping.abort();
  expect(engine.changes).toEqual([]);
});
