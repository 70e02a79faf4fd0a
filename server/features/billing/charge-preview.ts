import type { Charge } from '#shared/api/envelope.ts';
import { type Cents, cents, MINIMUM_CHARGE, nextBillingDate } from '#shared/features/billing/model.ts';
import type { InvoiceLine } from '../../payments/types.ts';
import { PriceChanged } from '../../platform/errors.ts';
import { PRICE_EXPIRED, PRICE_VALID_MS } from './price-validity.ts';

/** What would be charged at once: `amount` is `cardAmount` + `creditAmount` + `carriedOver`. */
export interface ChargeParts {
  /** Sum of the lines, before credit; 0 when nothing is charged at once. */
  amount: Cents;
  /** What the card is charged now. */
  cardAmount: Cents;
  /** Credit used before the card. */
  creditAmount: Cents;
  /** Too little for a card, left to the next invoice; negative when an earlier one left it. */
  carriedOver: Cents;
}

/** What a change would charge, exactly: the charge itself is made for the same instant by the same function. */
export interface ChargePreview extends ChargeParts {
  /** Hand it to the charge. */
  at: Date;
  /** What a whole month costs before and after. */
  monthlyBefore: Cents;
  monthlyAfter: Cents;
  lines: readonly InvoiceLine[];
}

/** How an amount is paid by a customer with this credit, which is negative when they owe, as the provider does it. */
export function splitCharge(amount: Cents, credit: Cents): ChargeParts {
  const due = Math.max(0, amount - credit);
  const cardAmount = cents(amount > 0 && due >= MINIMUM_CHARGE ? due : 0);
  const creditAmount = cents(Math.max(0, Math.min(amount, credit)));
  return { amount, cardAmount, creditAmount, carriedOver: cents(amount - creditAmount - cardAmount) };
}

export function presentCharge({ at, ...preview }: ChargePreview): Charge {
  return {
    at: at.toISOString(),
    valid_until: new Date(at.getTime() + PRICE_VALID_MS).toISOString(),
    amount: preview.amount,
    card_amount: preview.cardAmount,
    credit_amount: preview.creditAmount,
    carried_over: preview.carriedOver,
    next_billing_date: nextBillingDate(at).toISOString(),
    monthly_before: preview.monthlyBefore,
    monthly_after: preview.monthlyAfter,
  };
}

/** @throws PriceChanged unless the card is charged what was accepted; anything is when nothing was said. */
export function requireAccepted(preview: ChargePreview, cardAmount: number | undefined): void {
  if (cardAmount === undefined || cardAmount === preview.cardAmount) return;
  throw new PriceChanged(PRICE_EXPIRED, presentCharge(preview));
}
