import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTranslate, type SentenceCatalogue } from '#shared/i18n/server-text.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../shared/i18n');

/** `shared/i18n/<locale>/<namespace>.json` of every locale that has it. */
export function readCatalogues<T>(namespace: string): ReadonlyMap<string, T> {
  const files = globSync(`*/${namespace}.json`, { cwd: FOLDER });
  return new Map(
    files.map((file) => [path.dirname(file), JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as T]),
  );
}

const resources = readCatalogues<SentenceCatalogue>('resources');

/** By locale; English is what the server speaks by itself. */
const translations = new Map(
  [...readCatalogues<SentenceCatalogue>('server')].map(([locale, catalogue]) => [
    locale,
    createTranslate({ ...resources.get(locale), ...catalogue }, locale),
  ]),
);

/** An English sentence of ours in the language of `locale`; as it is when that is English, unknown or null. */
export function translate(text: string, locale: string | null): string {
  return (locale && translations.get(locale)?.(text)) || text;
}

/** 'December 4, 2026' in English: days that we name are UTC's. */
export function dayIn(locale: string | null, date: Date): string {
  return new Intl.DateTimeFormat(locale ?? 'en', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}

/** The first language of an Accept-Language header that there is a catalogue for; null when there is none. */
export function knownLocale(header: string | undefined): string | null {
  const wanted = (header ?? '').split(',').map((each) => each.trim().split(/[-;]/)[0]?.toLowerCase() ?? '');
  return wanted.find((locale) => locale === 'en' || translations.has(locale)) ?? null;
}
