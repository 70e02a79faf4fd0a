import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { Conflict, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { instances } from '../instances/tables.ts';
import { hosts } from '../machines/tables.ts';
import { giveUpDeleted } from './give-up-deleted.ts';
import { heldOn } from './held-on.ts';
import { takeFromSleepers, type Waking } from './take-from-sleepers.ts';

export interface Need {
  /** The limit of one container; all containers of the host share its cores. */
  cpuCores: number;
  /** 0 for what only needs disk. */
  memoryMb: number;
  /** 0 is unmetered, or nothing more. */
  diskGb: number;
}

/** The host exists, but the request doesn't fit on it. */
export class HostFull extends Conflict {
  override name = 'HostFull';
}

/**
 * Locks the host until the transaction ends and checks that `need` fits beside what is reserved there. The reservation
 * itself is the row of the workspace or service, written in the same transaction: insert it after this call, or, when
 * starting or changing, pass only what is added.
 * @throws HostFull with the figures; Conflict if nothing can be added to it now; ValidationError for another's or no
 * host
 * @param restored the deleted one that the reservation is for
 */
export async function reserveOnHost(
  dependencies: Waking,
  tx: Transaction,
  hostId: string,
  need: Need,
  restored?: string,
): Promise<void> {
  const [host] = await tx.select().from(hosts).where(eq(hosts.id, hostId)).for('no key update');
  if (!host || host.status === 'Deleted') {
    throw new ValidationError({ server_id: say('capacity.hostMissing') });
  }
  if (host.status === 'Pending') throw new Conflict(say('capacity.hostPending', { name: host.name }));
  if (host.lostAt) throw new Conflict(say('capacity.hostNotResponding', { name: host.name }));
  if (need.cpuCores > host.cpuCores) {
    throw new HostFull(say('capacity.hostCoresFew', { name: host.name, cores: host.cpuCores }));
  }
  const held = (await heldOn(tx, [hostId])).get(hostId);
  const freeMb = host.memoryMb - (held?.memoryMb ?? 0);
  const missing = { memoryMb: need.memoryMb > 0 ? need.memoryMb + (held?.asleepMb ?? 0) - freeMb : 0 };
  const here = eq(instances.serverId, hostId);
  if ((need.memoryMb > 0 && need.memoryMb > freeMb) || !(await takeFromSleepers(dependencies, tx, here, missing))) {
    throw new HostFull(
      say('capacity.hostMemoryLow', { name: host.name, free: inGb(freeMb), needed: inGb(need.memoryMb) }),
    );
  }
  const freeGb = host.diskGb - (held?.diskGb ?? 0);
  if (need.diskGb > 0 && need.diskGb > freeGb) {
    throw new HostFull(
      say('capacity.hostDiskLow', { name: host.name, free: Math.max(0, freeGb), needed: need.diskGb }),
    );
  }
  if (need.diskGb > 0) {
    await giveUpDeleted(dependencies, tx, { here, mostGb: freeGb - need.diskGb, except: restored });
  }
}

function inGb(memoryMb: number): string {
  return say('capacity.gigabytes', { gigabytes: Math.max(0, Math.round((memoryMb / 1024) * 100) / 100) });
}
