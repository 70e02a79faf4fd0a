/** 'December 1, 2026'. Billing dates are UTC; shown in another zone the 1st would read as the 31st. */
export function billingDay(date: string | Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

/** 'Nov 23, 2026', for tables. */
export function shortBillingDay(date: string | Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(date));
}

/** 'November 2026' or 'N' of '2026-11'. */
export function monthName(month: string, language: string, width: 'long' | 'narrow'): string {
  const options: Intl.DateTimeFormatOptions =
    width === 'long' ? { month: 'long', year: 'numeric' } : { month: 'narrow' };
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${month}-01T00:00:00Z`));
}
