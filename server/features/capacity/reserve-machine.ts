import { and, inArray, isNull } from 'drizzle-orm';
import type { HostProvider, MachineSpec } from '../../compute/providers/provider.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { hostReservations, hosts } from '../machines/tables.ts';
import { readCapacityMb } from './capacity-mb.ts';
import { HOME, heldByHosts, heldByShared, isHeld, lockShared, shareOf } from './held-here.ts';
import { takeFromSleepers, type Waking } from './take-from-sleepers.ts';
import { yieldSpares } from './yield-spares.ts';

const NO_MACHINE = say('capacity.noMachineFree');

/** No machine is available now. */
class NoMachine extends Conflict {
  override name = 'NoMachine';
  constructor() {
    super(NO_MACHINE);
  }
}

/** What a reservation needs to know from outside the database. */
export interface Supply {
  /** Machines of an inventory that fit, best first; null if they are created on demand. */
  candidates: string[] | null;
  /** Memory that may be reserved for machines created on demand, in MB. */
  capacityMb: number;
}

export async function readSupply(
  dependencies: Dependencies,
  provider: HostProvider,
  spec: MachineSpec,
): Promise<Supply> {
  const candidates = await provider.candidates(spec);
  if (candidates !== null) return { candidates, capacityMb: 0 };
  const { hostMemoryMb } = dependencies.config;
  const [home] = dependencies.engines.list();
  return { candidates, capacityMb: hostMemoryMb || (home ? await readCapacityMb(dependencies, home) : 0) };
}

/**
 * Locks the pool of machines until the transaction ends and finds room in it: the inventory's machine to claim, or null
 * for one created on this machine. The reservation is the host's row, and until then that of `holdMachine`. @throws
 * NoMachine
 */
export async function reserveMachine(
  dependencies: Waking & Pick<Dependencies, 'config'>,
  tx: Transaction,
  { supply, memoryMb }: { supply: Supply; memoryMb: number },
): Promise<string | null> {
  const { config, clock } = dependencies;
  // On one machine, hosts and shared workspaces share its memory.
  await lockShared(tx);
  if (supply.candidates) return claim(tx, supply.candidates, clock.now());
  const held = await heldByHosts(tx, clock.now());
  const shared = config.hostMemoryMb > 0 ? 0 : await heldByShared(tx, HOME);
  const missing = { memoryMb: held + shared + memoryMb - supply.capacityMb };
  if (config.hostMemoryMb === 0) await yieldSpares(tx, HOME, -missing.memoryMb);
  if (!(await takeFromSleepers(dependencies, tx, shareOf(HOME), missing))) throw new NoMachine();
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
