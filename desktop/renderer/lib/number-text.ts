/** '1,5' in German: a number as the language writes it, with at most two decimals. */
export function numberText(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
}

/** How a field for decimals shows and takes them in this language; a point is taken everywhere. */
export function decimalField(language: string) {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  const decimalSeparator = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  return { decimalSeparator, allowedDecimalSeparators: [...new Set(['.', decimalSeparator])] };
}
