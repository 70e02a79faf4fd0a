import { type Cents, CURRENCY, cents } from '#shared/features/billing/model.ts';
import { say } from '../platform/say.ts';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { PaymentRequestRefused } from './errors.ts';
import type { CustomerId, IdempotencyKey } from './types.ts';

/** Identifies a credit for good: the provider forgets an idempotency key after a day. */
const CREDIT = 'slipway_credit';

interface Input {
  readonly customerId: CustomerId;
  /** Positive. */
  readonly amount: Cents;
  /** Shown to people, e.g. "Invited by Jo". */
  readonly reason: string;
  readonly idempotencyKey: IdempotencyKey;
}

/**
 * Adds credit, used before the card; returns the customer's credit afterwards. At the provider it is a negative
 * balance.
 */
export async function addCustomerCredit({ stripe }: PaymentsContext, input: Input): Promise<Cents> {
  const { customerId, amount, reason, idempotencyKey } = input;
  if (amount <= 0) throw new PaymentRequestRefused(say('payments.creditNotPositive'));
  return callStripe(async () => {
    const transaction = await stripe.customers.createBalanceTransaction(
      customerId,
      { amount: 0 - amount, currency: CURRENCY, description: reason, metadata: { [CREDIT]: idempotencyKey } },
      { idempotencyKey },
    );
    return cents(0 - transaction.ending_balance);
  });
}

/** The keys of all credits added to a customer's balance so far. */
export function listCredits({ stripe }: PaymentsContext, customerId: CustomerId): Promise<ReadonlySet<IdempotencyKey>> {
  return callStripe(async () => {
    const transactions = await stripe.customers
      .listBalanceTransactions(customerId, { limit: 100 })
      .autoPagingToArray({ limit: 10_000 });
    return new Set(transactions.flatMap(({ metadata }) => metadata?.[CREDIT] ?? []));
  });
}
