import { eq } from 'drizzle-orm';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announceOrganization } from '../organizations/index.ts';
import { organizations } from '../organizations/tables.ts';
import { lockOrganization } from './lock-organization.ts';
import { billingAccounts } from './tables.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Ends service and payments with the current pay period; nothing is refunded (spec/2 §4). Repeated, it answers the same.
 * Returns when service ends. @throws Forbidden for all but the owner; PaymentUnavailable, with nothing changed.
 */
export async function deleteOrganization(context: Context): Promise<Date> {
  requireOwner(context);
  return context.db.transaction(async (tx) => {
    const { id, deleteDate, stripeSubscriptionId } = await lockOrganization(tx, context.actor.organizationId);
    if (deleteDate) return deleteDate;
    await record(context, { action: 'billing.delete-organization', targetId: id }, tx);
    const subscription = stripeSubscriptionId
      ? await context.payments.setCancelAtPeriodEnd({ subscriptionId: stripeSubscriptionId, cancel: true })
      : null;
    const ends = subscription?.currentPeriodEnd ?? context.clock.now();
    await tx.update(organizations).set({ deleteDate: ends }).where(eq(organizations.id, id));
    await tx.update(billingAccounts).set({ cancelAtPeriodEnd: true }).where(eq(billingAccounts.organizationId, id));
    await announceOrganization(context, tx, id);
    await tellOwner(context, tx, { organizationId: id, about: 'deleted', day: ends });
    return ends;
  });
}

/**
 * Takes the deletion back and resumes payments. When the period has ended meanwhile, the organization is back as it was
 * and a card starts a new subscription. @throws Forbidden; Conflict when it is not deleted; PaymentUnavailable
 */
export async function restoreOrganization(context: Context): Promise<void> {
  requireOwner(context);
  await context.db.transaction(async (tx) => {
    const { id, deleteDate, stripeSubscriptionId } = await lockOrganization(tx, context.actor.organizationId);
    if (!deleteDate) throw new Conflict('The organization is not deleted.');
    await tx.update(organizations).set({ deleteDate: null }).where(eq(organizations.id, id));
    await tx.update(billingAccounts).set({ cancelAtPeriodEnd: false }).where(eq(billingAccounts.organizationId, id));
    await record(context, { action: 'billing.restore-organization', targetId: id }, tx);
    await announceOrganization(context, tx, id);
    await tellOwner(context, tx, { organizationId: id, about: 'undeleted' });
    if (stripeSubscriptionId && deleteDate > context.clock.now()) {
      await context.payments.setCancelAtPeriodEnd({ subscriptionId: stripeSubscriptionId, cancel: false });
    }
  });
}

function requireOwner({ actor }: Context): void {
  if (actor.role !== 'owner') throw new Forbidden('Only the owner can delete or restore the organization.');
}
