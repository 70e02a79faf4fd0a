import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enforceFirewall } from '#server/compute/firewall.ts';
import { engine, Laboratory, shell } from './support.ts';

const run = promisify(execFile);
const possible = process.getuid?.() === 0 && existsSync('/usr/sbin/iptables');
const laboratory = new Laboratory();
/** A service of the machine that has nothing to do with workspaces. */
const service = createServer((socket) => socket.end('private\n'));
let box: string;
/** Rules of a server that runs on this machine; null when there were none. */
let before: string[] | null = null;

beforeAll(async () => {
  if (!possible) return;
  before = await run('iptables', ['-w', '-S', 'SLIPWAY-INPUT']).then(
    ({ stdout }) => stdout.split('\n').filter((line) => line.startsWith('-A')),
    () => null,
  );
  await laboratory.open();
  box = (await laboratory.workspace({ image: await laboratory.image() })).name;
  await new Promise<void>((resolve) => service.listen(0, '0.0.0.0', resolve));
});

afterAll(async () => {
  service.close();
  await laboratory.close();
  if (possible) await (before ? restore(before) : withdraw());
});

async function restore(rules: string[]): Promise<void> {
  const running = run('iptables-restore', ['--noflush', '-w', '10']);
  running.child.stdin?.end(['*filter', ':SLIPWAY-INPUT - [0:0]', ...rules, 'COMMIT', ''].join('\n'));
  await running;
}

async function withdraw(): Promise<void> {
  for (const [from, chain] of [
    ['INPUT', 'SLIPWAY-INPUT'],
    ['DOCKER-USER', 'SLIPWAY-FORWARD'],
  ] as const) {
    await run('iptables', ['-w', '-D', from, '-i', 'slip+', '-j', chain]);
    await run('iptables', ['-w', '-F', chain]);
    await run('iptables', ['-w', '-X', chain]);
  }
}

const reachesMachine = (port: number) =>
  shell(
    box,
    `gateway=$(ip route | awk '/^default/{print $3}'); timeout 3 cat </dev/tcp/$gateway/${port} 2>/dev/null || echo refused`,
  );

test.runIf(possible)(
  'containers reach public ports of the machine and no other, nor cloud metadata; names still resolve',
  async () => {
    const { port } = service.address() as AddressInfo;
    expect(await enforceFirewall({ publicPorts: [port] })).toEqual({ enforced: true, reason: null });
    expect(await reachesMachine(port)).toBe('private');
    expect(await enforceFirewall({ publicRanges: [[1, 79]] })).toEqual({ enforced: true, reason: null });
    expect(await reachesMachine(port)).toBe('refused');
    expect((await run('iptables', ['-w', '-S', 'INPUT'])).stdout.match(/-j SLIPWAY-INPUT/g)).toHaveLength(1);
    expect((await run('iptables', ['-w', '-S', 'SLIPWAY-FORWARD'])).stdout).toContain('-d 169.254.0.0/16 -j DROP');
    // The gateway's way in stays open: the answers of the agent come back.
    await expect(engine.dial(box, 4999)).rejects.toMatchObject({ kind: 'port-not-listening' });
    expect(await shell(box, `getent hosts ${box}`)).toContain(box);
  },
);
