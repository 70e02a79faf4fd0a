import { and, eq, isNull, lte, ne } from 'drizzle-orm';
import { hostRemovalMail, queueMail } from '../../mail/index.ts';
import { DAY } from '../../platform/clock.ts';
import { dayIn } from '../../platform/translate.ts';
import { record } from '../audit/index.ts';
import { billingAccounts } from '../billing/tables.ts';
import type { Dependencies } from '../context.ts';
import { deleteAllOn } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import { memberships, users } from '../people/tables.ts';
import { changeHostStatus } from './change-status.ts';
import { requestHostConvergence } from './converge-job.ts';

/** How long before a host's removal its owner is told. */
const TELL_BEFORE_MS = 3 * DAY;

/** Removes hosts that are due, with everything on them, and notifies owners before. Repeatable. */
export async function removeDueHosts(dependencies: Dependencies): Promise<void> {
  const { clock, db } = dependencies;
  const now = clock.now();
  const soon = new Date(now.getTime() + TELL_BEFORE_MS);
  const pending = eq(hosts.status, 'Pending Deletion');
  const toTell = and(pending, lte(hosts.scheduledDeleteAt, soon), isNull(hosts.deleteToldAt));
  for (const { id } of await db.select({ id: hosts.id }).from(hosts).where(toTell)) await tellOwner(dependencies, id);
  const due = await db
    .select({ id: hosts.id })
    .from(hosts)
    .where(and(pending, lte(hosts.scheduledDeleteAt, now)));
  // After the retention of an unpaid organization, its machines are removed too.
  const unpaid = await db
    .select({ id: hosts.id })
    .from(hosts)
    .innerJoin(billingAccounts, eq(billingAccounts.organizationId, hosts.organizationId))
    .where(and(ne(hosts.status, 'Deleted'), lte(billingAccounts.dataRemovedAt, now)));
  for (const { id } of [...due, ...unpaid]) await removeHost(dependencies, id);
}

async function removeHost(dependencies: Dependencies, id: string): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const [host] = await tx.select().from(hosts).where(eq(hosts.id, id)).for('update');
    if (!host || host.status === 'Deleted') return;
    await changeHostStatus(dependencies, tx, host, { to: 'Deleted' });
    const { name, organizationId } = host;
    await record(tx, dependencies, { action: 'hosts.remove', targetId: id, organizationId, details: { name } });
    await requestHostConvergence(tx, id);
  });
  await deleteAllOn(dependencies, id);
}

async function tellOwner(dependencies: Dependencies, id: string): Promise<void> {
  await dependencies.db.transaction(async (tx) => {
    const [host] = await tx.select().from(hosts).where(eq(hosts.id, id)).for('update');
    if (host?.status !== 'Pending Deletion' || host.deleteToldAt || !host.scheduledDeleteAt) return;
    const isOwner = and(
      eq(memberships.organizationId, host.organizationId),
      eq(memberships.role, 'owner'),
      eq(memberships.status, 'active'),
    );
    const [owner] = await tx
      .select({ to: users.email, firstName: users.firstName, locale: users.locale })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(isOwner);
    await tx.update(hosts).set({ deleteToldAt: dependencies.clock.now() }).where(eq(hosts.id, id));
    if (!owner) return;
    const { locale, ...reader } = owner;
    const day = dayIn(locale, host.scheduledDeleteAt);
    const url = `${dependencies.config.publicUrl}/hosts/edit/${id}`;
    await queueMail(dependencies, tx, hostRemovalMail({ ...reader, hostName: host.name, day, url }));
  });
}
