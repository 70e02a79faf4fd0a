import de from '#shared/i18n/de/desktop.json' with { type: 'json' };
import en from '#shared/i18n/en/desktop.json' with { type: 'json' };
import es from '#shared/i18n/es/desktop.json' with { type: 'json' };
import ja from '#shared/i18n/ja/desktop.json' with { type: 'json' };

type Catalogue = typeof en;

const CATALOGUES: Record<string, Catalogue> = { de, en, es, ja };

type Path<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Path<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

let spoken: Catalogue = en;

/** The catalogue of a language tag such as `de-AT`; English for unknown languages. */
export function catalogueOf(language: string): Catalogue {
  return CATALOGUES[language.split('-')[0] ?? ''] ?? en;
}

/** From now on, texts are in this language. */
export function speak(language: string): void {
  spoken = catalogueOf(language);
}

/** A text of the desktop's catalogue, with `{{name}}` filled in. */
export function text(path: Path<Catalogue>, values: Record<string, string> = {}): string {
  const found = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], spoken);
  return String(found).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}
