import { eq, sql } from 'drizzle-orm';
import type { Cents } from '#shared/features/billing/model.ts';
import { PaymentActionRequired, PaymentDeclined, PriceExpired } from '../../payments/errors.ts';
import type { PriceKey, QuantityChange, Subscription } from '../../payments/types.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { keepConfirmation, takeConfirmation, waitingConfirmation } from './confirmations.ts';
import { type BilledOrganizationRow, lockOrganization } from './lock-organization.ts';
import { monthlyAmount } from './monthly-amount.ts';
import { previewUnits } from './preview-units.ts';
import { PRICE_EXPIRED, requireValidPrice } from './price-validity.ts';
import { refuseAboveCap } from './spending-cap.ts';
import { syncInvoices } from './sync-organization.ts';
import { billingAccounts } from './tables.ts';

export interface UnitsCharge {
  /** Locked by `lockOrganization` in the same transaction. */
  organization: BilledOrganizationRow;
  /** Names the person's attempt: the same for a repeated click. */
  attempt: string;
  priceKey: PriceKey;
  /** All units from now on. */
  quantity: number;
  unitPrice: Cents;
  /** The instant that the preview was made for. */
  at: Date;
}

/**
 * Charges for more units at once. Call it last in the transaction that makes what is paid for: refused, all is undone. If
 * the commit is lost after the charge, the next try finds the units paid, and the sync frees them for use.
 * @throws PaymentRequired, Conflict, PaymentDeclined, PaymentActionRequired, PaymentUnavailable
 */
export async function chargeUnits(context: Context, tx: Transaction, charge: UnitsCharge): Promise<Subscription> {
  const { organization, attempt, priceKey, quantity, at, unitPrice } = charge;
  const { payments, clock } = context;
  requireValidPrice(at, clock.now());
  const [account] = await tx.select().from(billingAccounts).where(eq(billingAccounts.organizationId, organization.id));
  const subscriptionId = organization.stripeSubscriptionId;
  const preview = await previewUnits(context, { subscriptionId, priceKey, quantity, at, unitPrice });
  // Our copy may not know of the last charge yet, which was made under this lock as well.
  const { stripeCustomerId: customerId } = organization;
  if (customerId && account?.monthlyCapCents != null) {
    await syncInvoices(context, tx, { organizationId: organization.id, customerId });
  }
  await refuseAboveCap(context, tx, organization.id, preview);
  const declined = account?.declinedCharges ?? 0;
  const change = { subscriptionId: subscriptionId ?? '', priceKey, quantity, at };
  const named = [organization.id, attempt, priceKey, quantity, at.toISOString(), declined].join('\n');
  const idempotencyKey = `units:${hashToken(named)}`;
  const subscription = await payments.changeQuantity({ ...change, idempotencyKey }).catch((error: unknown) => {
    if (error instanceof PaymentActionRequired) {
      throw new UnconfirmedUnits(error.message, { attempt, change, amount: preview.amount, idempotencyKey });
    }
    throw error instanceof PriceExpired ? new Conflict(PRICE_EXPIRED) : error;
  });
  await tx
    .update(billingAccounts)
    .set({ monthlyCents: monthlyAmount(subscription.items) })
    .where(eq(billingAccounts.organizationId, organization.id));
  const details = { price: priceKey, quantity, charged_cents: preview.amount };
  await record(context, { action: 'billing.charge', targetId: organization.id, details }, tx);
  return subscription;
}

/**
 * Runs a transaction that ends in a charge. A decline is noted outside of it, because everything inside is undone, and
 * the next try must be a new one for the provider.
 */
export async function inChargeTransaction<T>(context: Context, work: (tx: Transaction) => Promise<T>): Promise<T> {
  try {
    return await context.db.transaction(work);
  } catch (error) {
    if (error instanceof PaymentDeclined || error instanceof UnconfirmedUnits) await noteDecline(context);
    throw error instanceof UnconfirmedUnits ? await askToConfirm(context, error.units) : error;
  }
}

interface Unconfirmed {
  attempt: string;
  change: QuantityChange;
  amount: Cents;
  /** Of the charge that the bank did not let through. */
  idempotencyKey: string;
}

/** The bank wants to be asked: all that was done for the charge is undone, then the payer is. */
class UnconfirmedUnits extends PaymentActionRequired {
  readonly units: Unconfirmed;
  constructor(message: string, units: Unconfirmed) {
    super(message, null);
    this.units = units;
  }
}

/** Leaves the change with the provider until the payer confirmed it; the same request then finds it paid. */
async function askToConfirm(context: Context, { attempt, change, amount, idempotencyKey }: Unconfirmed) {
  return context.db.transaction(async (tx) => {
    const organization = await lockOrganization(tx, context.actor.organizationId);
    const waiting = await waitingConfirmation(context, tx, organization, attempt);
    if (waiting) return waiting;
    await takeConfirmation(context, tx, organization, attempt);
    const input = { ...change, idempotencyKey: `${idempotencyKey}:confirm` };
    const unconfirmed = await context.payments.askToConfirmQuantity(input);
    return keepConfirmation(context, tx, { organizationId: organization.id, attempt, amount, unconfirmed });
  });
}

async function noteDecline(context: Context): Promise<void> {
  const { organizationId } = context.actor;
  await context.db.transaction(async (tx) => {
    await tx
      .insert(billingAccounts)
      .values({ organizationId, declinedCharges: 1 })
      .onConflictDoUpdate({
        target: billingAccounts.organizationId,
        set: { declinedCharges: sql`${billingAccounts.declinedCharges} + 1` },
      });
    await record(context, { action: 'billing.charge', targetId: organizationId, outcome: 'failure' }, tx);
  });
}
