import { and, eq } from 'drizzle-orm';
import { canHostBecome, type HostStatus } from '#shared/features/hosts/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { hosts } from '../machines/tables.ts';
import type { HostRecord } from './find-host.ts';
import { announceHost } from './messages.ts';

/**
 * The only way a host changes status; the caller holds the row's lock. @throws Conflict if the machine doesn't allow it
 */
export async function changeHostStatus(
  dependencies: Pick<Dependencies, 'bus' | 'clock' | 'publish'>,
  tx: Transaction,
  host: HostRecord,
  { to, set = {} }: { to: HostStatus; set?: Partial<HostRecord> },
): Promise<HostRecord> {
  if (!canHostBecome(host.status, to))
    throw new Conflict(say('hosts.wrongStatus', { status: host.status, target: to }));
  const [changed] = await tx
    .update(hosts)
    .set({ ...set, status: to, ...(to === 'Deleted' && { deletedAt: dependencies.clock.now() }) })
    .where(and(eq(hosts.id, host.id), eq(hosts.status, host.status)))
    .returning();
  if (!changed) throw new Conflict(say('hosts.changedMeanwhile'));
  await announceHost(dependencies, tx, changed);
  return changed;
}
