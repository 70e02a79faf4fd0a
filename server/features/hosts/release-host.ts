import { eq } from 'drizzle-orm';
import { DAY } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { deleteAllOn } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import { rescueSnapshots } from '../snapshots/index.ts';
import type { HostRecord } from './find-host.ts';
import { loadEngines } from './keep-engines.ts';
import { claimOf } from './machine-spec.ts';
import { announceHost } from './messages.ts';

/** A host that doesn't answer may be back soon: its snapshots are worth a day. */
const WAIT_FOR_SNAPSHOTS_MS = DAY;

/**
 * Gives the machine of a deleted host back, with everything on it except the snapshots, which outlive it. Repeatable.
 * @throws RegistryError, EngineError, MachineUnavailable
 */
export async function releaseHost(dependencies: Dependencies, host: HostRecord): Promise<void> {
  if (host.releasedAt !== null) return;
  const deletedFor = dependencies.clock.now().getTime() - (host.deletedAt?.getTime() ?? 0);
  await rescueSnapshots(dependencies, host.id, { patient: deletedFor < WAIT_FOR_SNAPSHOTS_MS });
  // Nothing can be added to a deleted host, so this finds everything, including what a crash left there.
  await deleteAllOn(dependencies, host.id);
  await dependencies.hostProviders.get(host.provider).destroy(claimOf(host));
  await dependencies.db.transaction(async (tx) => {
    await tx.update(hosts).set({ releasedAt: dependencies.clock.now(), machine: null }).where(eq(hosts.id, host.id));
    await announceHost(dependencies, tx, host);
  });
  await loadEngines(dependencies, host.id);
}
