import { eq, sql } from 'drizzle-orm';
import type { Cents } from '#shared/features/billing/model.ts';
import {
  outcomeUnknown,
  PaymentActionRequired,
  PaymentDeclined,
  PaymentError,
  PaymentUnavailable,
  PriceExpired,
} from '../../payments/errors.ts';
import type { PriceKey, QuantityChange, Subscription } from '../../payments/types.ts';
import type { Executor } from '../../platform/database.ts';
import { Conflict, PriceChanged } from '../../platform/errors.ts';
import { hashToken } from '../../platform/ids.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { beginCharge, dropCharge, findCharge } from './begun-charges.ts';
import { type ChargePreview, presentCharge, requireAccepted } from './charge-preview.ts';
import { keepConfirmation } from './confirmations.ts';
import type { BilledOrganizationRow } from './lock-organization.ts';
import { monthlyAmount, quantityOf } from './monthly-amount.ts';
import { previewUnits } from './preview-units.ts';
import { isValidPrice, PRICE_EXPIRED, priceInstant } from './price-validity.ts';
import { refuseAboveCap } from './spending-cap.ts';
import { syncInvoices } from './sync-organization.ts';
import { billingAccounts } from './tables.ts';

export interface UnitsCharge {
  organization: BilledOrganizationRow;
  /** Names the person's attempt: the same for a repeated click. */
  attempt: string;
  priceKey: PriceKey;
  /** All units from now on. */
  quantity: number;
  unitPrice: Cents;
  /** The instant that the preview was made for. */
  at: Date;
  /** The accepted charge to the card; without it, any. */
  cardAmount?: number | undefined;
}

/** What is paid for and waits for what it pays for: pass it to `settleCharge`. */
export interface Charged {
  organizationId: string;
  /** The charge for the units, before credit, whichever attempt made it. */
  amount: Cents;
  /** The attempts settled with it. */
  attempts: readonly string[];
  /** For the audit log; null if it has them already. */
  details: Record<string, string | number> | null;
}

export interface ChargedUnits extends Charged {
  /** All units that are billed now, whichever attempts paid for them. */
  units: number;
}

/**
 * Charges for more units at once. Needs the organization's lease, and no open transaction. Afterwards `settleCharge`
 * writes what is paid for. If that is lost, the next attempt finds the units paid, and an unsettled charge is credited.
 * If the answer is lost, the units are looked up before the charge counts as failed.
 * @throws PaymentRequired, PriceChanged, PaymentDeclined, PaymentActionRequired, PaymentUnavailable
 */
export async function chargeUnits(context: Context, charge: UnitsCharge): Promise<ChargedUnits> {
  const { organization, attempt, priceKey, quantity, at, unitPrice } = charge;
  const { db } = context;
  const { id: organizationId, stripeSubscriptionId: subscriptionId } = organization;
  const own = { organizationId, attempt, priceKey };
  // What this attempt has already been charged for needs no price any more.
  if ((await findCharge(db, own))?.attempt !== attempt) await requireValidPrice(context, charge);
  const preview = await previewUnits(context, { subscriptionId, priceKey, quantity, at, unitPrice });
  if (preview.unitsBilled >= quantity) {
    const earlier = await findCharge(db, own);
    const paid = { ...charge, quantity: preview.unitsBilled };
    return charged(paid, earlier?.amount ?? preview.amount, [attempt, earlier?.attempt ?? attempt]);
  }
  await requireValidPrice(context, charge);
  requireAccepted(preview, charge.cardAmount);
  await requireWithinCap(context, organization, preview);
  await beginCharge(context, { organizationId, attempt, priceKey, amount: preview.amount, at });
  const subscription = await callProvider(context, charge, preview.amount);
  await db
    .update(billingAccounts)
    .set({ monthlyCents: monthlyAmount(subscription.items) })
    .where(eq(billingAccounts.organizationId, organizationId));
  return charged(charge, preview.amount, [attempt]);
}

/** @throws PriceChanged with the current price for an outdated one */
async function requireValidPrice(
  context: Context,
  { organization: { stripeSubscriptionId: subscriptionId }, ...charge }: UnitsCharge,
): Promise<void> {
  const now = context.clock.now();
  if (isValidPrice(charge.at, now)) return;
  const preview = await previewUnits(context, { ...charge, subscriptionId, at: priceInstant(now) });
  throw new PriceChanged(PRICE_EXPIRED, presentCharge(preview));
}

function charged({ organization, priceKey, quantity }: UnitsCharge, amount: Cents, attempts: string[]): ChargedUnits {
  const details = { price: priceKey, quantity, charged_cents: amount };
  return { organizationId: organization.id, units: quantity, amount, attempts, details };
}

