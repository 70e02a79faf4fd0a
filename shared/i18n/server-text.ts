/** English text, with `{0}`, `{1}` … for what is put in → the same in another language. */
export type SentenceCatalogue = Readonly<Record<string, string>>;

/** Sizes and shares, whose numbers are written as the language writes them; versions and addresses are not. */
const MEASURED = /\b(?:GB|MB|CPU)\b|%/;

/**
 * The server speaks English; this says it in another language. What is put into a sentence is translated too when it is
 * a sentence or a word of the catalogue; text that the catalogue does not know stays as it is.
 */
export function createTranslate(catalogue: SentenceCatalogue, locale: string): (text: string) => string {
  const patterns = Object.entries(catalogue)
    .filter(([english]) => /\{\d+\}/.test(english))
    // The longest fixed text first: "{0} minutes" must not take what "Try again in {0} minutes" is for.
    .sort(([a], [b]) => fixedLength(b) - fixedLength(a))
    .map(([english, translation]) => ({ pattern: toPattern(english), translation }));
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });

  return function translate(text: string): string {
    const whole = catalogue[text];
    if (whole !== undefined) return whole;
    for (const { pattern, translation } of patterns) {
      const found = pattern.exec(text);
      if (!found) continue;
      const values = found.slice(1);
      const measured = MEASURED.test(translation);
      return translation.replace(/\{(\d+)\}/g, (_, index: string) => {
        const value = values[Number(index)] ?? '';
        return measured && /^\d+(?:\.\d+)?$/.test(value) ? numbers.format(Number(value)) : translate(value);
      });
    }
    return text;
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
