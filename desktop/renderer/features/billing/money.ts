import { type Cents, CURRENCY, cents } from '#shared/features/billing/model.ts';

/** '$35', '$11.23': cents only when there are some. */
export function moneyText(amount: Cents, language: string): string {
  return format(amount, language, 'stripIfInteger');
}

/** '$35.00', for amounts that stand below each other. */
export function exactMoneyText(amount: number, language: string): string {
  return format(cents(amount), language, 'auto');
}

function format(amount: Cents, language: string, trailingZeroDisplay: 'auto' | 'stripIfInteger'): string {
  const currency = CURRENCY.toUpperCase();
  return new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay }).format(amount / 100);
}
