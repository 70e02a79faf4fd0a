/** English text, with `{0}`, `{1}` … for values → the same in another language. */
export type SentenceCatalogue = Readonly<Record<string, string>>;

/** Sizes and percentages, whose numbers are formatted for the language; versions and addresses aren't. */
const MEASURED = /\b(?:GB|MB|CPU)\b|%/;

/**
 * Translates the server's English. Values in a sentence are translated too if they are a sentence or word of the
 * catalogue. Text the catalogue doesn't know stays as it is.
 */
export function createTranslate(catalogue: SentenceCatalogue, locale: string): (text: string) => string {
  const patterns = Object.entries(catalogue)
    .filter(([english]) => /\{\d+\}/.test(english))
    // Longest fixed text first: "{0} minutes" must not match before "Try again in {0} minutes".
    .sort(([a], [b]) => fixedLength(b) - fixedLength(a))
    .map(([english, translation]) => ({ pattern: toPattern(english), translation }));
  const inLocale = numbersOf(locale);

  return function translate(text: string): string {
    const whole = catalogue[text];
    if (whole !== undefined) return whole;
    for (const { pattern, translation } of patterns) {
      const found = pattern.exec(text);
      if (!found) continue;
      const values = found.slice(1);
      const measured = MEASURED.test(text);
      return translation.replace(/\{(\d+)\}/g, (_, index: string) => {
        const value = values[Number(index)] ?? '';
        return inLocale(value, measured) ?? translate(value);
      });
    }
    return text;
  };
}

const AMOUNT = /^(-?)\$([\d,]+(?:\.\d\d)?)$/;

/** Dollar amounts and measured numbers, formatted for the language; null for anything else. */
function numbersOf(locale: string): (value: string, measured: boolean) => string | null {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  const dollars = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  });
  const exactDollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  return (value, measured) => {
    if (measured && /^\d+(?:\.\d+)?$/.test(value)) return numbers.format(Number(value));
    const [, sign, digits] = AMOUNT.exec(value) ?? [];
    if (digits === undefined) return null;
    return (digits.includes('.') ? exactDollars : dollars).format(Number(`${sign}${digits.replaceAll(',', '')}`));
  };
}

function fixedLength(english: string): number {
  return english.replace(/\{\d+\}/g, '').length;
}

function toPattern(english: string): RegExp {
  const escaped = english
    .split(/\{\d+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(.+?)');
  return new RegExp(`^${escaped}$`, 's');
}
