import { eq } from 'drizzle-orm';
import { cents } from '#shared/features/billing/model.ts';
import {
  PaymentActionRequired,
  PaymentDeclined,
  type PaymentError,
  PaymentObjectMissing,
} from '../../payments/errors.ts';
import type { Transaction } from '../../platform/database.ts';
import { ValidationError } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import { keepConfirmation, lockOrganization, takeConfirmation } from '../billing/index.ts';
import type { Context } from '../context.ts';
import { requireManager } from './access.ts';
import { applyPendingCredits } from './apply-credits.ts';
import { ensureCustomer } from './ensure-customer.ts';
import type { OrganizationRow } from './find-organization.ts';
import { redeemShare } from './redeem-share.ts';
import { advanceSetup } from './setup-step.ts';
import { organizations } from './tables.ts';

const CARD_UNKNOWN = 'This card can’t be used. Please enter it again.';

/**
 * Makes a confirmed card the one that is charged. The first card also starts the subscription: clicks at the same time
 * wait for each other at the organization's row, and the idempotency key holds over a crash, so that it starts once.
 * @throws Forbidden, ValidationError; PaymentDeclined or PaymentActionRequired, with nothing started.
 */
export async function updatePaymentMethod(context: Context, input: { paymentMethod: string }): Promise<void> {
  requireManager(context.actor);
  const declined = await context.db.transaction(async (tx): Promise<PaymentError | null> => {
    const organization = await lockOrganization(tx, context.actor.organizationId);
    try {
      await chargeableCard(context, tx, organization, input.paymentMethod);
      return null;
    } catch (error) {
      if (error instanceof PaymentObjectMissing)
        throw new ValidationError({ payment_method: CARD_UNKNOWN }, CARD_UNKNOWN);
      if (!(error instanceof PaymentDeclined || error instanceof PaymentActionRequired)) throw error;
      if (error instanceof PaymentActionRequired && error.clientSecret !== null) return error;
      await noteDecline(context, tx, organization);
      return error instanceof PaymentActionRequired ? await askToConfirm(context, tx, organization, input) : error;
    }
  });
  if (declined) throw declined;
}

async function chargeableCard(
  context: Context,
  tx: Transaction,
  organization: OrganizationRow,
  paymentMethodId: string,
) {
  const { payments } = context;
  const { id: organizationId } = organization;
  const { id: customerId } = await ensureCustomer(context, tx, organization);
  await payments.setDefaultPaymentMethod({ customerId, paymentMethodId });
  if (!organization.stripeSubscriptionId) {
    await redeemShare(context, tx, organization);
    await applyPendingCredits(context, tx, { organizationId, customerId });
    const confirmed = await takeConfirmation(context, tx, organization, attemptOf(paymentMethodId));
    const started =
      confirmed?.subscriptionId ?? (await payments.startSubscription(firstStart(organization, customerId))).id;
    await tx.update(organizations).set({ stripeSubscriptionId: started }).where(eq(organizations.id, organizationId));
    await record(context, { action: 'organizations.start-subscription', targetId: started }, tx);
  }
  await advanceSetup(tx, { organizationId, finished: 2 });
  await context.publish(tx, 'organization', organizationId, { id: organizationId });
  await record(context, { action: 'organizations.update-payment-method', targetId: organizationId }, tx);
}

function firstStart({ id: organizationId, userLicenses, declinedStarts }: OrganizationRow, customerId: string) {
  const idempotencyKey = `subscription:${organizationId}:${declinedStarts}`;
  return { customerId, organizationId, extraUsers: userLicenses - 1, idempotencyKey };
}

const attemptOf = (paymentMethodId: string) => `subscription:${paymentMethodId}`;

/** The subscription begins when the payer has confirmed its first payment; the same request then finds it begun. */
async function askToConfirm(
  context: Context,
  tx: Transaction,
  { id }: OrganizationRow,
  { paymentMethod }: { paymentMethod: string },
): Promise<PaymentError> {
  const organization = await lockOrganization(tx, id);
  const start = firstStart(organization, organization.stripeCustomerId ?? '');
  const unconfirmed = await context.payments.askToConfirmStart({
    ...start,
    idempotencyKey: `${start.idempotencyKey}:confirm`,
  });
  const attempt = attemptOf(paymentMethod);
  return keepConfirmation(context, tx, { organizationId: id, attempt, amount: cents(0), unconfirmed });
}

async function noteDecline(context: Context, tx: Transaction, organization: OrganizationRow): Promise<void> {
  await tx
    .update(organizations)
    .set({ declinedStarts: organization.declinedStarts + 1 })
    .where(eq(organizations.id, organization.id));
  const entry = { action: 'organizations.update-payment-method', targetId: organization.id } as const;
  await record(context, { ...entry, outcome: 'failure' }, tx);
}
