/** An amount of money in whole US cents; may be negative (a credit). */
export type Cents = number & { readonly __brand: 'Cents' };

/** The largest amount of one charge that card providers accept, in cents. */
const MAX_CENTS = 99_999_999;

/**
 * Turns a plain number into `Cents`.
 * @throws RangeError when the value is not a whole number of cents, or beyond what a card can be charged.
 */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || Math.abs(value) > MAX_CENTS) {
    throw new RangeError(`Not an amount in whole cents: ${value}`);
  }
  return (Object.is(value, -0) ? 0 : value) as Cents;
}

/** Everything is charged in one currency. */
export const CURRENCY = 'usd';

/** Less than this, in cents, is charged to no card: it is left to the next invoice (Stripe's minimum in US dollars). */
export const MINIMUM_CHARGE = cents(50);

/** What things cost per month (spec/2 §9); hosts come from `resources/server-options.yaml`. */
export const MONTHLY_PRICE = {
  subscription: cents(3500),
  extraUser: cents(2000),
} as const;

/** Credits, in cents, as positive amounts in the customer's favour (spec/2 §9, decisions §7). */
export const CREDIT = {
  organizationFromExistingAccount: cents(1500),
  shareOwner: cents(500),
  shareNewUser: cents(500),
} as const;

/** How many invitations of one person are paid in a month (UTC). */
export const SHARES_PAID_A_MONTH = 10;

/** How long the data of an organization that does not pay, or was deleted, is kept; it is told of a week before the end (decisions §7). */
export const DATA_KEPT_MS = 30 * 24 * 60 * 60_000;
export const REMOVAL_TOLD_BEFORE_MS = 7 * 24 * 60 * 60_000;

/** Licences and shared workspaces that the subscription and each extra user bring (spec/2 §1). */
export const INCLUDED = { userLicensesPerSubscription: 1, sharedWorkspacesPerLicense: 3 } as const;

/** 00:00:00 UTC on the 1st of the month that `at` lies in. */
export function monthStart(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
}

/** 00:00:00 UTC on the 1st of the month after the one that `at` lies in: the next billing date (spec/2 §4). */
export function nextBillingDate(at: Date): Date {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));
}

/** Length in seconds of the UTC month that `at` lies in: 28, 29, 30 or 31 days of 86,400 s. */
export function secondsInMonth(at: Date): number {
  return (nextBillingDate(at).getTime() - monthStart(at).getTime()) / 1000;
}

/** Whole seconds from `at` (its fraction of a second dropped) to the next billing date; never 0. */
export function secondsLeftInMonth(at: Date): number {
  return nextBillingDate(at).getTime() / 1000 - Math.floor(at.getTime() / 1000);
}

/**
 * The part of a monthly line (`price × quantity`) owed for the rest of the month from `at`, to the second in UTC:
 * `price × seconds left ÷ seconds in the month`, rounded half up. Exactly midnight on the 1st owes it whole (decisions §7).
 * @throws RangeError for a negative or fractional price or quantity.
 */
export function prorate(monthlyPrice: Cents, at: Date, quantity = 1): Cents {
  if (monthlyPrice < 0 || !Number.isSafeInteger(quantity) || quantity < 0) {
    throw new RangeError(`Not a price and quantity to prorate: ${monthlyPrice} × ${quantity}`);
  }
  return divideHalfUp(BigInt(monthlyPrice) * BigInt(quantity) * BigInt(secondsLeftInMonth(at)), secondsInMonth(at));
}

/** Adds amounts; each has been rounded before, so that the sum of the lines is the total. */
export function sumCents(amounts: readonly Cents[]): Cents {
  return cents(amounts.reduce((sum, amount) => sum + amount, 0));
}

/** BigInt, because price × seconds outgrows exact doubles for large quantities. */
function divideHalfUp(numerator: bigint, denominator: number): Cents {
  const divisor = BigInt(denominator);
  return cents(Number((numerator * 2n + divisor) / (divisor * 2n)));
}
