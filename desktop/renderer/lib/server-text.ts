import { createTranslate, type SentenceCatalogue } from '#shared/i18n/server-text.ts';
import { i18n } from './i18n.ts';

/** What the server says, and what the files of resources/ hold, which pages that show it name as a namespace. */
const NAMESPACES = ['server', 'resources'];
const translations = new Map<string, (text: string) => string>();

// A catalogue that arrives later counts from then on.
i18n.store.on('added', (language: string) => translations.delete(language));

/** A text that the server gave, in the language of the page; lines of it that no catalogue knows stay as they are. */
export function serverText(text: string): string {
  const { language } = i18n;
  if (language === 'en') return text;
  let translate = translations.get(language);
  if (!translate) {
    const bundles = NAMESPACES.map((name) => i18n.getResourceBundle(language, name) as SentenceCatalogue | undefined);
    translate = createTranslate(Object.assign({}, ...bundles), language);
    translations.set(language, translate);
  }
  return text.split('\n').map(translate).join('\n');
}
