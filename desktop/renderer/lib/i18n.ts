import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import auth from '#shared/i18n/en/auth.json' with { type: 'json' };
import common from '#shared/i18n/en/common.json' with { type: 'json' };
import validation from '#shared/i18n/en/validation.json' with { type: 'json' };
import { byEnglish, type SentenceCatalogue } from '#shared/i18n/server-text.ts';

const catalogues = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../shared/i18n/*/*.json',
  '!../../../shared/i18n/en/{auth,common,validation}.json',
]);

/** Namespaces of what the server and the files of resources/ say: it comes in English, and is found by that. */
export const SAID_IN_ENGLISH: readonly string[] = ['resources', 'server'];

/** Loads `shared/i18n/<language>/<namespace>.json` when a page first needs it. */
const lazyCatalogues: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = SAID_IN_ENGLISH.includes(namespace) ? loadByEnglish : loadCatalogue;
    load(language, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, true),
    );
  },
};

async function loadCatalogue(language: string, namespace: string): Promise<Record<string, unknown>> {
  const load = catalogues[`../../../shared/i18n/${language}/${namespace}.json`];
  if (!load) throw new Error(`No catalogue ${language}/${namespace}`);
  return (await load()).default;
}

async function loadByEnglish(language: string, namespace: string): Promise<SentenceCatalogue> {
  const [english, ours] = await Promise.all([loadCatalogue('en', namespace), loadCatalogue(language, namespace)]);
  return byEnglish(english as SentenceCatalogue, ours as SentenceCatalogue);
}

/** What each language calls itself. `Intl` knows it too, but would load its data before the first page is shown. */
const NAMES: Readonly<Record<string, string>> = { en: 'English', de: 'Deutsch', es: 'Español', ja: '日本語' };

/** Languages with catalogues, English first. */
export const LANGUAGES: readonly string[] = Object.keys(NAMES);

/** A language in its own words, such as `Deutsch`. */
export function languageName(language: string): string {
  return NAMES[language] ?? language;
}

const KEPT = 'slipway-language';

/** The language chosen in this browser, else the first of the browser's own that exists here. */
function firstLanguage(): string {
  if (typeof localStorage === 'undefined') return 'en';
  const kept = localStorage.getItem(KEPT);
  if (kept && LANGUAGES.includes(kept)) return kept;
  const wanted = navigator.languages.map((each) => each.split('-')[0] ?? '');
  return wanted.find((each) => LANGUAGES.includes(each)) ?? 'en';
}

/** Changes the page's language at once; missing texts are loaded first. */
export async function setLanguage(language: string): Promise<void> {
  if (!LANGUAGES.includes(language)) return;
  localStorage.setItem(KEPT, language);
  if (i18next.language !== language) await i18next.changeLanguage(language);
}

i18next.on('languageChanged', (language) => {
  if (typeof document !== 'undefined') document.documentElement.lang = language;
});

/** Resolves when the first page can be shown; at once for English. */
export const textsReady = i18next
  .use(lazyCatalogues)
  .use(initReactI18next)
  .init({
    lng: firstLanguage(),
    fallbackLng: 'en',
    supportedLngs: [...LANGUAGES],
    ns: ['common', 'validation', 'auth'],
    defaultNS: 'common',
    partialBundledLanguages: true,
    resources: { en: { auth, common, validation, server: {}, resources: {} } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });

/** Resolves when the server's texts can be shown in the page's language. The login doesn't wait for it. */
export function serverTextsReady(): Promise<void> {
  return i18next.loadNamespaces('server');
}

export const i18n = i18next;
