import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import type { Dependencies } from '../context.ts';
import { readCapacityMb } from './capacity-mb.ts';
import { heldByHosts, heldByShared, lockMachine } from './held-here.ts';
import { type Need, reserveOnHost } from './reserve-on-host.ts';

const NO_CAPACITY =
  'All memory for shared workspaces is in use right now. Stop a workspace you don’t need, or try again later.';

/** @see NO_CAPACITY */
export class NoCapacity extends Conflict {
  override name = 'NoCapacity';
  constructor() {
    super(NO_CAPACITY);
  }
}

/** Where something should run: the shared machine, or a host of the organization. */
export interface Place {
  serverId: string;
  engineId: string;
}

/** @see readCapacityMb; a host's capacity is in its row. */
export async function capacityOf(
  dependencies: Pick<Dependencies, 'config' | 'engines' | 'log'>,
  place: Place,
): Promise<number> {
  return place.serverId === 'shared' ? readCapacityMb(dependencies, dependencies.engines.get(place.engineId)) : 0;
}

/**
 * Locks the capacity of a place until the transaction ends and checks that `need` fits beside what is reserved there.
 * The reservation itself is the row becoming Pending in the same transaction. @throws NoCapacity, HostFull, Conflict
 */
export async function reserveCapacity(
  dependencies: Pick<Dependencies, 'config' | 'clock'>,
  tx: Transaction,
  { place, need, capacityMb }: { place: Place; need: Need; capacityMb: number },
): Promise<void> {
  if (place.serverId === 'shared')
    await reserveShared(dependencies, tx, { ...place, memoryMb: need.memoryMb, capacityMb });
  else await reserveOnHost(tx, place.serverId, need);
}

async function reserveShared(
  { config, clock }: Pick<Dependencies, 'config' | 'clock'>,
  tx: Transaction,
  input: { engineId: string; memoryMb: number; capacityMb: number },
): Promise<void> {
  await lockMachine(tx, input.engineId);
  const held = await heldByShared(tx, input.engineId);
  // Hosts with their own share take nothing from this one.
  const hosts = config.sharedMemoryMb > 0 || config.hostMemoryMb > 0 ? 0 : await heldByHosts(tx, clock.now());
  if (held + hosts + input.memoryMb > input.capacityMb) throw new NoCapacity();
}

/**
 * The room for a start, and the function that checks and reserves it. Disk is reserved as long as the instance exists.
 */
export async function findRoom(
  dependencies: Pick<Dependencies, 'config' | 'clock' | 'engines' | 'log'>,
  instance: Place & Omit<Need, 'diskGb'>,
): Promise<(tx: Transaction) => Promise<void>> {
  const { serverId, engineId, cpuCores, memoryMb } = instance;
  const place = { serverId, engineId };
  const capacityMb = await capacityOf(dependencies, place);
  return (tx) => reserveCapacity(dependencies, tx, { place, need: { cpuCores, memoryMb, diskGb: 0 }, capacityMb });
}
