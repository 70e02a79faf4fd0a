import { PaymentObjectMissing } from '../../payments/errors.ts';
import { NotFound } from '../../platform/errors.ts';
import { type AuditEntry, record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { requireManager } from '../people/index.ts';
import { failureDetails } from './charge-units.ts';
import { withLease } from './lease.ts';
import { findBilled } from './lock-organization.ts';
import { syncLocked } from './sync-organization.ts';

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
    const isPaidNow = await context.payments.payInvoice({ customerId, invoiceId }).catch(async (error: unknown) => {
      if (error instanceof PaymentObjectMissing) throw new NotFound();
      const details = failureDetails(error);
      await note(context, { action: 'billing.pay-invoice', targetId: invoiceId, outcome: 'failure', details });
      throw error;
    });
    if (isPaidNow) await note(context, { action: 'billing.pay-invoice', targetId: invoiceId });
    await syncLocked(context, lease, { organizationId, invoiceId });
  });
}

/** In its own transaction: the invoice is the payment provider's, and the next sync stores what became of it. */
function note(context: Context, entry: AuditEntry): Promise<void> {
  return context.db.transaction((tx) => record(tx, context, entry));
}
