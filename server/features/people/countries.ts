import { createRequire } from 'node:module';
import isoCountries from 'i18n-iso-countries';
import type { Option } from '#shared/api/options.ts';

const english = createRequire(import.meta.url)('i18n-iso-countries/langs/en.json');
isoCountries.registerLocale(english);

/** ISO 3166-1 alpha-2 codes with their English names, by name. */
export const COUNTRIES: readonly Option[] = Object.entries(isoCountries.getNames('en', { select: 'official' }))
  .map(([value, text]) => ({ value, text }))
  .sort((a, b) => a.text.localeCompare(b.text, 'en'));

export function countryName(code: string | null): string | null {
  return COUNTRIES.find(({ value }) => value === code)?.text ?? null;
}
