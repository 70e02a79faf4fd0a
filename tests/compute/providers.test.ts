import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { RemoteEngine } from '#server/compute/docker-client.ts';
import { createDockerEngine } from '#server/compute/docker-engine.ts';
import type { Engine } from '#server/compute/engine.ts';
import { enforceFence } from '#server/compute/fence/enforce-fence.ts';
import type { Fence } from '#server/compute/fence/fence-script.ts';
import { createImages } from '#server/compute/images.ts';
import { ensureMachineImage } from '#server/compute/machine-image.ts';
import { createDockerProvider } from '#server/compute/providers/docker-provider.ts';
import type { Claim, HostProvider } from '#server/compute/providers/provider.ts';
import { createSshProvider } from '#server/compute/providers/ssh-provider.ts';
import { retry } from '#tests/support/retry.ts';
import { newKeyPair } from '#tests/support/ssh-key.ts';
import { dialWhenUp, engine as home, testRegistry } from './support.ts';

const LABELS = { 'slipway.test': 'providers' };
const silent = { onOutput: () => undefined, signal: new AbortController().signal };
const registry = testRegistry();
const images = createImages({ distribution: { home, registry } });
afterAll(() => registry.close());

/** One provider, and what only it can tell. */
interface Case {
  provider: HostProvider;
  claim: Claim;
  /** Nothing of the host is left. */
  isClean(): Promise<boolean>;
}

function spec(hostId = randomBytes(6).toString('hex')): Claim['spec'] {
  return { hostId, hostname: `test-${hostId}`, cpuCores: 2, memoryMb: 2048, diskGb: 20, vramGb: null };
}

function contract(name: string, open: () => Promise<Case>): void {
  describe(`a host of the ${name} provider`, () => {
    let given: Case;
    let remote: RemoteEngine;
    let engine: Engine;
    const reach = (to: RemoteEngine) => createDockerEngine({ id: given.claim.spec.hostId, remote: to });
    beforeAll(async () => {
      given = await open();
      remote = await given.provider.create(given.claim, silent);
      engine = reach(remote);
    });
    afterAll(async () => {
      engine?.close();
      await given?.provider.destroy(given.claim);
    });

    test('runs containers, whose agents are reached from here', async () => {
      const image = await images.ensureProbe(engine);
      await engine.ensureNetwork({ name: 'probe' });
      const env = { SLIPWAY_AGENT_TOKEN: 'a'.repeat(32) };
      await engine.createContainer({ name: 'probe', image, network: 'probe', cpuCores: 0.5, memoryMb: 64, env });
      await engine.start('probe');
      const stream = await dialWhenUp('probe', 7070, engine);
      stream.write('SLIPWAY/1 wrong 1\n');
      const [answer] = (await stream.take(1).toArray()) as Buffer[];
      expect(answer?.toString()).toBe('ERR denied\n');
      stream.destroy();
      const echoed = await engine.run('probe', { user: '0', command: ['/bin/busybox', 'cat'], input: 'half-closed' });
      expect(echoed).toMatchObject({ exitCode: 0, stdout: 'half-closed' });
      await expect(engine.dial('probe', 9)).rejects.toMatchObject({ kind: 'port-not-listening' });
    });

    test('keeps its containers from the machine, and from private networks but those that are allowed', async () => {
      const box = (command: string) =>
        engine.run('probe', { user: '0', command: ['/bin/busybox', 'sh', '-c', command] });
      const gateway = (await box("/bin/busybox ip route | /bin/busybox awk '/^default/{print $3}'")).stdout.trim();
      const get = async (url: string) =>
        (await box(`/bin/busybox timeout 5 /bin/busybox wget -qO- ${url} 2>&1`)).stdout.replace(/.*: /s, '').trim();
      const answer = () => get(`http://${gateway}:${remote.port}/`);
      const lay = (more: Partial<Fence> = {}) =>
        enforceFence(engine, { installationId: '', publicPorts: [], publicRanges: [], allow: [], ...more }, (script) =>
          given.provider.run(given.claim, script),
        );
      // A program of the machine that the host lies on, by its address on the host's network.
      const program = createServer((_, response) => response.end('private'));
      await new Promise<void>((resolve) => program.listen(0, '0.0.0.0', resolve));
      const outside = remote.host.replace(/\.\d+$/, '.1');
      const office = () => get(`http://${outside}:${(program.address() as AddressInfo).port}/`);
      onTestFinished(() => void program.close());
      expect(await office()).toBe('private');
      // An engine that speaks TLS only: who gets this far has reached it.
      expect(await answer()).toMatch(/400 Bad Request/);
      expect(await lay()).toEqual({ enforced: true, reason: null });
      expect(await answer()).toMatch(/refused/);
      expect(await office()).toMatch(/refused/);
      await lay({ allow: [`${outside}/32`] });
      expect(await office()).toBe('private');
      expect(await lay({ publicPorts: [remote.port] })).toEqual({ enforced: true, reason: null });
      expect(await answer()).toMatch(/400 Bad Request/);
      await expect(given.provider.run(given.claim, 'exit 3')).rejects.toMatchObject({ name: 'EngineError' });
    });

    test('turns away whoever has no certificate of its own authority', async () => {
      await expect(ping({ host: remote.host, port: remote.port })).rejects.toThrow();
      const other = { ...remote, ca: remote.cert };
      const stranger = reach(other);
      await expect(stranger.ping()).rejects.toMatchObject({ name: 'EngineError' });
      stranger.close();
    });

    test('is found again, and made afresh when it is made again', async () => {
      expect(await given.provider.locate(given.claim, remote)).toMatchObject({ host: remote.host, port: remote.port });
      const again = await given.provider.create(given.claim, silent);
      const fresh = reach(again);
      expect(await fresh.list({})).toEqual([]);
      fresh.close();
      await expect(engine.ping()).rejects.toMatchObject({ name: 'EngineError' });
    });

    test('leaves nothing behind, however often it is given back', async () => {
      await given.provider.destroy(given.claim);
      await given.provider.destroy(given.claim);
      expect(await given.isClean()).toBe(true);
      await expect(engine.ping({ timeoutMs: 3000 })).rejects.toMatchObject({ name: 'EngineError' });
    });
  });
}

