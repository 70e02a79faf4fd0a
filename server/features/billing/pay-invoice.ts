import { PaymentObjectMissing } from '../../payments/errors.ts';
import { NotFound } from '../../platform/errors.ts';
import { record } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { requireManager } from '../organizations/index.ts';
import { lockOrganization } from './lock-organization.ts';
import { syncOrganization } from './sync-organization.ts';

/**
 * Charges an open invoice to the card on file; paid already, nothing happens. The organization's service is back at once.
 * @throws Forbidden, NotFound, PaymentDeclined, PaymentActionRequired, PaymentUnavailable
 */
export async function payInvoice(context: Context, input: { invoiceId: string }): Promise<void> {
  requireManager(context.actor);
  const { organizationId } = context.actor;
  const { invoiceId } = input;
  await context.db.transaction(async (tx) => {
    const { stripeCustomerId: customerId } = await lockOrganization(tx, organizationId);
    if (!customerId) throw new NotFound();
    try {
      await context.payments.payInvoice({ customerId, invoiceId });
    } catch (error) {
      throw error instanceof PaymentObjectMissing ? new NotFound() : error;
    }
    await record(context, { action: 'billing.pay-invoice', targetId: invoiceId }, tx);
  });
  await syncOrganization(context, { organizationId, invoiceId });
}
