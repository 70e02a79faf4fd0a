import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDockerEngine } from '#server/compute/docker-engine.ts';
import type { Engine } from '#server/compute/engine.ts';
import { ensureMachineImage } from '#server/compute/machine-image.ts';
import { createDockerProvider, machineName } from '#server/compute/providers/docker-provider.ts';
import { registryName } from '#server/compute/registry/own-place.ts';
import { snapshots } from '#server/features/instances/tables.ts';
import { sweepRegistry } from '#server/features/registry/sweep-registry.ts';
import { bringSnapshot, rescueSnapshots, snapshotImage } from '#server/features/snapshots/index.ts';
import { storeSnapshot } from '#server/features/snapshots/store-snapshot.ts';
import { sweepSnapshots } from '#server/features/snapshots/sweep-snapshots.ts';
import { newId } from '#server/platform/ids.ts';
import { insertHost } from '#tests/support/host.ts';
import { insertSnapshot as insertSnapshotRow } from '#tests/support/things.ts';
import { Lifecycle } from './lifecycle-support.ts';
import { engine as home, testRegistry } from './support.ts';

const LABELS = { 'slipway.test': 'registry' };
const OWN_MB = 4;
const made: string[] = [];
let probe: string;

beforeAll(async () => {
  probe = await ensureMachineImage(home, 'probe', () => undefined);
});
afterAll(async () => {
  for (const image of made) await home.removeImage(image);
});

/** An image with some megabytes that no other has. */
async function makeImage(image = snapshotImage(newId())): Promise<string> {
  const contextFolder = await mkdtemp(path.join(os.tmpdir(), 'slipway-registry-'));
  try {
    await writeFile(path.join(contextFolder, 'own'), randomBytes(OWN_MB * 2 ** 20));
    await writeFile(path.join(contextFolder, 'Dockerfile'), `FROM ${probe}\nCOPY own /own\n`);
    await home.buildImage({ contextFolder, tag: image, labels: LABELS });
  } finally {
    await rm(contextFolder, { recursive: true });
  }
  made.push(image);
  return image;
}

async function usedMb(registry: string): Promise<number> {
  const { stdout } = await home.run(registry, { user: 'root', command: ['du', '-sm', '/srv/registry'] });
  return Number.parseInt(stdout, 10);
}

