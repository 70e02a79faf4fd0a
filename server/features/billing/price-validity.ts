import { monthStart } from '#shared/features/billing/model.ts';
import { say } from '../../platform/say.ts';

/** How long a shown price may be charged, in milliseconds. */
export const PRICE_VALID_MS = 10 * 60 * 1000;
/** How far a caller's clock may be ahead of ours, in milliseconds. */
const CLOCK_SKEW_MS = 5000;

export const PRICE_EXPIRED = say('billing.priceOutdated');

/** The instant a price counts from: whole seconds, as the provider counts. */
export function priceInstant(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 1000) * 1000);
}

/** False for a price shown too long ago, last month, or in the future. */
export function isValidPrice(at: Date, now: Date): boolean {
  const ageMs = now.getTime() - at.getTime();
  return ageMs <= PRICE_VALID_MS && ageMs >= -CLOCK_SKEW_MS && at >= monthStart(now);
}
