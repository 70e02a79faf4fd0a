import { createTranslate, type SentenceCatalogue } from '#shared/i18n/server-text.ts';
import { i18n, SAID_IN_ENGLISH } from './i18n.ts';

const translations = new Map<string, (text: string) => string>();

// A catalogue that loads later applies from then on.
i18n.store.on('added', (language: string) => translations.delete(language));

/** A text of the server in the page's language; lines without a translation stay as they are. */
export function serverText(text: string): string {
  const { language } = i18n;
  if (language === 'en') return text;
  let translate = translations.get(language);
  if (!translate) {
    const bundles = SAID_IN_ENGLISH.map(
      (name) => i18n.getResourceBundle(language, name) as SentenceCatalogue | undefined,
    );
    translate = createTranslate(Object.assign({}, ...bundles), language);
    translations.set(language, translate);
  }
  return text.split('\n').map(translate).join('\n');
}
