import { type Cents, CURRENCY, cents } from '#shared/features/billing/model.ts';

/** '$35', '$11.23': without cents if there are none. */
export function moneyText(amount: Cents, language: string): string {
  return format(amount, language, 'stripIfInteger');
}

/** '$35.00', for amounts in columns. */
export function exactMoneyText(amount: number, language: string): string {
  return format(cents(amount), language, 'auto');
}

function format(amount: Cents, language: string, trailingZeroDisplay: 'auto' | 'stripIfInteger'): string {
  const currency = CURRENCY.toUpperCase();
  return new Intl.NumberFormat(language, { style: 'currency', currency, trailingZeroDisplay }).format(amount / 100);
}

/** Separators and sign of an amount in this language, for a field to type it in. */
export function moneyField(language: string) {
  const style = { style: 'currency', currency: CURRENCY.toUpperCase() } as const;
  const parts = new Intl.NumberFormat(language, style).formatToParts(12_345.6);
  const types = parts.map(({ type }) => type);
  const text = (from: number, to?: number) => {
    const some = parts.slice(from, to);
    return some.map(({ value }) => value).join('');
  };
  return {
    prefix: text(0, types.indexOf('integer')),
    suffix: text(types.lastIndexOf('fraction') + 1),
    thousandSeparator: parts.find(({ type }) => type === 'group')?.value ?? '',
    decimalSeparator: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
  };
}
