import { eq } from 'drizzle-orm';
import { cents } from '#shared/features/billing/model.ts';
import { hostPriceKey } from '#shared/features/hosts/server-options.ts';
import { INIT_ERROR } from '#shared/features/workspaces/model.ts';
import type { Transaction } from '../../platform/database.ts';
import { type AuditEntry, record } from '../audit/index.ts';
import { changeUnitsLater, countUnits, grantCredit, withLease } from '../billing/index.ts';
import type { Services } from '../context.ts';
import { hosts } from '../machines/tables.ts';
import { changeHostStatus } from './change-status.ts';
import { type HostRecord, readHost } from './find-host.ts';
import { say, tellPositions } from './messages.ts';
import { releaseHost } from './release-host.ts';

/**
 * Gives up a host that can't be created: tells `reason`, credits its charge and stops billing it, all at once; then
 * gives its machine back.
 */
export async function abandonHost(services: Services, id: string, reason: string): Promise<void> {
  const host = await readHost(services, id);
  if (!host || host.status === 'Deleted') return;
  await giveUp(services, host, reason);
  const gone = await readHost(services, id);
  if (gone) {
    // A machine that can't be given back now is given back as soon as it answers.
    await releaseHost(services, gone).catch((error) =>
      services.log.warn({ err: error, hostId: id }, 'the machine of a host could not be given back yet'),
    );
  }
}

async function giveUp(services: Services, { id, organizationId }: HostRecord, reason: string): Promise<void> {
  await withLease(services, organizationId, async (lease) => {
    const [before] = await services.db.select().from(hosts).where(eq(hosts.id, id));
    if (!before || before.status === 'Deleted') return;
    const isBilled = before.status !== 'Pending Deletion';
    const units = await countUnits(services.db, organizationId, before.serverOptionId);
    const quantity = units - (isBilled ? 1 : 0);
    // First, so that it is retried while the provider is away; it charges and refunds nothing.
    const priceKey = hostPriceKey(before.serverOptionId);
    await changeUnitsLater(services, { organizationId, priceKey, quantity, before: units });
    await lease.write((tx) => writeDown(services, tx, { id, organizationId, reason }));
  });
}

async function writeDown(
  services: Services,
  tx: Transaction,
  { id, organizationId, reason }: { id: string; organizationId: string; reason: string },
): Promise<void> {
  const [host] = await tx.select().from(hosts).where(eq(hosts.id, id)).for('update');
  if (!host || host.status === 'Deleted') return;
  await changeHostStatus(services, tx, host, { to: 'Deleted' });
  if (host.chargedCents > 0) {
    await grantCredit(tx, { organizationId, reason: `host:${id}`, amount: cents(host.chargedCents) });
  }
  const details = { name: host.name, credited_cents: host.chargedCents };
  const audit: AuditEntry = { action: 'hosts.give-up', targetId: id, organizationId, outcome: 'failure', details };
  await record(tx, services, audit);
  await say(services, tx, { id, code: INIT_ERROR, text: reason });
  await tellPositions(services, tx);
}
