import { z } from 'zod';

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime();
export const idParam = z.string().min(1).max(64);

/** Our clock and the database's need no other years. */
const YEARS = { first: 1970, last: 2199 };
const inYears = (text: string) => Number(text.slice(0, 4)) >= YEARS.first && Number(text.slice(0, 4)) <= YEARS.last;

/** A day in a query, `2026-11-22`. */
export const askedDay = z.iso.date('validation.date').max(10).refine(inYears, 'validation.date');
/** An instant in a query. */
export const askedInstant = z.iso.datetime('validation.date').max(40).refine(inYears, 'validation.date');
/** An id of the payment provider's, or a secret it created: one word, which becomes part of an address there. */
export const providerWord = z
  .string()
  .min(1, 'validation.required')
  .max(300)
  .regex(/^[\w-]*$/, 'validation.wrong');

const amount = z.number().int();

/**
 * What something costs at once and every month, in cents, shown before it is charged: `amount` is `card_amount` +
 * `credit_amount` + `carried_over`.
 */
export const chargeSchema = z.object({
  /** The moment the price is for. */
  at: instant,
  /** Until then exactly this is charged. */
  valid_until: instant,
  amount,
  /** What the card is charged now. */
  card_amount: amount,
  /** Credit used before the card. */
  credit_amount: amount,
  /**
   * Too little for a card, so it moves to the invoice of `next_billing_date`; negative if an earlier invoice left it.
   */
  carried_over: amount,
  next_billing_date: instant,
  /** What a whole month costs before and after. */
  monthly_before: amount,
  monthly_after: amount,
});
export type Charge = z.infer<typeof chargeSchema>;

/**
 * In the body of a call that charges: the accepted price. If the charge would differ, it is refused with the new price.
 */
export const acceptedPrice = {
  /** `at` of the price; without it, the current price is charged. */
  at: askedInstant.optional(),
  /** `card_amount` of the price; 0 if none was shown. */
  card_amount: amount.min(0).max(99_999_999).optional(),
};

/** The body of every failed call. */
export const failureSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  /** Which sentence `message` is, in any language: an id of `shared/i18n/en/server.json`. Missing if it isn't ours. */
  code: z.string().optional(),
  /** What was put into the sentence, by name. */
  parameters: z.record(z.string(), z.string()).optional(),
  errors: z.array(z.string()),
  errorsObj: z.record(z.string(), z.string()),
  /** Given to support: finds the log line of an unexpected error. */
  errorId: z.string().optional(),
  /** With 402: the payer's bank wants to ask them. Once they confirm with Stripe.js, the same request succeeds. */
  payment_action: z
    .object({
      client_secret: z.string(),
      /** Null in test mode without a key: `/organization/confirmTestPayment` replaces Stripe.js. */
      publishable_key: z.string().nullable(),
    })
    .optional(),
  /** With 409: the charge would differ from the accepted price. Nothing was charged; this is the price now. */
  charge: chargeSchema.optional(),
});
export type PaymentAction = NonNullable<z.infer<typeof failureSchema>['payment_action']>;
export type Failure = z.infer<typeof failureSchema>;

export const AUTHENTICATION_MESSAGE = 'This endpoint requires authentication.';

/** The body of a call that needs a session but has none. */
export const unauthenticatedSchema = z.object({
  authenticated: z.literal(false),
  message: z.string(),
});

export const FORM_ERROR = 'There were errors in your form';

/** The body of a call that succeeded and returns nothing else. */
export const successSchema = z.object({ success: z.literal(true) });
export const messageSchema = successSchema.extend({ message: z.string() });

/** Something deleted that can still be had back. */
export const deletedThing = z.object({
  id: z.string(),
  name: z.string(),
  delete_date: instant,
  /** From then on it is gone for good. */
  gone_date: instant,
});
export type DeletedThing = z.infer<typeof deletedThing>;