describe('a registry of our own', () => {
  const registry = testRegistry();
  const spec = { hostId: newId(), hostname: 'nested', cpuCores: 2, memoryMb: 2048, diskGb: 20, vramGb: null };
  const provider = createDockerProvider({ engine: () => home, labels: async () => LABELS });
  let host: Engine;
  let image: string;
  beforeAll(async () => {
    const quiet = { onOutput: () => undefined, signal: new AbortController().signal };
    const remote = await provider.create({ spec, key: null }, quiet);
    host = createDockerEngine({ id: spec.hostId, remote });
    image = await makeImage();
  });
  afterAll(async () => {
    host?.close();
    await provider.destroy({ spec, key: null });
    await registry.close();
  });

  test('brings an image to a host under its own name, tells how far it is, and leaves no other name behind', async () => {
    const said: string[] = [];
    await registry.carry(image, { from: home, to: host }, { onOutput: (line) => said.push(line) });
    expect(said[0]).toMatch(/^Copying the image to the host \(\d+ MB\)$/);
    expect(said).toContainEqual(expect.stringMatching(/^Copying the image to the registry: \d+%$/));
    expect(said.at(-1)).toMatch(/^Copying the image to the host: \d+%$/);
    for (const engine of [home, host]) {
      const [there] = (await engine.listImages(LABELS)).filter(({ tags }) => tags.includes(image));
      expect(there?.tags).toEqual([image]);
    }
    await host.removeImage(image);
    expect(await host.listImages(LABELS)).toEqual([]);
  });

  test('gets an image once, however many ask at once', async () => {
    const another = await makeImage();
    let pushes = 0;
    const pushImage: Engine['pushImage'] = (...given) => {
      pushes += 1;
      return home.pushImage(...given);
    };
    const counting = Object.assign(Object.create(home) as Engine, { pushImage });
    await Promise.all([1, 2, 3].map(() => registry.push(another, counting)));
    expect([pushes, await registry.holds(another)]).toEqual([1, true]);
    await registry.push(another, counting);
    expect(pushes).toBe(2);
    await registry.remove(another);
  });

  test('gives nothing to whoever has no password: not to this machine, not to a workspace on a host', async () => {
    const { publishedPorts, ipAddresses } = await home.inspect(registry.name);
    expect(publishedPorts).toMatchObject([{ hostAddress: '127.0.0.1' }]);
    const here = `http://127.0.0.1:${publishedPorts[0]?.hostPort}/v2/_catalog`;
    expect((await fetch(here)).status).toBe(401);
    const authorization = `Basic ${Buffer.from(`slipway:${registry.password}`).toString('base64')}`;
    expect((await fetch(here, { headers: { authorization } })).status).toBe(200);

    await registry.pull(image, host);
    const env = { SLIPWAY_AGENT_TOKEN: 'a'.repeat(32) };
    await host.ensureNetwork({ name: 'visitor' });
    await host.createContainer({ name: 'visitor', image, network: 'visitor', cpuCores: 0.5, memoryMb: 64, env });
    await host.start('visitor');
    const there = `http://${ipAddresses[machineName(spec.hostId)]}:5000/v2/_catalog`;
    const command = ['/bin/busybox', 'wget', '-q', '-O-', there];
    const visit = await host.run('visitor', { user: '0', command });
    expect(visit).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('401') });
    // Nor is it a way from one host's network to another's.
    const forwarding = ['cat', '/proc/sys/net/ipv4/ip_forward'];
    expect((await home.run(registry.name, { user: 'root', command: forwarding })).stdout.trim()).toBe('0');
  });

  test('killed, removed and made anew, it holds what it held, and hosts reach it again', async () => {
    await home.kill(registry.name);
    expect(await registry.holds(image)).toBe(true);
    await home.remove(registry.name);
    const second = await makeImage();
    await registry.carry(second, { from: home, to: host });
    expect((await registry.list()).sort()).toEqual([image, second].sort());
    await host.remove('visitor');
    await host.removeImage(image);
    expect(await registry.pull(image, host)).toBe(true);
  });

  test('gives the room of removed images back, and keeps the rest', async () => {
    const [kept = '', gone = ''] = await registry.list();
    const before = await usedMb(registry.name);
    await registry.remove(gone);
    await registry.remove(gone);
    expect(await registry.free()).toBe(true);
    expect(await usedMb(registry.name)).toBeLessThanOrEqual(before - OWN_MB);
    await home.removeImage(gone);
    expect(await registry.pull(gone, home)).toBe(false);
    await host.removeImage(kept);
    expect(await registry.pull(kept, host)).toBe(true);
    // What was freed can be sent again.
    await registry.push(await makeImage(gone), home);
    expect(await registry.holds(gone)).toBe(true);
  });

  test('as one that the operator has configured, in a folder of its own, beside those of other installations', async () => {
    const { publishedPorts } = await home.inspect(registry.name);
    const base = `127.0.0.1:${publishedPorts[0]?.hostPort}/slipway`;
    const configured = testRegistry({ configured: { base, login: { user: 'slipway', password: registry.password } } });
    expect(await configured.list()).toEqual([]);
    await configured.push(image, home);
    await home.removeImage(image);
    expect(await configured.pull(image, home)).toBe(true);
    expect(await configured.list()).toEqual([image]);
    await configured.remove(image);
    expect([await configured.holds(image), await registry.holds(image)]).toEqual([false, true]);

    const stranger = testRegistry({ configured: { base, login: { user: 'slipway', password: 'guessed' } } });
    await expect(stranger.push(image, home)).rejects.toMatchObject({ kind: 'other' });
    await expect(stranger.list()).rejects.toMatchObject({ kind: 'other' });
    const nobody = testRegistry({ configured: { base: '127.0.0.1:9/slipway', login: null } });
    await expect(nobody.holds(image)).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('comes back when a host went while it did not run', async () => {
    await home.kill(registry.name);
    await provider.destroy({ spec, key: null });
    expect(await registry.holds(image)).toBe(true);
  });
});

