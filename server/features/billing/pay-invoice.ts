import { PaymentError, PaymentObjectMissing, PaymentUnavailable } from '../../payments/errors.ts';
import { NotFound } from '../../platform/errors.ts';
import { type AuditEntry, record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { requireManager } from '../people/index.ts';
import { failureDetails } from './charge-units.ts';
import { withLease } from './lease.ts';
import { findBilled } from './lock-organization.ts';
import { syncLocked } from './sync-organization.ts';
import { giveBackToToken, spendFromToken } from './token-budget.ts';

/**
 * Charges an open invoice to the card on file; does nothing if it is already paid. The organization's service is
 * restored at once.
 * @throws Forbidden, NotFound, PaymentDeclined, PaymentActionRequired, PaymentUnavailable
 */
export async function payInvoice(context: Context, input: { invoiceId: string }): Promise<void> {
  requireManager(context.actor);
  const { organizationId } = context.actor;
  const { invoiceId } = input;
  await withLease(context, organizationId, async (lease) => {
    const { stripeCustomerId: customerId } = await findBilled(context.db, organizationId);
    if (!customerId) throw new NotFound();
    const spent = context.actor.apiToken && (await spendForInvoice(context, { customerId, invoiceId }));
    const isPaidNow = await context.payments.payInvoice({ customerId, invoiceId }).catch(async (error: unknown) => {
      // Without an answer it may have been paid.
      if (spent && error instanceof PaymentError && !(error instanceof PaymentUnavailable))
        await giveBackToToken(context.db, spent.tokenId, spent.amount);
      if (error instanceof PaymentObjectMissing) throw new NotFound();
      const details = failureDetails(error);
      await note(context, { action: 'billing.pay-invoice', targetId: invoiceId, outcome: 'failure', details });
      throw error;
    });
    if (isPaidNow) await note(context, { action: 'billing.pay-invoice', targetId: invoiceId });
    else if (spent) await giveBackToToken(context.db, spent.tokenId, spent.amount);
    await syncLocked(context, lease, { organizationId, invoiceId });
  });
}

/** What the invoice would charge, taken from the budget of the API token that asks. @throws PaymentRequired, NotFound */
async function spendForInvoice(context: Context, which: { customerId: string; invoiceId: string }) {
  const { amountDue: amount } = await context.payments.getInvoice(which).catch((error: unknown) => {
    throw error instanceof PaymentObjectMissing ? new NotFound() : error;
  });
  return { tokenId: await context.db.transaction((tx) => spendFromToken(context, tx, amount)), amount };
}

/** In its own transaction: the invoice is the payment provider's, and the next sync stores what became of it. */
function note(context: Context, entry: AuditEntry): Promise<void> {
  return context.db.transaction((tx) => record(tx, context, entry));
}
