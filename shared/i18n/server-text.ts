/**
 * What the server or a file of resources/ says, by id: a sentence with `{{name}}` for each value. The server writes English to answers, mails
 * and the database; whoever shows it in another language finds the sentence by that.
 */
export type SentenceCatalogue = Readonly<Record<string, string>>;

/** A sentence of the server without its words. */
export interface Said {
  id: string;
  /** What was put in, in English, by name. */
  values: Record<string, string>;
}

/** What finds the sentence a text is; null where the catalogue has none. */
export type Recognize = (text: string) => Said | null;

const VALUE = /\{\{(\w+)\}\}/g;

/** Sizes and percentages, whose numbers are formatted for the language; versions and addresses aren't. */
const MEASURED = /\b(?:GB|MB|CPU)\b|%/;

/** Puts values into a sentence. */
export function fill(sentence: string, put: (name: string) => string): string {
  return sentence.replace(VALUE, (_, name: string) => put(name));
}

export function createRecognize(english: SentenceCatalogue): Recognize {
  const whole = new Map(Object.entries(english).map(([id, text]) => [text, { id, values: {} }]));
  const patterns = Object.entries(english)
    .filter(([, text]) => text.includes('{{'))
    // Longest fixed text first: "{{count}} minutes" must not match before "Try again in {{count}} minutes".
    .sort(([, a], [, b]) => fixedLength(b) - fixedLength(a))
    .map(([id, text]) => ({ id, pattern: toPattern(text), names: [...text.matchAll(VALUE)].map(([, name]) => name) }));

  return function recognize(text) {
    const said = whole.get(text);
    if (said) return said;
    for (const { id, pattern, names } of patterns) {
      const found = pattern.exec(text);
      if (!found) continue;
      return { id, values: Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ''])) };
    }
    return null;
  };
}

/** Sentences by their English: what `createTranslate` looks in. */
export function byEnglish(english: SentenceCatalogue, sentences: SentenceCatalogue): SentenceCatalogue {
  return Object.fromEntries(Object.entries(english).map(([id, text]) => [text, sentences[id] ?? text]));
}

/**
 * Translates the server's English. Values in a sentence are translated too if they are a sentence or word of the
 * catalogue. Text the catalogue doesn't know stays as it is.
 * @param catalogue by English, of `byEnglish`
 */
export function createTranslate(catalogue: SentenceCatalogue, locale: string): (text: string) => string {
  const recognize = createRecognize(Object.fromEntries(Object.keys(catalogue).map((english) => [english, english])));
  const inLocale = numbersOf(locale);

  return function translate(text: string): string {
    const said = recognize(text);
    const sentence = said && catalogue[said.id];
    if (!sentence) return text;
    const measured = MEASURED.test(text);
    return fill(sentence, (name) => {
      const value = said.values[name] ?? '';
      return inLocale(value, measured) ?? translate(value);
    });
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

function fixedLength(sentence: string): number {
  return sentence.replace(VALUE, '').length;
}

function toPattern(sentence: string): RegExp {
  const escaped = sentence
    .split(/\{\{\w+\}\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(.+?)');
  return new RegExp(`^${escaped}$`, 's');
}