/** Our copy may not know of the last charge yet. @throws PaymentRequired */
async function requireWithinCap(context: Context, organization: BilledOrganizationRow, preview: ChargePreview) {
  const { id: organizationId, stripeCustomerId: customerId } = organization;
  const account = await readAccount(context.db, organizationId);
  if (customerId && account?.monthlyCapCents != null) {
    await syncInvoices(context, context.db, { organizationId, customerId });
  }
  await refuseAboveCap(context, context.db, organizationId, preview);
}

async function callProvider(context: Context, charge: UnitsCharge, amount: Cents): Promise<Subscription> {
  const { payments } = context;
  const { organization, attempt, priceKey, quantity, at } = charge;
  const { id: organizationId } = organization;
  const change = { subscriptionId: organization.stripeSubscriptionId ?? '', priceKey, quantity, at };
  const declined = (await readAccount(context.db, organizationId))?.declinedCharges ?? 0;
  const named = [organizationId, attempt, priceKey, quantity, at.toISOString(), declined].join('\n');
  const idempotencyKey = `units:${hashToken(named)}`;
  try {
    return await payments.changeQuantity({ ...change, idempotencyKey });
  } catch (error) {
    if (error instanceof PaymentUnavailable) return lookAgain(context, charge, error);
    if (error instanceof PaymentActionRequired) {
      await noteFailure(context, charge, error);
      throw await askToConfirm(context, { attempt, change, amount, idempotencyKey });
    }
    if (error instanceof PaymentError) await dropCharge(context.db, { organizationId, attempt });
    if (error instanceof PaymentDeclined) await noteFailure(context, charge, error);
    throw error instanceof PriceExpired ? new Conflict(PRICE_EXPIRED) : error;
  }
}

/**
 * No useful answer: the units exist, or they don't. If the provider itself has failed, it would repeat that for a day
 * for the same key, so the next attempt gets a new one. @throws the error if they don't exist, or nobody knows
 */
async function lookAgain(context: Context, charge: UnitsCharge, error: PaymentUnavailable): Promise<Subscription> {
  const { organization, attempt, priceKey, quantity } = charge;
  const subscriptionId = organization.stripeSubscriptionId ?? '';
  const unknown = () => Promise.reject(outcomeUnknown(error));
  const found = await context.payments.getSubscription(subscriptionId).catch(unknown);
  if (quantityOf(found, priceKey) >= quantity) return found;
  if (error.isFinal) {
    await noteFailure(context, charge, error);
    await dropCharge(context.db, { organizationId: organization.id, attempt });
  }
  throw error;
}

interface Unconfirmed {
  attempt: string;
  change: QuantityChange;
  amount: Cents;
  /** Of the charge the bank didn't let through. */
  idempotencyKey: string;
}

/** Leaves the change with the provider until the payer confirms it; the same request then finds it paid. */
async function askToConfirm(context: Context, { attempt, change, amount, idempotencyKey }: Unconfirmed) {
  const { organizationId } = context.actor;
  const input = { ...change, idempotencyKey: `${idempotencyKey}:confirm` };
  try {
    const unconfirmed = await context.payments.askToConfirmQuantity(input);
    return await keepConfirmation(context, context.db, { organizationId, attempt, amount, unconfirmed });
  } catch (error) {
    if (error instanceof PaymentError && !(error instanceof PaymentUnavailable))
      await dropCharge(context.db, { organizationId, attempt });
    throw error;
  }
}

/** The next attempt must be a new one for the provider. The audit log tells owner and admins why this one failed. */
async function noteFailure(
  context: Context,
  { organization, priceKey, quantity }: UnitsCharge,
  error: PaymentDeclined | PaymentActionRequired | PaymentUnavailable,
): Promise<void> {
  const { id: organizationId } = organization;
  const details = { price: priceKey, quantity, ...failureDetails(error) };
  await context.db.transaction(async (tx) => {
    await tx
      .insert(billingAccounts)
      .values({ organizationId, declinedCharges: 1 })
      .onConflictDoUpdate({
        target: billingAccounts.organizationId,
        set: { declinedCharges: sql`${billingAccounts.declinedCharges} + 1` },
      });
    const entry = { action: 'billing.charge', targetId: organizationId, outcome: 'failure', details } as const;
    await record(tx, context, entry);
  });
}

/** Why a charge failed, in the provider's codes. */
export function failureDetails(error: unknown): { code: string; decline_code?: string } {
  if (error instanceof PaymentDeclined) {
    return { code: error.code, ...(error.declineCode === null ? {} : { decline_code: error.declineCode }) };
  }
  return { code: error instanceof PaymentActionRequired ? 'authentication_required' : 'provider_unavailable' };
}

async function readAccount(executor: Executor, organizationId: string) {
  const own = eq(billingAccounts.organizationId, organizationId);
  const [account] = await executor.select().from(billingAccounts).where(own);
  return account;
}
