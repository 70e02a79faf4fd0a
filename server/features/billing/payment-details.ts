import type { Card } from '../../payments/types.ts';
import type { Context } from '../context.ts';
import type { OrganizationRow } from '../people/index.ts';
import { ensureCustomer } from './ensure-customer.ts';
import { isBeta, promisedCredit } from './promised-credit.ts';

/** What only the owner and admins see. */
export interface PaymentDetails {
  clientSecret: string | null;
  publishableKey: string | null;
  card: Card | null;
  /** In cents. */
  promisedCredit: number | null;
  isBeta: boolean | null;
}

/** For people who may not see them, or didn't ask. */
export const NO_PAYMENT_DETAILS: PaymentDetails = {
  clientSecret: null,
  publishableKey: null,
  card: null,
  promisedCredit: null,
  isBeta: null,
};

/** What the card form needs, and the current payment method. @throws PaymentUnavailable */
export async function paymentDetails(context: Context, organization: OrganizationRow): Promise<PaymentDetails> {
  const { payments, config } = context;
  const customer = await ensureCustomer(context, context.db, organization);
  const [intent, card, credit, beta] = await Promise.all([
    payments.createSetupIntent(customer.id),
    payments.getDefaultCard(customer.id),
    promisedCredit(context.db, organization),
    isBeta(context.db, organization.id),
  ]);
  return {
    clientSecret: intent.clientSecret,
    publishableKey: config.stripePublishableKey ?? null,
    card,
    promisedCredit: credit,
    isBeta: beta,
  };
}
