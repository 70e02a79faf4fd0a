import { type Cents, sumCents } from '#shared/features/billing/model.ts';
import { PriceExpired } from '../../payments/errors.ts';
import type { PriceKey } from '../../payments/types.ts';
import { Conflict, PaymentRequired } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { type ChargePreview, splitCharge } from './charge-preview.ts';
import { monthlyAmount, quantityOf } from './monthly-amount.ts';
import { PRICE_EXPIRED } from './price-validity.ts';

const NO_CARD = say('billing.noCard');

/** All units of one price from now on, e.g. all extra users. */
export interface UnitsWanted {
  subscriptionId: string | null;
  priceKey: PriceKey;
  quantity: number;
  at: Date;
  /** Cents a month per unit, if the subscription has none yet. */
  unitPrice: Cents;
}

export interface UnitsPreview extends ChargePreview {
  /** Units of the price that are already billed. */
  unitsBilled: number;
}

/** @throws PaymentRequired without a subscription; Conflict for a price of last month; PaymentUnavailable */
export async function previewUnits(
  { payments }: Pick<Dependencies, 'payments'>,
  { subscriptionId, priceKey, quantity, at, unitPrice }: UnitsWanted,
): Promise<UnitsPreview> {
  if (!subscriptionId) throw new PaymentRequired(NO_CARD);
  const change = { subscriptionId, priceKey, quantity, at };
  try {
    const [subscription, invoice] = await Promise.all([
      payments.getSubscription(subscriptionId),
      payments.previewInvoice({ kind: 'change-quantity', ...change }),
    ]);
    const { items } = subscription;
    // A change that isn't charged at once is previewed as the next monthly invoice, whose lines are whole months.
    const chargesNow = invoice.lines.some(({ proration }) => proration);
    const price = items.find((item) => item.priceKey === priceKey)?.unitPrice ?? unitPrice;
    const monthlyBefore = monthlyAmount(items);
    const unitsBilled = quantityOf(subscription, priceKey);
    const added = (quantity - unitsBilled) * price;
    return {
      at,
      ...splitCharge(chargesNow ? invoice.total : sumCents([]), invoice.creditBefore),
      monthlyBefore,
      monthlyAfter: sumCents([monthlyBefore, added as Cents]),
      lines: chargesNow ? invoice.lines : [],
      unitsBilled,
    };
  } catch (error) {
    if (error instanceof PriceExpired) throw new Conflict(PRICE_EXPIRED);
    throw error;
  }
}
