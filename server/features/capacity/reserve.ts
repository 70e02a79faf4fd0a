import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { readCapacityMb } from './capacity-mb.ts';
import { heldByHosts, heldByShared, lockMachine, shareOf } from './held-here.ts';
import { NoCapacity } from './no-capacity.ts';
import { requireShare } from './organization-share.ts';
import { type Need, reserveOnHost } from './reserve-on-host.ts';
import { takeFromSleepers, type Waking } from './take-from-sleepers.ts';

/** Where something should run: the shared machine, or a host of the organization. */
export interface Place {
  serverId: string;
  engineId: string;
}

interface Wanted {
  organizationId: string;
  need: Need;
  /** From `capacityOf`. */
  capacityMb: number;
}

/** @see readCapacityMb; a host's capacity is in its row. */
export async function capacityOf(
  dependencies: Pick<Dependencies, 'config' | 'db' | 'engines' | 'log'>,
  place: Place,
): Promise<number> {
  return place.serverId === 'shared' ? readCapacityMb(dependencies, dependencies.engines.get(place.engineId)) : 0;
}

/**
 * Locks the capacity of a place until the transaction ends and checks that `need` fits beside what is reserved there.
 * The reservation itself is the row becoming Pending in the same transaction. @throws NoCapacity, HostFull, Conflict
 */
export async function reserveCapacity(
  dependencies: Waking & Pick<Dependencies, 'config'>,
  tx: Transaction,
  { place, ...wanted }: Wanted & { place: Place },
): Promise<void> {
  if (place.serverId === 'shared') await reserveShared(dependencies, tx, { ...wanted, engineId: place.engineId });
  else await reserveOnHost(dependencies, tx, place.serverId, wanted.need);
}

async function reserveShared(
  dependencies: Waking & Pick<Dependencies, 'config'>,
  tx: Transaction,
  { engineId, organizationId, need, capacityMb }: Wanted & { engineId: string },
): Promise<void> {
  const { config, clock } = dependencies;
  await lockMachine(tx, engineId);
  await requireShare(dependencies, tx, { organizationId, need });
  const held = await heldByShared(tx, engineId);
  // Hosts with their own share take nothing from this one.
  const hosts = config.sharedMemoryMb > 0 || config.hostMemoryMb > 0 ? 0 : await heldByHosts(tx, clock.now());
  const missing = { memoryMb: held + hosts + need.memoryMb - capacityMb };
  if (!(await takeFromSleepers(dependencies, tx, shareOf(engineId), missing))) throw new NoCapacity();
}

/**
 * The room for a start, and the function that checks and reserves it. Disk is reserved as long as the instance exists.
 */
export async function findRoom(
  dependencies: Waking & Pick<Dependencies, 'config' | 'db' | 'engines' | 'log'>,
  instance: Place & Omit<Need, 'diskGb'> & { organizationId: string },
): Promise<(tx: Transaction) => Promise<void>> {
  const { organizationId, serverId, engineId, cpuCores, memoryMb } = instance;
  const place = { serverId, engineId };
  const need = { cpuCores, memoryMb, diskGb: 0 };
  const capacityMb = await capacityOf(dependencies, place);
  return (tx) => reserveCapacity(dependencies, tx, { place, organizationId, need, capacityMb });
}
