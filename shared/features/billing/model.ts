/** An amount of money in whole US cents; may be negative (a credit). */
export type Cents = number & { readonly __brand: 'Cents' };

/** The largest amount of one charge that card providers accept, in cents. */
const MAX_CENTS = 99_999_999;

/**
 * Turns a plain number into `Cents`.
 * @throws RangeError if the value isn't a whole number of cents, or more than a card can be charged
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || Math.abs(value) > MAX_CENTS) {
    throw new RangeError(`Not an amount in whole cents: ${value}`);
  }
  return (Object.is(value, -0) ? 0 : value) as Cents;
}

/** Every charge is in this currency. */
export const CURRENCY = 'usd';

/** In cents. A card can't be charged less (Stripe's minimum in US dollars); it moves to the next invoice. */
export const MINIMUM_CHARGE = cents(50);

/**
 * Monthly prices. Hosts come from `resources/server-options.yaml`. Rules: server/features/billing/README.md, "Prices".
 */
export const MONTHLY_PRICE = {
  subscription: cents(3500),
  extraUser: cents(2000),
} as const;

/** Credits, in cents, as positive amounts in the customer's favour. */
export const CREDIT = {
  organizationFromExistingAccount: cents(1500),
  shareOwner: cents(500),
  shareNewUser: cents(500),
} as const;

/** How many of one person's invitations pay credit in a month (UTC). */
export const SHARES_PAID_A_MONTH = 10;

/**
 * How long the data of an organization that doesn't pay, or was deleted, is kept. We notify the owner a week before the
 * end.
 */
export const DATA_KEPT_MS = 30 * 24 * 60 * 60_000;
export const REMOVAL_TOLD_BEFORE_MS = 7 * 24 * 60 * 60_000;

/** Licences and shared workspaces included in the subscription and with each extra user. */
export const INCLUDED = { userLicensesPerSubscription: 1, sharedWorkspacesPerLicense: 3 } as const;

/** 00:00:00 UTC on the 1st of the month of `at`. */
export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

/** 00:00:00 UTC on the 1st of the month after `at`: the next billing date. */
export function nextBillingDate(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Seconds in the UTC month of `at`: 28, 29, 30 or 31 days of 86,400 s. */
export function secondsInMonth(at: Date): number {
  return (nextBillingDate(at).getTime() - monthStart(at).getTime()) / 1000;
}

/** Whole seconds from `at` (fractions dropped) to the next billing date; never 0. */
export function secondsLeftInMonth(at: Date): number {
  return nextBillingDate(at).getTime() / 1000 - Math.floor(at.getTime() / 1000);
}

/**
 * The part of a monthly line (`price × quantity`) owed for the rest of the month from `at`, to the second in UTC,
 * rounded half up. Exactly midnight on the 1st owes the whole month. Rules: billing/README.md, "Proration".
 * @throws RangeError for a negative or fractional price or quantity
 */
export function prorate(monthlyPrice: Cents, at: Date, quantity = 1): Cents {
  if (monthlyPrice < 0 || !Number.isSafeInteger(quantity) || quantity < 0) {
    throw new RangeError(`Not a price and quantity to prorate: ${monthlyPrice} × ${quantity}`);
  }
  return divideHalfUp(BigInt(monthlyPrice) * BigInt(quantity) * BigInt(secondsLeftInMonth(at)), secondsInMonth(at));
}

/** Adds amounts that are already rounded, so that the sum of the lines is the total. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** BigInt, because price × seconds outgrows exact doubles for large quantities. */
function divideHalfUp(numerator: bigint, denominator: number): Cents {
  const divisor = BigInt(denominator);
  return cents(Number((numerator * 2n + divisor) / (divisor * 2n)));
}
