import { eq } from 'drizzle-orm';
import { PaymentObjectMissing } from '../../payments/errors.ts';
import { Conflict, Forbidden } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { announceOrganization } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { withLease } from './lease.ts';
import { type BilledOrganizationRow, findBilled } from './lock-organization.ts';
import { billingAccounts } from './tables.ts';
import { tellOwner } from './tell-owner.ts';

/**
 * Ends service and payments with the current pay period, without a refund. Repeating it gives the same answer. Returns
 * when service ends. @throws Forbidden for all but the owner; PaymentUnavailable, with nothing changed
 */
export async function deleteOrganization(context: Context): Promise<Date> {
  requireOwner(context);
  return withLease(context, context.actor.organizationId, async (lease) => {
    const organization = await findBilled(context.db, context.actor.organizationId);
    const { id, deleteDate, stripeSubscriptionId } = organization;
    if (deleteDate) return deleteDate;
    const subscriptionId = stripeSubscriptionId ?? (await findLost(context, organization));
    const subscription = subscriptionId
      ? await context.payments.setCancelAtPeriodEnd({ subscriptionId, cancel: true })
      : null;
    const ends = subscription?.currentPeriodEnd ?? context.clock.now();
    await lease.write(async (tx) => {
      await tx
        .update(organizations)
        .set({ deleteDate: ends, stripeSubscriptionId: subscriptionId })
        .where(eq(organizations.id, id));
      await tx.update(billingAccounts).set({ cancelAtPeriodEnd: true }).where(eq(billingAccounts.organizationId, id));
      await record(tx, context, { action: 'billing.delete-organization', targetId: id });
      await announceOrganization(context, tx, id);
      await tellOwner(context, tx, { organizationId: id, about: 'deleted', day: ends });
    });
    return ends;
  });
}

/** A start that was never answered would go on, and bring the organization back. */
async function findLost(
  { payments }: Pick<Context, 'payments'>,
  { id: organizationId, stripeCustomerId: customerId }: BilledOrganizationRow,
): Promise<string | null> {
  if (!customerId) return null;
  try {
    const [begun] = await payments.listLiveSubscriptions({ customerId, organizationId });
    return begun?.id ?? null;
  } catch (error) {
    if (error instanceof PaymentObjectMissing) return null;
    throw error;
  }
}

/**
 * Takes the deletion back and resumes payments. If the period has ended, the organization is back as it was and a card
 * starts a new subscription. @throws Forbidden; Conflict if it isn't deleted; PaymentUnavailable
 */
export async function restoreOrganization(context: Context): Promise<void> {
  requireOwner(context);
  await withLease(context, context.actor.organizationId, async (lease) => {
    const { id, deleteDate, stripeSubscriptionId } = await findBilled(context.db, context.actor.organizationId);
    if (!deleteDate) throw new Conflict(say('billing.organizationNotDeleted'));
    if (stripeSubscriptionId && deleteDate > context.clock.now()) {
      await context.payments.setCancelAtPeriodEnd({ subscriptionId: stripeSubscriptionId, cancel: false });
    }
    await lease.write(async (tx) => {
      await tx.update(organizations).set({ deleteDate: null }).where(eq(organizations.id, id));
      await tx.update(billingAccounts).set({ cancelAtPeriodEnd: false }).where(eq(billingAccounts.organizationId, id));
      await record(tx, context, { action: 'billing.restore-organization', targetId: id });
      await announceOrganization(context, tx, id);
      await tellOwner(context, tx, { organizationId: id, about: 'undeleted' });
    });
  });
}

function requireOwner({ actor }: Context): void {
  if (actor.role !== 'owner') throw new Forbidden(say('billing.deletionOwnerOnly'));
}
