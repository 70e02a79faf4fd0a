import type { PaymentEvent } from '../../payments/types.ts';
import type { Transaction } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';
import type { Dependencies } from '../context.ts';
import { billingEvents } from './tables.ts';

/**
 * Receives a webhook of the payment provider: checks its signature, notes it, and leaves the work to a job. A repeated
 * delivery changes nothing; its content is read again, because order isn't guaranteed.
 * @throws WebhookRejected for a body that isn't signed, or too old
 */
export async function receiveWebhook(
  { payments, db, clock }: Pick<Dependencies, 'payments' | 'db' | 'clock'>,
  input: { rawBody: Uint8Array; signature: string | undefined },
): Promise<void> {
  const event = payments.verifyWebhook(input.rawBody, input.signature);
  await db.transaction(async (tx) => {
    const noted = await tx
      .insert(billingEvents)
      .values({ id: event.id, type: event.type === 'other' ? event.name : event.type, receivedAt: clock.now() })
      .onConflictDoNothing()
      .returning();
    if (noted.length === 0 || event.type === 'other' || !event.customerId) return;
    const { customerId } = event;
    const named = { customerId, ...namedObject(event) };
    const subject = named.invoiceId ?? named.subscriptionId ?? 'customer';
    const queue = `billing:${customerId}`;
    await addJob(tx, 'billing.sync', named, { key: `billing.sync:${customerId}:${subject}`, queue, maxAttempts: 20 });
    if (event.type === 'invoice-paid' && !(await isFirstReceipt(tx, event.invoiceId, clock.now()))) return;
    if (event.type === 'invoice-payment-failed' || event.type === 'invoice-paid') {
      const about = event.type === 'invoice-paid' ? 'paid' : 'failed';
      await addJob(
        tx,
        'billing.tell',
        { customerId, about, invoiceId: event.invoiceId, eventDate: event.createdAt.toISOString() },
        { queue },
      );
    }
  });
}

/** The provider may send two events for one payment. */
async function isFirstReceipt(tx: Transaction, invoiceId: string, receivedAt: Date): Promise<boolean> {
  const noted = await tx
    .insert(billingEvents)
    .values({ id: `receipt:${invoiceId}`, type: 'receipt', receivedAt })
    .onConflictDoNothing()
    .returning();
  return noted.length > 0;
}

function namedObject(event: PaymentEvent): { invoiceId?: string; subscriptionId?: string } {
  switch (event.type) {
    case 'invoice-changed':
    case 'invoice-paid':
    case 'invoice-payment-failed':
      return { invoiceId: event.invoiceId };
    case 'subscription-changed':
    case 'subscription-ended':
      return { subscriptionId: event.subscriptionId };
    default:
      return {};
  }
}
