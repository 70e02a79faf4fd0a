import { createTranslate, type SentenceCatalogue } from '#shared/i18n/server-text.ts';
import { i18n } from './i18n.ts';

const NAMESPACE = 'server';
const translations = new Map<string, (text: string) => string>();

/** A sentence that the server said, in the language of the page; English while its catalogue is not here. */
export function serverText(text: string): string {
  const { language } = i18n;
  if (language === 'en') return text;
  const known = translations.get(language);
  if (known) return known(text);
  const catalogue = i18n.getResourceBundle(language, NAMESPACE) as SentenceCatalogue | undefined;
  if (!catalogue) return text;
  const translate = createTranslate(catalogue);
  translations.set(language, translate);
  return translate(text);
}