describe('snapshots', () => {
  let life: Lifecycle;
  let hostId: string;
  beforeAll(async () => {
    life = await Lifecycle.open();
    hostId = await insertHost(life.dependencies, life.context.actor.organizationId);
  });
  afterAll(() => life?.close());

  const read = async (id: string) => {
    const [row] = await life.dependencies.db.select().from(snapshots).where(eq(snapshots.id, id));
    return row;
  };
  /** As it is just after it was taken on the host. */
  const insertSnapshot = async (values: Partial<typeof snapshots.$inferInsert> = {}) => {
    const { organizationId, userId } = life.context.actor;
    const id = newId();
    await makeImage(snapshotImage(id));
    const row = { id, name: 'kept', engineId: hostId, registry: 'wanted' as const, language: 'none', ...values };
    await insertSnapshotRow(life.dependencies, { organizationId, userId }, row);
    return id;
  };

  test('are kept by the registry and nowhere else, and come from there to any engine, until they are deleted', async () => {
    const { dependencies } = life;
    const [id, stays] = [await insertSnapshot(), await insertSnapshot()];
    const image = snapshotImage(id);
    await storeSnapshot(dependencies, id);
    await storeSnapshot(dependencies, id);
    expect([(await read(id))?.registry, await home.imageExists(image)]).toEqual(['held', false]);
    expect(await bringSnapshot(dependencies, home, id)).toBe(true);
    expect(await home.imageExists(image)).toBe(true);
    await storeSnapshot(dependencies, stays);

    // One of before there was more than one engine stays on its own.
    const old = await insertSnapshot({ engineId: 'local', registry: null });
    await rescueSnapshots(dependencies, 'local', { patient: true });
    expect((await read(old))?.registry).toBeNull();

    await dependencies.db.update(snapshots).set({ status: 'Deleted' }).where(eq(snapshots.id, id));
    await sweepSnapshots(dependencies);
    expect([await home.imageExists(image), await dependencies.registry.holds(image)]).toEqual([false, false]);
    // Whatever else is there that nobody needs goes at night.
    const stray = await makeImage();
    await dependencies.registry.push(stray, home);
    await dependencies.registry.push(probe, home);
    const name = registryName(await life.installationId());
    const before = await usedMb(name);
    await sweepRegistry(dependencies);
    expect((await dependencies.registry.list()).sort()).toEqual([snapshotImage(stays), probe].sort());
    expect(await usedMb(name)).toBeLessThanOrEqual(before - 2 * OWN_MB);
  });

  test('stay where they are while the registry does not answer, hold their host, and outlive it', async () => {
    const { dependencies } = life;
    const id = await insertSnapshot();
    const away = testRegistry({ configured: { base: '127.0.0.1:9/slipway', login: null } });
    await storeSnapshot({ ...dependencies, registry: away }, id);
    expect(await read(id)).toMatchObject({ status: 'Active', registry: 'wanted' });
    await expect(rescueSnapshots({ ...dependencies, registry: away }, hostId, { patient: true })).rejects.toMatchObject(
      {
        kind: 'unreachable',
      },
    );
    await rescueSnapshots(dependencies, hostId, { patient: true });
    expect(await read(id)).toMatchObject({ status: 'Active', registry: 'held' });
    expect(await bringSnapshot(dependencies, home, id)).toBe(true);

    const lost = [await insertSnapshot(), await insertSnapshot({ status: 'Pending', registry: null })];
    await expect(rescueSnapshots(dependencies, hostId, { patient: true })).rejects.toMatchObject({ kind: 'conflict' });
    dependencies.engines.set({ id: hostId, socketPath: '/nowhere.sock' });
    await expect(rescueSnapshots(dependencies, hostId, { patient: true })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    await rescueSnapshots(dependencies, hostId, { patient: false });
    for (const each of lost)
      expect(await read(each)).toMatchObject({ status: 'Failed', detail: expect.stringMatching(/host was lost/) });
  });
});
