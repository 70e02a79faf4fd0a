import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { say } from '../../platform/say.ts';
import type { SshLogin } from '../ssh-tunnel.ts';
import type { MachineSpec } from './provider.ts';

/** A machine that we reach over SSH, and whose engine we run. */
const loginSchema = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,60}$/),
  /** Where we reach it; the engine listens there too. */
  address: z.string().min(1),
  port: z.number().int().min(1).max(65_535).default(22),
  /** root, or a user with passwordless sudo. */
  user: z.string().min(1).default('root'),
  /** File with the private key, relative to the inventory. */
  private_key: z.string().min(1),
  /** `SHA256:…`, as `ssh-keygen -lf` prints it for the machine's host key. */
  host_key: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/),
  engine_port: z.number().int().min(1).max(65_535).default(2376),
});
const machineSchema = loginSchema.extend({
  cpu_cores: z.number().min(1),
  memory_gb: z.number().min(1),
  disk_gb: z.number().min(10),
  vram_gb: z.number().min(1).nullable().default(null),
});
const inventorySchema = z
  .strictObject({
    /** For hosts. */
    machines: z.array(machineSchema).default([]),
    /** For shared workspaces: nodes of the swarm, by their host names. */
    pool: z.array(loginSchema).default([]),
  })
  // A machine is one thing or the other: hosts are wiped when they are given back.
  .refine(({ machines, pool }) => {
    const names = [...machines, ...pool].map(({ name }) => name);
    return new Set(names).size === names.length;
  }, say('hosts.nameTwice'));

export type InventoryMachine = z.output<typeof machineSchema>;
export type PoolMachine = z.output<typeof loginSchema>;

/**
 * The operator's machines; read each time, so that one can be added without a restart. @throws Error that says what is
 * wrong
 */
export async function readInventory(file: string): Promise<InventoryMachine[]> {
  return (await read(file)).machines;
}

/** The same for the nodes of the pool. */
export async function readPool(file: string): Promise<PoolMachine[]> {
  return (await read(file)).pool;
}

async function read(file: string): Promise<z.output<typeof inventorySchema>> {
  const result = inventorySchema.safeParse(parse(await readFile(file, 'utf8')));
  if (result.success) return result.data;
  throw new Error(`${path.basename(file)} is not as it should be:\n${z.prettifyError(result.error)}`);
}

/** Machines with at least what is asked for, smallest first. */
export function fitting(machines: readonly InventoryMachine[], spec: MachineSpec): InventoryMachine[] {
  return machines
    .filter(
      (machine) =>
        machine.cpu_cores >= spec.cpuCores &&
        machine.memory_gb * 1024 >= spec.memoryMb &&
        machine.disk_gb >= spec.diskGb &&
        (machine.vram_gb ?? 0) >= (spec.vramGb ?? 0) &&
        // Machines with a GPU are for those who pay for it.
        (machine.vram_gb === null) === (spec.vramGb === null),
    )
    .sort((a, b) => a.memory_gb - b.memory_gb || a.cpu_cores - b.cpu_cores || a.name.localeCompare(b.name));
}

export async function loginOf(machine: PoolMachine, inventoryFile: string): Promise<SshLogin> {
  const { address: host, port, user, host_key: hostKey } = machine;
  const keyFile = path.resolve(path.dirname(inventoryFile), machine.private_key);
  return { host, port, user, hostKey, privateKey: await readFile(keyFile, 'utf8') };
}
