import { z } from 'zod';
import { acceptedPrice, chargeSchema, providerWord, successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { MANAGER_ROLES } from '../auth/model.ts';

export const updatePaymentMethod = defineChange(
  '/organization/updatePaymentMethod',
  'Make a confirmed payment method the default; where there is none yet this also starts the subscription',
  {
    scope: 'nobody',
    roles: MANAGER_ROLES,
    onBehalf: 'nobody',
    duringSetup: 2,
    whileReadOnly: true,
    charges: true,
    body: z.strictObject({
      payment_method: providerWord,
      ...acceptedPrice,
    }),
    response: successSchema.extend({ errors: z.array(z.string()) }),
  },
);

export const startCharge = defineRead(
  '/organization/startCharge',
  'What starting the subscription charges to a new card, told before; for owner and admins',
  {
    scope: 'money',
    reach: 'none',
    roles: MANAGER_ROLES,
    duringSetup: 2,
    /** Null while a subscription runs: a new card is charged nothing. */
    response: z.object({ charge: chargeSchema.nullable() }),
  },
);

export const confirmTestCardBody = z.strictObject({
  client_secret: providerWord,
  number: z.string().regex(/^[0-9 ]{12,24}$/, 'validation.card.number'),
  exp_month: z.number().int().min(1).max(12),
  exp_year: z.number().int().min(2000).max(2100),
  cvc: z.string().regex(/^[0-9]{3,4}$/, 'validation.card.cvc'),
});

/** In test mode only: what Stripe Elements does in the browser, for the built-in card form. */
export const confirmTestCard = defineChange(
  '/organization/confirmTestCard',
  'Test mode only: confirm the SetupIntent with a test card, in place of Stripe Elements',
  {
    scope: 'nobody',
    roles: MANAGER_ROLES,
    onBehalf: 'nobody',
    duringSetup: 2,
    whileReadOnly: true,
    body: confirmTestCardBody,
    response: successSchema.extend({
      payment_method: z.string().nullable(),
      /** 3-D Secure: where the person goes to accept the card. */
      redirect_url: z.string().nullable(),
    }),
  },
);

/** In test mode only: what Stripe.js does when a bank wants its card holder to confirm a payment. */
export const confirmTestPayment = defineChange(
  '/organization/confirmTestPayment',
  'Test mode only: answer for the bank that wants a payment confirmed, in place of Stripe.js',
  {
    scope: 'nobody',
    roles: MANAGER_ROLES,
    onBehalf: 'nobody',
    duringSetup: 2,
    whileReadOnly: true,
    body: z.strictObject({ client_secret: providerWord, confirm: z.boolean() }),
    response: successSchema.extend({ confirmed: z.boolean() }),
  },
);

/** After 3-D Secure the browser comes back to `/wizard/step2?setup_intent=…&redirect_status=…`. */
export const cardSetup = defineRead(
  '/organization/cardSetup',
  'How a card set-up of the organization stands, after the person came back from 3-D Secure',
  {
    scope: 'money',
    reach: 'none',
    roles: MANAGER_ROLES,
    query: z.strictObject({ setup_intent: providerWord }),
    response: z.object({
      status: z.enum(['succeeded', 'incomplete']),
      /** With `succeeded`: what updatePaymentMethod takes. */
      payment_method: z.string().nullable(),
    }),
  },
);
