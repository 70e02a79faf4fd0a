import { monthStart } from '#shared/features/billing/model.ts';

/** How long a shown price may be charged, in milliseconds (decisions §7). */
export const PRICE_VALID_MS = 10 * 60 * 1000;
/** A caller's clock may run ahead of ours by as much, in milliseconds. */
const CLOCK_SKEW_MS = 5000;

export const PRICE_EXPIRED = 'This price is out of date. Check the current price.';

/** The instant a price counts from: whole seconds, as the provider counts. */
export function priceInstant(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000) * 1000);
}

/** False for a price that was shown too long ago or last month, or is from the future. */
export function isValidPrice(at: Date, now: Date): boolean {
  const ageMs = now.getTime() - at.getTime();
  return ageMs <= PRICE_VALID_MS && ageMs >= -CLOCK_SKEW_MS && at >= monthStart(now);
}
