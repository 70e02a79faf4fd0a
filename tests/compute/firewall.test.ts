import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bridgeName, INSTALLATION_LABEL } from '#server/compute/bridges.ts';
import { enforceFence, runHere } from '#server/compute/fence/enforce-fence.ts';
import { chainNames, type Fence, withdrawScript } from '#server/compute/fence/fence-script.ts';
import { retry } from '#tests/support/retry.ts';
import { engine, Laboratory, shell } from './support.ts';

const run = promisify(execFile);
const possible = process.getuid?.() === 0 && existsSync('/usr/sbin/iptables');
const rules = async (chain: string) => (await run('iptables', ['-w', '-S', chain])).stdout.trim().split('\n');

const laboratories: Laboratory[] = [];
/** An installation with a network and a container on it. */
async function install(): Promise<{ id: string; box: string; network: string }> {
  const id = `test-${randomBytes(6).toString('hex')}`;
  const laboratory = new Laboratory({ [INSTALLATION_LABEL]: id });
  laboratories.push(laboratory);
  await laboratory.open();
  const { name } = await laboratory.workspace({ image: await laboratory.image() });
  return { id, box: name, network: laboratory.network };
}

const fence = (installationId: string, more: Partial<Fence> = {}) =>
  enforceFence(engine, { installationId, publicPorts: [], publicRanges: [], allow: [], ...more }, runHere);

/** A program of the machine that has nothing to do with workspaces. */
const service = createServer((socket) => socket.end('private\n'));
const port = () => (service.address() as AddressInfo).port;

/** A machine of the operator's network that this one routes to, with a private, a special and a public address. */
const OFFICE = { name: `office${randomBytes(3).toString('hex')}`, port: 8099 };
const ADDRESSES = { gateway: '10.77.0.1', private: '10.77.0.2', special: '100.64.77.2', public: '25.77.0.2' };
let office: ChildProcess;
/** Over which the nodes of a swarm exchange what is sent on overlays. */
const VXLAN_PORT = 4789;

