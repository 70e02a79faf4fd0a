import type { Transaction } from '../../platform/database.ts';
import { Conflict, Unavailable } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import type { NodeRecord } from '../machines/tables.ts';
import { readCapacityMb } from './capacity-mb.ts';
import { HOME, heldByShared, lockShared, shareOf } from './held-here.ts';
import { NoCapacity } from './no-capacity.ts';
import { requireShare } from './organization-share.ts';
import { type Need, reserveOnHost } from './reserve-on-host.ts';
import {
  byHosts,
  enginesOf,
  isOpen,
  machinesWithRoom,
  mostShared,
  readNodes,
  type SharedMachine,
} from './shared-machines.ts';
import { takeFromSleepers, type Waking } from './take-from-sleepers.ts';
import { yieldSpares } from './yield-spares.ts';

/** Where something runs: a machine that is shared, or a host of the organization. */
export interface Place {
  serverId: string;
  engineId: string;
}

interface Wanted {
  organizationId: string;
  need: Need;
  /** From `homeCapacity`. */
  homeMb: number;
}

interface Choosing {
  /** The image it is made from; null if no machine is better for it. */
  image: string | null;
  /** Engines of machines that won't do. */
  besides?: readonly string[];
  /** It isn't started there yet, so that its organization's share doesn't count. */
  staysStopped?: boolean;
}

type Reserving = Waking & Pick<Dependencies, 'config'>;

/**
 * Memory that shared workspaces may reserve of this machine; nothing while it can't be asked and there are other
 * machines. A host's capacity is in its row. @throws Unavailable
 */
export async function homeCapacity(
  dependencies: Pick<Dependencies, 'config' | 'db' | 'engines' | 'log'>,
  serverId: string,
): Promise<number> {
  if (serverId !== 'shared') return 0;
  try {
    return await readCapacityMb(dependencies, dependencies.engines.get(HOME));
  } catch (error) {
    if (!(error instanceof Unavailable) || !(await readNodes(dependencies.db)).some(isElsewhere)) throw error;
    return 0;
  }
}

const isElsewhere = (node: NodeRecord) => node.id !== HOME && isOpen(node);

/**
 * Chooses a place on a server and locks its capacity until the transaction ends. The reservation itself is the row
 * becoming Pending in the same transaction. @throws NoCapacity, HostFull, Conflict
 */
export async function reservePlace(
  dependencies: Reserving,
  tx: Transaction,
  { serverId, ...wanted }: Wanted & Choosing & { serverId: string },
): Promise<Place> {
  if (serverId === 'shared') return { serverId, engineId: await chooseShared(dependencies, tx, wanted) };
  await reserveOnHost(dependencies, tx, serverId, wanted.need);
  return { serverId, engineId: serverId };
}

/**
 * The machine for a shared workspace: that of its organization's other ones, so that they reach each other on the shortest
 * way; then one with the image; then the one with most room. Nothing that sleeps is stopped while another machine has room.
 */
async function chooseShared(
  dependencies: Reserving,
  tx: Transaction,
  { organizationId, need, homeMb, image, besides = [], staysStopped = false }: Wanted & Choosing,
): Promise<string> {
  const { config, clock } = dependencies;
  await lockShared(tx);
  const nodes = await readNodes(tx);
  if (nodes.length === 0) {
    await holdShared(dependencies, tx, { organizationId, need, homeMb, engineId: HOME });
    return HOME;
  }
  if (!staysStopped) await requireShare(dependencies, tx, { organizationId, need });
  const open = nodes.filter((node) => isOpen(node) && !besides.includes(node.id));
  const machines = await machinesWithRoom(tx, open, { config, homeMb, now: clock.now() });
  const ranked = await byPreference(tx, machines, { organizationId, image });
  const found =
    ranked.find(({ freeMb }) => freeMb >= need.memoryMb) ??
    ranked.find(({ freeMb, asleepMb }) => freeMb + asleepMb >= need.memoryMb);
  if (!found) throw new NoCapacity();
  const missing = { memoryMb: need.memoryMb - found.freeMb };
  await yieldSpares(tx, found.engineId, -missing.memoryMb);
  if (!(await takeFromSleepers(dependencies, tx, shareOf(found.engineId), missing))) throw new NoCapacity();
  return found.engineId;
}

/** Machines in the order in which an organization's next workspace would be put there. */
export async function byPreference(
  tx: Transaction,
  machines: readonly SharedMachine[],
  { organizationId, image }: Pick<Wanted & Choosing, 'organizationId' | 'image'>,
): Promise<SharedMachine[]> {
  const own = await enginesOf(
    tx,
    organizationId,
    machines.map(({ engineId }) => engineId),
  );
  const rank = ({ engineId, images, freeMb }: SharedMachine) => {
    const place = own.indexOf(engineId);
    return [place < 0 ? own.length : place, image !== null && images.includes(image) ? 0 : 1, -freeMb];
  };
  const ranked = machines.map((machine) => ({ ...machine, rank: rank(machine) }));
  return ranked.sort((a, b) => a.rank.map((value, index) => value - (b.rank[index] ?? 0)).find((by) => by !== 0) ?? 0);
}

/** The caller has the lock. */
async function holdShared(
  dependencies: Reserving,
  tx: Transaction,
  { engineId, organizationId, need, homeMb }: Wanted & { engineId: string },
): Promise<void> {
  await requireShare(dependencies, tx, { organizationId, need });
  const held = await heldByShared(tx, engineId);
  const mostMb = await mostOn(dependencies, tx, engineId, homeMb);
  const missing = { memoryMb: held + need.memoryMb - mostMb };
  await yieldSpares(tx, engineId, -missing.memoryMb);
  if (!(await takeFromSleepers(dependencies, tx, shareOf(engineId), missing))) throw new NoCapacity();
}

async function mostOn(
  { config, clock }: Reserving,
  tx: Transaction,
  engineId: string,
  homeMb: number,
): Promise<number> {
  if (engineId === HOME) return homeMb - (await byHosts(tx, { config, now: clock.now() }));
  const node = (await readNodes(tx)).find(({ id }) => id === engineId);
  if (!node || node.lostAt !== null) {
    throw new Conflict(say('capacity.workspaceMachineNotAnswering'));
  }
  // It would be stopped again at once.
  if (node.drainedAt !== null && node.drainDueAt !== null && node.drainDueAt <= clock.now()) {
    throw new Conflict(say('capacity.workspaceMoving'));
  }
  return mostShared(node.memoryMb);
}

/**
 * The room for a start, and the function that checks and reserves it. Disk is reserved as long as the instance exists.
 */
export async function findRoom(
  dependencies: Waking & Pick<Dependencies, 'config' | 'db' | 'engines' | 'log'>,
  instance: Place & Omit<Need, 'diskGb'> & { organizationId: string },
): Promise<(tx: Transaction) => Promise<void>> {
  const { organizationId, serverId, engineId, cpuCores, memoryMb } = instance;
  const need = { cpuCores, memoryMb, diskGb: 0 };
  if (serverId !== 'shared') return (tx) => reserveOnHost(dependencies, tx, serverId, need);
  const homeMb = engineId === HOME ? await homeCapacity(dependencies, serverId) : 0;
  return async (tx) => {
    await lockShared(tx);
    await holdShared(dependencies, tx, { engineId, organizationId, need, homeMb });
  };
}
