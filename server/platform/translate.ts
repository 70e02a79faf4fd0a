import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { byEnglish, createTranslate, type SentenceCatalogue } from '#shared/i18n/server-text.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../shared/i18n');

/** `shared/i18n/<locale>/<namespace>.json` of every locale that has it. */
export function readCatalogues<T>(namespace: string): ReadonlyMap<string, T> {
  const files = globSync(`*/${namespace}.json`, { cwd: FOLDER });
  return new Map(
    files.map((file) => [path.dirname(file), JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as T]),
  );
}

/** What the files of resources/ say, and what the server says. */
const said = ['resources', 'server'].map((namespace) => readCatalogues<SentenceCatalogue>(namespace));

/** By locale; the server itself speaks English. */
const translations = new Map(
  [...(said[0]?.keys() ?? [])].map((locale) => {
    const catalogues = said.map((each) => byEnglish(each.get('en') ?? {}, each.get(locale) ?? {}));
    return [locale, createTranslate(Object.assign({}, ...catalogues), locale)];
  }),
);

/** Translates one of our English sentences; unchanged if the locale is English, unknown or null. */
export function translate(text: string, locale: string | null): string {
  return (locale && translations.get(locale)?.(text)) || text;
}

/** 'December 4, 2026' in English, always in UTC. */
export function dayIn(locale: string | null, date: Date): string {
  return new Intl.DateTimeFormat(locale ?? 'en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** 'December 4, 2026 at 10:00 AM UTC' in English. */
export function timeIn(locale: string | null, date: Date): string {
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  const time = { hour: 'numeric', minute: '2-digit', timeZone: 'UTC', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat(locale ?? 'en', { ...day, ...time }).format(date);
}

/** The first language of an Accept-Language header with a catalogue; null if there is none. */
export function knownLocale(header: string | undefined): string | null {
  const wanted = (header ?? '').split(',').map((each) => each.trim().split(/[-;]/)[0]?.toLowerCase() ?? '');
  return wanted.find((locale) => locale === 'en' || translations.has(locale)) ?? null;
}
