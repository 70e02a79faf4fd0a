import { nextBillingDate } from '#shared/features/billing/model.ts';
import { hostPriceKey } from '#shared/features/hosts/server-options.ts';
import type { Executor } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import { changeUnitsLater, countUnits, withLease } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { countProtected } from '../instances/index.ts';
import { lockHost, mustFindHost } from './access.ts';
import { changeHostStatus } from './change-status.ts';
import type { HostRecord } from './find-host.ts';

/**
 * Schedules the removal of a host with everything on it at the end of the paid period; no later bill includes it.
 * Succeeds if already scheduled. Returns when. @throws Forbidden, NotFound, Conflict while anything on it is protected,
 * PaymentUnavailable
 */
export function deleteHost(context: Context, input: { id: string }): Promise<Date> {
  const { organizationId } = context.actor;
  return withLease(context, organizationId, async (lease) => {
    const host = await mustFindHost(context, input.id);
    if (host.status === 'Pending Deletion' && host.scheduledDeleteAt) return host.scheduledDeleteAt;
    await refuseWhileProtected(context.db, host.id);
    const ends = await billOthers(context, host, -1);
    return lease.write(async (tx) => {
      const locked = await lockHost(tx, context, input.id);
      await refuseWhileProtected(tx, locked.id);
      await changeHostStatus(context, tx, locked, {
        to: 'Pending Deletion',
        set: { scheduledDeleteAt: ends, deleteToldAt: null },
      });
      await record(tx, context, { action: 'hosts.delete', targetId: locked.id, details: { name: locked.name } });
      return ends;
    });
  });
}

async function refuseWhileProtected(executor: Executor, hostId: string): Promise<void> {
  const isProtected = await countProtected(executor, hostId);
  if (isProtected === 0) return;
  throw new Conflict(
    isProtected === 1 ? say('hosts.protectedInstance') : say('hosts.protectedInstances', { count: isProtected }),
  );
}

/** Bills from the next billing date on, with one host less or more; if what follows fails, a job corrects them. */
async function billOthers(context: Context, host: HostRecord, change: 1 | -1): Promise<Date> {
  const { organizationId, serverOptionId } = host;
  const before = await countUnits(context.db, organizationId, serverOptionId);
  const units = { priceKey: hostPriceKey(serverOptionId), quantity: before + change, before };
  const ends = await changeUnitsLater(context, { organizationId, ...units });
  return ends ?? nextBillingDate(context.clock.now());
}

/**
 * Takes the deletion back; the host is billed again from the next period on. @throws Forbidden, NotFound, Conflict,
 * PaymentUnavailable
 */
export function cancelDeleteHost(context: Context, input: { id: string }): Promise<void> {
  const { organizationId } = context.actor;
  return withLease(context, organizationId, async (lease) => {
    const host = await mustFindHost(context, input.id);
    if (host.status !== 'Pending Deletion') return;
    refuseWhenOver(context, host);
    await billOthers(context, host, 1);
    await lease.write(async (tx) => {
      const locked = await lockHost(tx, context, input.id);
      if (locked.status !== 'Pending Deletion') return;
      refuseWhenOver(context, locked);
      await changeHostStatus(context, tx, locked, {
        to: locked.launchedAt ? 'Active' : 'Pending',
        set: { scheduledDeleteAt: null, deleteToldAt: null },
      });
      await record(tx, context, { action: 'hosts.cancel-delete', targetId: locked.id, details: { name: locked.name } });
    });
  });
}

function refuseWhenOver({ clock }: Context, { scheduledDeleteAt }: HostRecord): void {
  if (scheduledDeleteAt && scheduledDeleteAt <= clock.now()) {
    throw new Conflict(say('hosts.paidPeriodOver'));
  }
}
