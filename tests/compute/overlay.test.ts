import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDockerEngine } from '#server/compute/docker-engine.ts';
import type { Engine } from '#server/compute/engine.ts';
import { createImages } from '#server/compute/images.ts';
import { overlayName } from '#server/compute/overlays.ts';
import { createDockerProvider, machineName } from '#server/compute/providers/docker-provider.ts';
import { newId } from '#server/platform/ids.ts';
import { retry } from '#tests/support/retry.ts';
import { engine as home, testRegistry } from './support.ts';

const PORT = 7071;
const PATIENT = { timeout: 60_000 };
const LABELS = { 'slipway.test': 'overlay' };
/** The operator's own network between the machines. */
const between = `slipway-test-${randomBytes(4).toString('hex')}`;
const registry = testRegistry();
const images = createImages({ distribution: { home, registry } });
const provider = createDockerProvider({ engine: () => home, labels: async () => LABELS });
const silent = { onOutput: () => undefined, signal: new AbortController().signal };
const [manager, worker] = [newId(), newId()];
const spec = (hostId: string) => ({ hostId, hostname: 'node', cpuCores: 2, memoryMb: 2048, diskGb: 20, vramGb: null });
const engines = new Map<string, Engine>();
const on = (id: string) => engines.get(id) as Engine;

async function inside(id: string, command: string): Promise<string> {
  const request = { user: 'root', command: ['sh', '-c', command] };
  const { exitCode, stdout, stderr } = await home.run(machineName(id), request);
  if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}: ${stderr}`);
  return stdout.trim();
}

beforeAll(async () => {
  await home.ensureNetwork({ name: between, labels: LABELS });
  const open = async (id: string) => {
    const remote = await provider.create({ spec: spec(id), key: null }, silent);
    await home.connectNetwork(between, machineName(id), id);
    engines.set(id, createDockerEngine({ id, remote }));
    const address = (await home.inspect(machineName(id))).ipAddresses[between];
    return [address, await images.ensureProbe(on(id))] as const;
  };
  const [[managerAddress, image], [workerAddress]] = await Promise.all([open(manager), open(worker)]);
  await inside(manager, `docker swarm init --advertise-addr ${managerAddress} --default-addr-pool 10.192.0.0/12`);
  const token = await inside(manager, 'docker swarm join-token -q worker');
  await inside(worker, `docker swarm join --token ${token} --advertise-addr ${workerAddress} ${managerAddress}:2377`);
  const box = async (id: string, name: string) => {
    await on(id).ensureNetwork({ name: `of-${name}` });
    const env = { SLIPWAY_AGENT_TOKEN: 'a'.repeat(32) };
    await on(id).createContainer({ name, image, network: `of-${name}`, cpuCores: 0.5, memoryMb: 64, env });
    await on(id).start(name);
    const saysName = `/bin/busybox nc -ll -p ${PORT} -e /bin/busybox echo ${name} >/dev/null 2>&1 </dev/null &`;
    await on(id).run(name, { user: '0', command: ['/bin/busybox', 'sh', '-c', saysName] });
  };
  await Promise.all([box(manager, 'one'), box(worker, 'two'), box(worker, 'stranger')]);
});
afterAll(async () => {
  for (const id of [manager, worker]) {
    engines.get(id)?.close();
    await provider.destroy({ spec: spec(id), key: null });
  }
  await home.removeNetwork(between, { force: true });
  await registry.close();
});

/**
 * What is heard from `to`: a container there says its name. That something connects proves nothing, because what has no
 * route here goes out, and networks may answer for any address.
 */
async function hears(id: string, from: string, to: string): Promise<string> {
  const command = ['/bin/busybox', 'timeout', '5', '/bin/busybox', 'nc', '-w', '3', to, String(PORT)];
  return (await on(id).run(from, { user: '0', command })).stdout.trim();
}

test('containers on two nodes reach each other by name on the overlay of their organization, and nobody else does', async () => {
  const [ours, theirs] = [overlayName('x', 'ours'), overlayName('x', 'theirs')];
  for (const name of [ours, theirs]) await on(manager).ensureNetwork({ name, overlay: { encrypted: false } });
  const again = await on(manager).ensureNetwork({ name: ours, overlay: { encrypted: false } });
  expect(await on(manager).listNetworks({})).toContainEqual(expect.objectContaining({ id: again, name: ours }));
  expect(await hears(manager, 'one', 'second')).toBe('');

  await on(manager).connectNetwork(ours, 'one', 'first');
  await on(worker).connectNetwork(ours, 'two', 'second');
  await on(worker).connectNetwork(ours, 'two', 'second');
  await on(worker).connectNetwork(theirs, 'stranger', 'third');
  await expect.poll(() => hears(manager, 'one', 'second'), PATIENT).toBe('two');
  await expect.poll(() => hears(worker, 'two', 'first'), PATIENT).toBe('one');
  const there = (await on(manager).inspect('one')).ipAddresses[ours] ?? '';
  expect(await hears(worker, 'two', there)).toBe('one');
  expect(await hears(worker, 'stranger', 'first'), 'by name').toBe('');
  expect(await hears(worker, 'stranger', there), 'by address').toBe('');
  // The control plane's own way in is still the bridge.
  await expect(on(worker).dial('two', 9)).rejects.toMatchObject({ kind: 'port-not-listening' });

  await expect(on(manager).removeNetwork(ours)).rejects.toMatchObject({ name: 'EngineError' });
  await on(worker).stop('two', { timeoutSeconds: 0 });
  const [listed] = (await on(worker).list({})).filter(({ name }) => name === 'two');
  expect(listed?.networks).toContain(ours);
  await on(worker).disconnectNetwork(ours, 'two');
  await on(manager).disconnectNetwork(ours, 'one');
  await retry(() => on(manager).removeNetwork(ours));
  await on(worker).start('two');
  expect((await on(worker).inspect('two')).networks).toEqual(['of-two']);
});