const ip = (...args: string[]) => run('ip', args);
async function openOffice(): Promise<void> {
  const { name } = OFFICE;
  await ip('netns', 'add', name);
  await ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  await ip('addr', 'add', `${ADDRESSES.gateway}/24`, 'dev', name);
  await ip('link', 'set', name, 'up');
  for (const address of [`${ADDRESSES.private}/24`, `${ADDRESSES.special}/32`, `${ADDRESSES.public}/32`])
    await ip('-n', name, 'addr', 'add', address, 'dev', 'eth0');
  for (const device of ['lo', 'eth0']) await ip('-n', name, 'link', 'set', device, 'up');
  await ip('-n', name, 'route', 'add', 'default', 'via', ADDRESSES.gateway);
  for (const address of [ADDRESSES.special, ADDRESSES.public])
    await ip('route', 'add', address, 'via', ADDRESSES.private);
  const program = `require('net').createServer((s) => s.end('office\\n')).listen(${OFFICE.port}, () => console.log('up'));
    require('net').createServer((s) => s.end('dns\\n')).listen(53);
    for (const port of [${VXLAN_PORT}, ${VXLAN_PORT + 1}]) {
      const udp = require('dgram').createSocket('udp4', (_, from) => udp.send('heard\\n', from.port, from.address));
      // It answers from the address that was asked.
      udp.bind(port, '${ADDRESSES.public}');
    }`;
  office = spawn('ip', ['netns', 'exec', name, process.execPath, '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: office.stdout as NonNullable<typeof office.stdout> }))
    if (line === 'up') return;
}

let first: Awaited<ReturnType<typeof install>>;
let second: Awaited<ReturnType<typeof install>>;

beforeAll(async () => {
  if (!possible) return;
  [first, second] = [await install(), await install()];
  await new Promise<void>((resolve) => service.listen(0, '0.0.0.0', resolve));
  await openOffice();
});

beforeEach(async () => {
  if (possible) for (const { id } of [first, second]) await runHere(withdrawScript(id));
});

afterAll(async () => {
  service.close();
  if (!possible) return;
  for (const { id } of [first, second]) await runHere(withdrawScript(id));
  office?.kill();
  await ip('netns', 'delete', OFFICE.name);
  for (const laboratory of laboratories) await laboratory.close();
});

const reaches = (box: string, address: string, to: number) =>
  shell(box, `timeout 3 cat </dev/tcp/${address}/${to} 2>/dev/null || echo refused`);
const reachesMachine = async (box: string) =>
  reaches(box, await shell(box, "ip route | awk '/^default/{print $3}'"), port());
const reachesOffice = (box: string, address: string) => reaches(box, address, OFFICE.port);

describe.runIf(possible)('the fence of an installation', () => {
  test('lets containers reach public ports of the machine and no other; names still resolve', async () => {
    expect(await fence(first.id, { publicPorts: [port()] })).toEqual({ enforced: true, reason: null });
    expect(await reachesMachine(first.box)).toBe('private');
    expect(await fence(first.id, { publicRanges: [[1, 79]] })).toEqual({ enforced: true, reason: null });
    expect(await reachesMachine(first.box)).toBe('refused');
    // The gateway's way in stays open: the answers of the agent come back.
    await expect(engine.dial(first.box, 4999)).rejects.toMatchObject({ kind: 'port-not-listening' });
    expect(await shell(first.box, `getent hosts ${first.box}`)).toContain(first.box);
  });

  test('keeps them from private and special addresses but those that are allowed, and the internet stays open', async () => {
    expect(await reachesOffice(first.box, ADDRESSES.private)).toBe('office');
    await fence(first.id);
    for (const address of [ADDRESSES.private, ADDRESSES.special]) {
      expect(await reachesOffice(first.box, address), address).toBe('refused');
    }
    expect(await reachesOffice(first.box, ADDRESSES.public)).toBe('office');
    await fence(first.id, { allow: ['10.77.0.0/24', 'fd00:1::/64'] });
    expect(await reachesOffice(first.box, ADDRESSES.private)).toBe('office');
    expect(await reachesOffice(first.box, ADDRESSES.special)).toBe('refused');
  });

  test('keeps them from forging packets of overlays, wherever the node is', async () => {
    const asks = (port: number) =>
      shell(
        first.box,
        `exec 3<>/dev/udp/${ADDRESSES.public}/${port}; echo >&3; timeout 3 head -n 1 <&3 || echo refused`,
      );
    expect(await asks(VXLAN_PORT)).toBe('heard');
    await fence(first.id, { allow: [`${ADDRESSES.public}/32`] });
    expect(await asks(VXLAN_PORT)).toBe('refused');
    expect(await asks(VXLAN_PORT + 1)).toBe('heard');
  });

  test('is there for IPv6, with the special ranges of IPv6', async () => {
    await fence(first.id, { allow: ['10.77.0.0/24', 'fd00:1::/64'] });
    const { stdout } = await run('ip6tables', ['-w', '-S', chainNames(first.id).egress]);
    expect(stdout).toContain('-d fd00:1::/64 -j RETURN');
    expect(stdout).toContain('-d 8000::/1 -j REJECT');
    expect(stdout).not.toContain('10.77');
  });

  test('lets containers of one network talk, and the machine reach them', async () => {
    const laboratory = laboratories[0] as Laboratory;
    const neighbour = await laboratory.workspace({ image: await laboratory.image() });
    await fence(first.id);
    // Its agent listens on all addresses.
    const talk = () => shell(first.box, `timeout 3 bash -c ': </dev/tcp/${neighbour.name}/7070' && echo heard`);
    expect(await retry(talk)).toBe('heard');
  });

  test('leaves the resolvers of the machine open, for questions only', async () => {
    await fence(first.id);
    const opened = (await rules(chainNames(first.id).egress)).filter((rule) => rule.endsWith('-j RETURN'));
    const asked = opened.filter((rule) => rule.includes('--dport'));
    const { stdout } = await run('sh', ['-c', "sed -n 's/^nameserver //p' /etc/resolv.conf"]);
    const outside = stdout.split('\n').filter((address) => /^\d/.test(address) && !address.startsWith('127.'));
    expect(asked.filter((rule) => !rule.includes('--dport 53 '))).toEqual([]);
    for (const address of outside) expect(asked.join()).toContain(`-d ${address}/32 -p udp`);
  });

  test('keeps what is routed here from reaching them, but from allowed addresses', async () => {
    const [address] = Object.values((await engine.inspect(first.box)).ipAddresses);
    // As a machine that lets everything through would: Docker's own rules are not what is tried here. Ahead of its
    // RETURN, of which networks that are made at once leave two.
    const open = ['-o', bridgeName(first.network, first.id), '-s', `${ADDRESSES.private}/32`, '-j', 'ACCEPT'];
    const docker = (await rules('DOCKER-USER')).findIndex((rule) => rule.endsWith('-j RETURN'));
    await run('iptables', [
      '-w',
      ...(docker < 0 ? ['-A', 'DOCKER-USER'] : ['-I', 'DOCKER-USER', `${docker}`]),
      ...open,
    ]);
    try {
      const knock = `require('net').connect(7070, '${address}').on('connect', () => process.exit(0)).on('error', () => process.exit(1)).setTimeout(2000, () => process.exit(1))`;
      const enters = () =>
        ip('netns', 'exec', OFFICE.name, process.execPath, '-e', knock).then(
          () => true,
          () => false,
        );
      expect(await enters()).toBe(true);
      await fence(first.id);
      expect(await enters()).toBe(false);
      await fence(first.id, { allow: [`${ADDRESSES.private}/32`] });
      expect(await enters()).toBe(true);
    } finally {
      await run('iptables', ['-w', '-D', 'DOCKER-USER', ...open]);
    }
  });
});

describe.runIf(possible)('two installations on one machine', () => {
  test('have a fence each, which the other one neither moves nor widens', async () => {
    await fence(first.id, { publicPorts: [port()], allow: ['10.77.0.0/24'] });
    const [{ input, egress }, theirs] = [chainNames(first.id), chainNames(second.id)];
    const before = [await rules(input), await rules(egress)];
    await fence(second.id);
    expect([await rules(input), await rules(egress)]).toEqual(before);
    expect(await reachesMachine(first.box)).toBe('private');
    expect(await reachesMachine(second.box)).toBe('refused');
    expect(await reachesOffice(first.box, ADDRESSES.private)).toBe('office');
    expect(await reachesOffice(second.box, ADDRESSES.private)).toBe('refused');
    // Again, at once, with other wishes: one jump each, and no rule of one in the other.
    await Promise.all([fence(first.id), fence(second.id, { publicPorts: [port()], allow: [ADDRESSES.special] })]);
    expect(await reachesMachine(first.box)).toBe('refused');
    expect(await reachesMachine(second.box)).toBe('private');
    for (const chain of [input, theirs.input])
      expect((await rules('INPUT')).filter((rule) => rule.endsWith(`-j ${chain}`))).toHaveLength(1);
    // One that is taken away leaves the other.
    await runHere(withdrawScript(first.id));
    expect((await rules('INPUT')).join()).not.toContain(input);
    await expect(rules(input)).rejects.toThrow();
    expect(await reachesOffice(second.box, ADDRESSES.private)).toBe('refused');
  });

  test('have names that iptables takes, whatever their ids', () => {
    for (const id of [first.id, 'x'.repeat(200), '']) {
      for (const chain of Object.values(chainNames(id))) expect(chain.length).toBeLessThanOrEqual(28);
      expect(bridgeName('n'.repeat(200), id)).toMatch(/^sw[0-9a-z]{13}$/);
    }
  });
});

describe.runIf(possible)('after an earlier version, whose chains were the same for everybody', () => {
  const made: string[] = [];
  /** A network as it made them. */
  async function earlierNetwork(installationId: string): Promise<string> {
    const bridge = `slip${randomBytes(5).toString('hex')}`;
    const name = `slipway-test-${randomBytes(4).toString('hex')}`;
    made.push(name);
    const option = `com.docker.network.bridge.name=${bridge}`;
    await run('docker', [
      'network',
      'create',
      '-o',
      option,
      '--label',
      `${INSTALLATION_LABEL}=${installationId}`,
      name,
    ]);
    return bridge;
  }
  const lay = [
    ['-N', 'SLIPWAY-INPUT'],
    ['-A', 'SLIPWAY-INPUT', '-j', 'REJECT'],
    ['-I', 'INPUT', '1', '-i', 'slip+', '-j', 'SLIPWAY-INPUT'],
    ['-N', 'SLIPWAY-FORWARD'],
    ['-I', 'DOCKER-USER', '1', '-i', 'slip+', '-j', 'SLIPWAY-FORWARD'],
  ];
  afterAll(async () => {
    for (const name of made) await engine.removeNetwork(name);
  });

  test('its networks are fenced with the others, and its chains go once nobody needs them', async () => {
    const [ours, theirs] = [await earlierNetwork(first.id), await earlierNetwork(second.id)];
    for (const args of lay) await run('iptables', ['-w', ...args]);
    await fence(first.id);
    const jump = `-A INPUT -i ${ours} -j ${chainNames(first.id).input}`;
    expect(await rules('INPUT')).toContain(jump);
    expect((await rules('INPUT')).join()).not.toContain(theirs);
    // The other installation has not been started since: the old chain is all the fence it has.
    expect(await rules('INPUT')).toContain('-A INPUT -i slip+ -j SLIPWAY-INPUT');
    await fence(second.id);
    expect((await run('iptables', ['-w', '-S'])).stdout).not.toMatch(/SLIPWAY-INPUT|SLIPWAY-FORWARD/);
    expect(await rules('INPUT')).toContain(jump);
    // A bridge that is gone loses its rule.
    for (const name of made.splice(0)) await engine.removeNetwork(name);
    await fence(first.id);
    expect((await rules('INPUT')).join()).not.toContain(ours);
  });
});
