import { eq } from 'drizzle-orm';
import { nextBillingDate } from '#shared/features/billing/model.ts';
import { Conflict } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import { changeUnitsLater, lockOrganization } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { lockHost } from './access.ts';
import { changeHostStatus } from './change-status.ts';
import { countProtected } from './count-protected.ts';
import { countUnits } from './count-units.ts';
import { announceHost } from './messages.ts';
import { hostPriceKey } from './server-options.ts';
import { hosts } from './tables.ts';

/**
 * Has a host removed with all that is on it when the period that is paid for ends (decisions §7); it is on no bill after that.
 * Fine when that was asked for already. Returns when. @throws Forbidden, NotFound, Conflict while anything on it is protected, PaymentUnavailable
 */
export function deleteHost(context: Context, input: { id: string }): Promise<Date> {
  return context.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, context.actor.organizationId);
    const host = await lockHost(tx, context, input.id);
    if (host.status === 'Pending Deletion' && host.scheduledDeleteAt) return host.scheduledDeleteAt;
    const isProtected = await countProtected(tx, host.id);
    if (isProtected > 0) {
      const what =
        isProtected === 1
          ? 'One workspace or service on this host is'
          : `${isProtected} workspaces and services on this host are`;
      throw new Conflict(`${what} protected from deletion. Turn their delete protection off first.`);
    }
    const ends = nextBillingDate(context.clock.now());
    const marked = await changeHostStatus(context, tx, host, {
      to: 'Pending Deletion',
      set: { scheduledDeleteAt: ends, deleteToldAt: null },
    });
    await record(context, { action: 'hosts.delete', targetId: host.id, details: { name: host.name } }, tx);
    const quantity = await countUnits(tx, host.organizationId, host.serverOptionId);
    const priceKey = hostPriceKey(host.serverOptionId);
    const periodEnd = (await changeUnitsLater(context, tx, { organization, priceKey, quantity })) ?? ends;
    if (periodEnd.getTime() !== ends.getTime()) {
      await tx.update(hosts).set({ scheduledDeleteAt: periodEnd }).where(eq(hosts.id, host.id));
      await announceHost(context, tx, marked);
    }
    return periodEnd;
  });
}

/** Takes the deletion back; the host is billed again from the next period on. @throws Forbidden, NotFound, Conflict, PaymentUnavailable */
export function cancelDeleteHost(context: Context, input: { id: string }): Promise<void> {
  return context.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, context.actor.organizationId);
    const host = await lockHost(tx, context, input.id);
    if (host.status !== 'Pending Deletion') return;
    if (host.scheduledDeleteAt && host.scheduledDeleteAt <= context.clock.now()) {
      throw new Conflict('The paid period is over and the host is being removed.');
    }
    await changeHostStatus(context, tx, host, {
      to: host.launchedAt ? 'Active' : 'Pending',
      set: { scheduledDeleteAt: null, deleteToldAt: null },
    });
    await record(context, { action: 'hosts.cancel-delete', targetId: host.id, details: { name: host.name } }, tx);
    const quantity = await countUnits(tx, host.organizationId, host.serverOptionId);
    await changeUnitsLater(context, tx, { organization, priceKey: hostPriceKey(host.serverOptionId), quantity });
  });
}
