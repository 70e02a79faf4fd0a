import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { HostProvider, MachineSpec } from '../../compute/providers/provider.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { takeTurns } from '../../platform/take-turns.ts';
import type { Services } from '../context.ts';
import { workspaces } from '../instances/tables.ts';
import { readCapacityMb } from '../workspaces/index.ts';
import { hostReservations, hosts } from './tables.ts';

const NO_MACHINE = 'No machine with enough room for this server type is free right now. Please try again later.';

/** No machine can be had now. */
class NoMachine extends Conflict {
  override name = 'NoMachine';
  constructor() {
    super(NO_MACHINE);
  }
}

/** What a reservation needs to know from outside of the database. */
export interface Supply {
  /** Machines of an inventory that fit, best first; null when they are made on demand. */
  candidates: string[] | null;
  /** Memory that may be reserved for machines made on demand, in MB. */
  capacityMb: number;
}

export async function readSupply(services: Services, provider: HostProvider, spec: MachineSpec): Promise<Supply> {
  const candidates = await provider.candidates(spec);
  if (candidates !== null) return { candidates, capacityMb: 0 };
  const { hostMemoryMb } = services.config;
  const [home] = services.engines.list();
  return { candidates, capacityMb: hostMemoryMb || (home ? await readCapacityMb(services, home) : 0) };
}

/**
 * Holds the pool of machines until the transaction ends and finds room in it: the machine of an inventory to claim, or null
 * for one that is made on this machine. The reservation is the host's row, and that of `holdMachine` until there is one. @throws NoMachine
 */
export async function reserveMachine(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  tx: Transaction,
  { supply, memoryMb }: { supply: Supply; memoryMb: number },
): Promise<string | null> {
  // The lock of shared workspaces' capacity: on one machine they and hosts share its memory.
  await takeTurns(tx, 'capacity.local');
  if (supply.candidates) return claim(tx, supply.candidates, clock.now());
  const held = await heldMemory(tx, clock.now());
  const shared = config.hostMemoryMb > 0 ? 0 : await sharedMemory(tx);
  if (held + shared + memoryMb > supply.capacityMb) throw new NoMachine();
  return null;
}

async function claim(tx: Transaction, candidates: string[], now: Date): Promise<string> {
  const rows = candidates.length
    ? await tx
        .select({ key: hosts.machineKey })
        .from(hosts)
        .where(and(inArray(hosts.machineKey, candidates), isNull(hosts.releasedAt)))
    : [];
  const reserved = await tx.select({ key: hostReservations.machineKey }).from(hostReservations).where(isHeld(now));
  const taken = new Set([...rows, ...reserved].map(({ key }) => key));
  const free = candidates.find((key) => !taken.has(key));
  if (free === undefined) throw new NoMachine();
  return free;
}

async function sharedMemory(tx: Transaction): Promise<number> {
  const [row] = await tx
    .select({ memoryMb: sql<number>`coalesce(sum(${workspaces.memoryMb}), 0)::int` })
    .from(workspaces)
    .where(and(eq(workspaces.serverId, 'shared'), inArray(workspaces.status, ['Pending', 'Active'])));
  return row?.memoryMb ?? 0;
}

/** Memory in MB that hosts made on this machine hold of it; 0 where they have a share of their own. */
export async function memoryOfHosts(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  tx: Transaction,
): Promise<number> {
  return config.hostMemoryMb > 0 ? 0 : heldMemory(tx, clock.now());
}

/** Of hosts made on this machine, and of those that are being charged for. */
async function heldMemory(tx: Transaction, now: Date): Promise<number> {
  const [held] = await tx
    .select({ memoryMb: sql<number>`coalesce(sum(${hosts.memoryMb}), 0)::int` })
    .from(hosts)
    .where(and(eq(hosts.provider, 'docker'), isNull(hosts.releasedAt)));
  const [reserved] = await tx
    .select({ memoryMb: sql<number>`coalesce(sum(${hostReservations.memoryMb}), 0)::int` })
    .from(hostReservations)
    .where(and(eq(hostReservations.provider, 'docker'), isHeld(now)));
  return (held?.memoryMb ?? 0) + (reserved?.memoryMb ?? 0);
}

const isHeld = (now: Date) => gt(hostReservations.until, now);
