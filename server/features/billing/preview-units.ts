import { type Cents, MINIMUM_CHARGE, sumCents } from '#shared/features/billing/model.ts';
import { PriceExpired } from '../../payments/errors.ts';
import type { InvoiceLine, PriceKey } from '../../payments/types.ts';
import { Conflict, PaymentRequired } from '../../platform/errors.ts';
import type { Services } from '../context.ts';
import { monthlyAmount, quantityOf } from './monthly-amount.ts';
import { PRICE_EXPIRED, PRICE_VALID_MS } from './price-validity.ts';

const NO_CARD = 'There is no card to charge yet. Please add one under Billing first.';

/** What a change would charge, exactly: the charge itself is made with the same instant by the same function. */
export interface ChargePreview {
  /** Hand it to the charge. */
  at: Date;
  validUntil: Date;
  /** Sum of the lines, before credit; 0 when nothing is charged at once. */
  amount: Cents;
  /** What the card is charged now: the amount less credit, or nothing when it is too little for a card. */
  cardAmount: Cents;
  /** What a whole month costs before and after. */
  monthlyBefore: Cents;
  monthlyAfter: Cents;
  lines: readonly InvoiceLine[];
}

/** The units of one price from now on, e.g. all extra users and not one more. */
export interface UnitsWanted {
  subscriptionId: string | null;
  priceKey: PriceKey;
  quantity: number;
  at: Date;
  /** Cents a month for one unit, when the subscription has none yet. */
  unitPrice: Cents;
}

/** @throws PaymentRequired without a subscription; Conflict for a price of last month; PaymentUnavailable */
export async function previewUnits(
  { payments }: Pick<Services, 'payments'>,
  { subscriptionId, priceKey, quantity, at, unitPrice }: UnitsWanted,
): Promise<ChargePreview> {
  if (!subscriptionId) throw new PaymentRequired(NO_CARD);
  const change = { subscriptionId, priceKey, quantity, at };
  try {
    const [subscription, invoice] = await Promise.all([
      payments.getSubscription(subscriptionId),
      payments.previewInvoice({ kind: 'change-quantity', ...change }),
    ]);
    const { items } = subscription;
    // A change that is not charged at once is previewed as the next monthly invoice, whose lines are whole months.
    const chargesNow = invoice.lines.some(({ proration }) => proration);
    const price = items.find((item) => item.priceKey === priceKey)?.unitPrice ?? unitPrice;
    const monthlyBefore = monthlyAmount(items);
    const added = (quantity - quantityOf(subscription, priceKey)) * price;
    return {
      at,
      validUntil: new Date(at.getTime() + PRICE_VALID_MS),
      amount: chargesNow ? invoice.total : sumCents([]),
      cardAmount: chargesNow && invoice.amountDue >= MINIMUM_CHARGE ? invoice.amountDue : sumCents([]),
      monthlyBefore,
      monthlyAfter: sumCents([monthlyBefore, added as Cents]),
      lines: chargesNow ? invoice.lines : [],
    };
  } catch (error) {
    if (error instanceof PriceExpired) throw new Conflict(PRICE_EXPIRED);
    throw error;
  }
}
