/** '1,5' in German: a number in the language's format, with at most two decimals. */
export function numberText(value: number, language: string): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);
}

/** How a field for decimals formats and parses them in this language; a point is always accepted. */
export function decimalField(language: string) {
  const parts = new Intl.NumberFormat(language).formatToParts(1.5);
  const decimalSeparator = parts.find(({ type }) => type === 'decimal')?.value ?? '.';
  return { decimalSeparator, allowedDecimalSeparators: [...new Set(['.', decimalSeparator])] };
}
