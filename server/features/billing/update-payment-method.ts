import { eq } from 'drizzle-orm';
import { cents } from '#shared/features/billing/model.ts';
import {
  PaymentActionRequired,
  PaymentDeclined,
  PaymentObjectMissing,
  PaymentUnavailable,
} from '../../payments/errors.ts';
import { ValidationError } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs.ts';
import { say } from '../../platform/say.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { advanceSetup, type OrganizationRow, requireManager } from '../people/index.ts';
import { organizations } from '../people/tables.ts';
import { failureDetails } from './charge-units.ts';
import { keepConfirmation } from './confirmations.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { type Lease, withLease } from './lease.ts';
import { findBilled } from './lock-organization.ts';
import { firstUnits } from './preview-start.ts';
import { type AcceptedStart, attemptOf, firstStart, startFirst } from './start-first.ts';

const CARD_UNKNOWN = say('billing.cardUnusable');

/**
 * Makes a confirmed card the default. If no subscription runs, it also starts one for the accepted price: simultaneous
 * clicks wait for each other and find an existing one, so that it starts once. Each step can be repeated after a crash:
 * none is lost, and none is done twice.
 * @throws Forbidden, ValidationError; PriceChanged, PaymentDeclined or PaymentActionRequired, with nothing started
 */
export async function updatePaymentMethod(context: Context, input: AcceptedStart): Promise<void> {
  requireManager(context.actor);
  const { organizationId } = context.actor;
  await withLease(context, organizationId, async (lease) => {
    const organization = await findBilled(context.db, organizationId);
    try {
      await chargeableCard(context, lease, organization, input);
    } catch (error) {
      if (error instanceof PaymentObjectMissing)
        throw new ValidationError({ payment_method: CARD_UNKNOWN }, CARD_UNKNOWN);
      // The provider repeats its own errors for the same key for a day.
      const isOver = error instanceof PaymentDeclined || (error instanceof PaymentUnavailable && error.isFinal);
      if (isOver) await noteFailure(context, lease, error);
      if (!(error instanceof PaymentActionRequired) || error.clientSecret !== null) throw error;
      await noteFailure(context, lease, error);
      throw await askToConfirm(context, input);
    }
  });
}

async function chargeableCard(context: Context, lease: Lease, organization: OrganizationRow, input: AcceptedStart) {
  const { payments, db } = context;
  const { id: organizationId } = organization;
  const customer = await ensureCustomer(context, db, organization);
  const { paymentMethod: paymentMethodId } = input;
  const card = await payments.setDefaultPaymentMethod({ customerId: customer.id, paymentMethodId });
  const first = { organization: { ...organization, stripeCustomerId: customer.id }, customer, card, accepted: input };
  const started = organization.stripeSubscriptionId ? null : await startFirst(context, lease, first);
  await lease.write(async (tx) => {
    if (started !== null) {
      await tx.update(organizations).set({ stripeSubscriptionId: started }).where(eq(organizations.id, organizationId));
      await record(tx, context, { action: 'organizations.start-subscription', targetId: started });
      const queue = `billing:${customer.id}`;
      await addJob(tx, 'billing.reward-sharer', { organizationId }, { queue, maxAttempts: 20 });
    }
    await advanceSetup(tx, { organizationId, finished: 2 });
    await context.publish(tx, 'organization', organizationId, { id: organizationId });
    await record(tx, context, { action: 'organizations.update-payment-method', targetId: organizationId });
  });
}

/** The subscription begins once the payer has confirmed its first payment; the same request then finds it. */
async function askToConfirm(context: Context, accepted: AcceptedStart): Promise<PaymentActionRequired> {
  const { db } = context;
  const organization = await findBilled(db, context.actor.organizationId);
  const customerId = organization.stripeCustomerId ?? '';
  const start = firstStart(organization, { customerId, units: await firstUnits(db, organization), accepted });
  const unconfirmed = await context.payments.askToConfirmStart({
    ...start,
    idempotencyKey: `${start.idempotencyKey}:confirm`,
  });
  const attempt = attemptOf(accepted);
  const charge = { organizationId: organization.id, attempt, amount: cents(0), unconfirmed };
  return keepConfirmation(context, db, charge);
}

/** The next attempt must be a new one for the provider. */
async function noteFailure(context: Context, lease: Lease, error: unknown): Promise<void> {
  await lease.write(async (tx, { id, declinedStarts }) => {
    await tx
      .update(organizations)
      .set({ declinedStarts: declinedStarts + 1 })
      .where(eq(organizations.id, id));
    const entry = { action: 'organizations.update-payment-method', targetId: id, outcome: 'failure' } as const;
    await record(tx, context, { ...entry, details: failureDetails(error) });
  });
}
