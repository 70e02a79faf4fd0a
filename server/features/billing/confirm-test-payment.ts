import { PaymentObjectMissing } from '../../payments/errors.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { findOwnOrganization, requireManager } from '../people/index.ts';

/**
 * In test mode without a publishable key: plays the bank that wants a payment confirmed, as Stripe.js would.
 * @throws NotFound in live mode, with Stripe.js in use, and for a payment that isn't the organization's
 */
export async function confirmTestPayment(
  context: Context,
  input: { clientSecret: string; confirm: boolean },
): Promise<{ confirmed: boolean }> {
  const { payments, config, actor } = context;
  if (!payments.testMode || config.stripePublishableKey) throw new NotFound();
  requireManager(actor);
  const { organization } = await findOwnOrganization(context.db, actor, actor.organizationId);
  if (!organization.stripeCustomerId) throw new NotFound();
  try {
    const answer = await payments.answerTestBank({ customerId: organization.stripeCustomerId, ...input });
    return { confirmed: answer === 'confirmed' };
  } catch (error) {
    throw error instanceof PaymentObjectMissing ? new NotFound() : error;
  }
}
