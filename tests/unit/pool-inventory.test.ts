import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPoolMachines } from '#server/compute/providers/pool-machines.ts';
import { readInventory, readPool } from '#server/compute/providers/ssh-inventory.ts';

const KEY = `SHA256:${'x'.repeat(43)}`;
const machine = (name: string) =>
  `  - { name: ${name}, address: 10.0.0.2, private_key: key, host_key: "${KEY}", cpu_cores: 2, memory_gb: 4, disk_gb: 40 }`;
const node = (name: string) => `  - { name: ${name}, address: 10.0.0.3, private_key: key, host_key: "${KEY}" }`;

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-inventory-'));
  file = path.join(folder, 'hosts.yaml');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('an inventory lists machines of hosts, nodes of the pool, or both, and no machine twice', async () => {
  await writeFile(file, ['machines:', machine('rack-1'), 'pool:', node('node-1')].join('\n'));
  expect((await readInventory(file)).map(({ name }) => name)).toEqual(['rack-1']);
  expect(await readPool(file)).toEqual([
    {
      name: 'node-1',
      address: '10.0.0.3',
      port: 22,
      user: 'root',
      private_key: 'key',
      host_key: KEY,
      engine_port: 2376,
    },
  ]);
  await writeFile(file, ['pool:', node('node-1')].join('\n'));
  expect(await readInventory(file)).toEqual([]);
  // A host's machine is wiped when it is given back.
  await writeFile(file, ['machines:', machine('node-1'), 'pool:', node('node-1')].join('\n'));
  await expect(readPool(file)).rejects.toThrow('appears twice');
});

test('a node that isn’t listed says so, and is left alone', async () => {
  await writeFile(file, ['pool:', node('node-1')].join('\n'));
  const stranger = { name: 'node-2', address: '10.0.0.4' };
  for (const inventory of [file, null]) {
    const run = createPoolMachines(inventory).run(stranger, 'true');
    await expect(run).rejects.toThrow('It isn’t listed under “pool”');
  }
});
