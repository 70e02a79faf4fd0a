import { eq } from 'drizzle-orm';
import { cents } from '#shared/features/billing/model.ts';
import { hostPriceKey } from '#shared/features/hosts/server-options.ts';
import { INIT_ERROR } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { type AuditEntry, record } from '../audit/index.ts';
import { changeUnitsLater, countUnits, grantCredit, withLease } from '../billing/index.ts';
import type { Dependencies } from '../context.ts';
import { hosts } from '../machines/tables.ts';
import { changeHostStatus } from './change-status.ts';
import { type HostRecord, readHost } from './find-host.ts';
import { tellHost, tellPositions } from './messages.ts';
import { releaseHost } from './release-host.ts';

/**
 * Gives up a host that can't be created: tells `reason`, credits its charge and stops billing it, all at once; then
 * gives its machine back.
 */
export async function abandonHost(dependencies: Dependencies, id: string, reason: string): Promise<void> {
  const host = await readHost(dependencies, id);
  if (!host || host.status === 'Deleted') return;
  await giveUp(dependencies, host, reason);
  const gone = await readHost(dependencies, id);
  if (gone) {
    // A machine that can't be given back now is given back as soon as it answers.
    await releaseHost(dependencies, gone).catch((error) =>
      dependencies.log.warn({ err: error, hostId: id }, 'the machine of a host could not be given back yet'),
    );
  }
}

async function giveUp(dependencies: Dependencies, { id, organizationId }: HostRecord, reason: string): Promise<void> {
  await withLease(dependencies, organizationId, async (lease) => {
    const [before] = await dependencies.db.select().from(hosts).where(eq(hosts.id, id));
    if (!before || before.status === 'Deleted') return;
    const isBilled = before.status !== 'Pending Deletion';
    const units = await countUnits(dependencies.db, organizationId, before.serverOptionId);
    const quantity = units - (isBilled ? 1 : 0);
    // First, so that it is retried while the provider is away; it charges and refunds nothing.
    const priceKey = hostPriceKey(before.serverOptionId);
    await changeUnitsLater(dependencies, { organizationId, priceKey, quantity, before: units });
    await lease.write((tx) => writeDown(dependencies, tx, { id, organizationId, reason }));
  });
}

async function writeDown(
  dependencies: Dependencies,
  tx: Transaction,
  { id, organizationId, reason }: { id: string; organizationId: string; reason: string },
): Promise<void> {
  const [host] = await tx.select().from(hosts).where(eq(hosts.id, id)).for('update');
  if (!host || host.status === 'Deleted') return;
  await changeHostStatus(dependencies, tx, host, { to: 'Deleted' });
  if (host.chargedCents > 0) {
    await grantCredit(tx, { organizationId, reason: `host:${id}`, amount: cents(host.chargedCents) });
  }
  const details = { name: host.name, credited_cents: host.chargedCents };
  const audit: AuditEntry = { action: 'hosts.give-up', targetId: id, organizationId, outcome: 'failure', details };
  await record(tx, dependencies, audit);
  await tellHost(dependencies, tx, { id, code: INIT_ERROR, text: reason });
  await tellPositions(dependencies, tx);
}
