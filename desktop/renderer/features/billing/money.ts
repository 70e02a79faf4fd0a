import { type Cents, CURRENCY } from '#shared/features/billing/model.ts';

/** '$35', '$11.23': cents only when there are some. */
export function moneyText(amount: Cents, language: string): string {
  return new Intl.NumberFormat(language, {
    style: 'currency',
    currency: CURRENCY.toUpperCase(),
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount / 100);
}
