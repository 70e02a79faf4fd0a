import type { Charge } from '#shared/api/envelope.ts';
import { type Cents, cents, MINIMUM_CHARGE, nextBillingDate } from '#shared/features/billing/model.ts';
import type { InvoiceLine } from '../../payments/types.ts';
import { PriceChanged } from '../../platform/errors.ts';
import { PRICE_EXPIRED, PRICE_VALID_MS } from './price-validity.ts';

/** A charge made at once: `amount` is `cardAmount` + `creditAmount` + `carriedOver`. */
export interface ChargeParts {
  /** Sum of the lines, before credit; 0 if nothing is charged at once. */
  amount: Cents;
  /** What the card is charged now. */
  cardAmount: Cents;
  /** Credit used before the card. */
  creditAmount: Cents;
  /** Too little for a card, moved to the next invoice; negative if an earlier one left it. */
  carriedOver: Cents;
}

/** What a change would charge, exactly: the same function makes the charge for the same instant. */
export interface ChargePreview extends ChargeParts {
  /** Pass it to the charge. */
  at: Date;
  /** What a whole month costs before and after. */
  monthlyBefore: Cents;
  monthlyAfter: Cents;
  lines: readonly InvoiceLine[];
}

/** How the provider splits an amount between a customer's credit, negative if they owe, and the card. */
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

/** @throws PriceChanged unless the card's charge equals the accepted one; without an accepted one, any will do */
export function requireAccepted(preview: ChargePreview, cardAmount: number | undefined): void {
  if (cardAmount === undefined || cardAmount === preview.cardAmount) return;
  throw new PriceChanged(PRICE_EXPIRED, presentCharge(preview));
}