/** Speaks TLS with no certificate; resolves when the server answers. */
function ping(to: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...to, rejectUnauthorized: false }, () => socket.write('GET /_ping HTTP/1.0\r\n\r\n'));
    socket.once('data', () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed')));
  });
}

contract('docker', async () => {
  const claim = { spec: spec(), key: null };
  return {
    claim,
    provider: createDockerProvider({ engine: () => home, labels: async () => LABELS }),
    async isClean() {
      const hosts = await home.list({ 'slipway.host': claim.spec.hostId });
      const networks = await home.listNetworks({ 'slipway.host': claim.spec.hostId });
      return hosts.length === 0 && networks.length === 0;
    },
  };
});

describe('with a machine that has sshd and nothing else', () => {
  const name = `slipway-test-machine-${randomBytes(4).toString('hex')}`;
  let folder: string;
  const inventory = () => path.join(folder, 'inventory.yaml');
  const inside = (command: string) => home.run(name, { user: 'root', command: ['sh', '-c', command] });
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-inventory-'));
    const key = newKeyPair('ed25519', 256);
    await writeFile(path.join(folder, 'key'), key.private, { mode: 0o600 });
    const host = await ensureMachineImage(home, 'host', () => undefined);
    const contextFolder = path.join(import.meta.dirname, 'machine');
    const image = 'slipway/test-machine:1';
    await home.buildImage({ contextFolder, tag: image, buildArgs: { HOST: host }, labels: LABELS });
    await home.ensureNetwork({ name, labels: LABELS });
    await home.createContainer({
      name,
      image,
      network: name,
      cpuCores: 2,
      memoryMb: 2048,
      env: { AUTHORIZED_KEY: key.public },
      machine: true,
    });
    await home.start(name);
    const isUp = '[ -s /run/sshd.pid ] && ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub';
    const hostKey = await retry(async () => {
      const { exitCode, stdout, stderr } = await inside(isUp);
      if (exitCode !== 0) throw new Error(`sshd is not up: ${stderr}`);
      return /SHA256:\S+/.exec(stdout)?.[0];
    });
    const [address] = Object.values((await home.inspect(name)).ipAddresses);
    const size = 'cpu_cores: 2, memory_gb: 2, disk_gb: 20';
    const machine = `{ name: one, address: ${address}, private_key: key, host_key: "${hostKey}", ${size} }`;
    await writeFile(inventory(), `machines:\n  - ${machine}\n`);
  });
  afterAll(async () => {
    await home.remove(name);
    await home.removeNetwork(name);
    if (folder) await rm(folder, { recursive: true });
  });

  contract('ssh', async () => ({
    claim: { spec: spec(), key: 'one' },
    provider: createSshProvider({ inventory: inventory() }),
    async isClean() {
      const { stdout } = await inside('ls -A /etc/slipway-host /var/lib/docker 2>/dev/null; pgrep dockerd');
      return stdout.replaceAll('/var/lib/docker:', '').trim() === '';
    },
  }));

  test('only machines with enough of everything are candidates, and a machine of another host is left alone', async () => {
    const provider = createSshProvider({ inventory: inventory() });
    expect(await provider.candidates(spec())).toEqual(['one']);
    expect(await provider.candidates({ ...spec(), memoryMb: 4096 })).toEqual([]);
    expect(await provider.candidates({ ...spec(), vramGb: 24 })).toEqual([]);
    await inside('mkdir -p /etc/slipway-host && printf %s somebody > /etc/slipway-host/host');
    const claim = { spec: spec(), key: 'one' };
    await expect(provider.create(claim, silent)).rejects.toThrow('belongs to another host');
    await provider.destroy(claim);
    expect((await inside('cat /etc/slipway-host/host')).stdout).toBe('somebody');
  });
});
