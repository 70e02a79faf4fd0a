import { type Cents, CURRENCY, cents } from '#shared/features/billing/model.ts';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { PaymentRequestRefused } from './errors.ts';
import type { CustomerId, IdempotencyKey } from './types.ts';

interface Input {
  readonly customerId: CustomerId;
  /** Positive. */
  readonly amount: Cents;
  /** Shown to people, e.g. "Invited by Jo". */
  readonly reason: string;
  readonly idempotencyKey: IdempotencyKey;
}

/** Credit is customer balance at the provider, where it counts negative (decisions §7). */
export function addCustomerCredit({ stripe }: PaymentsContext, input: Input): Promise<Cents> {
  const { customerId, amount, reason, idempotencyKey } = input;
  if (amount <= 0) throw new PaymentRequestRefused('A credit must be more than zero.');
  return callStripe(async () => {
    const transaction = await stripe.customers.createBalanceTransaction(
      customerId,
      { amount: 0 - amount, currency: CURRENCY, description: reason },
      { idempotencyKey },
    );
    return cents(0 - transaction.ending_balance);
  });
}
