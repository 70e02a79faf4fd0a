import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import auth from '#shared/i18n/en/auth.json' with { type: 'json' };
import common from '#shared/i18n/en/common.json' with { type: 'json' };
import validation from '#shared/i18n/en/validation.json' with { type: 'json' };

const catalogues = import.meta.glob<{ default: Record<string, unknown> }>([
  '../../../shared/i18n/*/*.json',
  '!../../../shared/i18n/en/{auth,common,validation}.json',
]);

/** Fetches `shared/i18n/<language>/<namespace>.json` when a page first asks for it. */
const lazyCatalogues: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = catalogues[`../../../shared/i18n/${language}/${namespace}.json`];
    if (!load) return done(new Error(`No catalogue ${language}/${namespace}`), false);
    load().then(
      (module) => done(null, module.default),
      (error: Error) => done(error, true),
    );
  },
};

export const LANGUAGES = ['en'] as const;

void i18next
  .use(lazyCatalogues)
  .use(initReactI18next)
  .init({
    lng: 'en',
    fallbackLng: 'en',
    supportedLngs: LANGUAGES,
    ns: ['common', 'validation', 'auth'],
    defaultNS: 'common',
    partialBundledLanguages: true,
    resources: { en: { auth, common, validation } },
    interpolation: { escapeValue: false },
    initAsync: false,
  });

export const i18n = i18next;
