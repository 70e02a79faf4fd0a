import { z } from 'zod';

/** The body of every failed call (decisions §1). */
export const failureSchema = z.object({
  success: z.literal(false),
  message: z.string(),
  errors: z.array(z.string()),
  errorsObj: z.record(z.string(), z.string()),
  /** Quoted to support: finds the log line of an unexpected error. */
  errorId: z.string().optional(),
  /** With 402: the payer's bank wants to ask them. Once they confirmed it with Stripe.js, the same request goes through. */
  payment_action: z
    .object({
      client_secret: z.string(),
      /** Null in test mode without one: `/organization/confirmTestPayment` stands in for Stripe.js. */
      publishable_key: z.string().nullable(),
    })
    .optional(),
});
export type PaymentAction = NonNullable<z.infer<typeof failureSchema>['payment_action']>;
export type Failure = z.infer<typeof failureSchema>;

export const AUTHENTICATION_MESSAGE = 'This endpoint requires authentication.';

/** The body of a call that needs a session and has none. */
export const unauthenticatedSchema = z.object({
  authenticated: z.literal(false),
  message: z.string(),
});

export const FORM_ERROR = 'There were errors in your form';

/** The body of a call that succeeded and has nothing more to say. */
export const successSchema = z.object({ success: z.literal(true) });
export const messageSchema = successSchema.extend({ message: z.string() });

/** An instant on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime();
export const idParam = z.string().min(1).max(64);
