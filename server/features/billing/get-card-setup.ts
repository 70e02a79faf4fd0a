import { PaymentDeclined, PaymentObjectMissing } from '../../payments/errors.ts';
import { NotFound } from '../../platform/errors.ts';
import type { Context } from '../context.ts';
import { findOwnOrganization, requireManager } from '../people/index.ts';

/**
 * A card setup's state after 3-D Secure: the payment method, or null while it isn't confirmed (refused, or abandoned).
 * @throws Forbidden; NotFound for one that isn't this organization's
 */
export async function getCardSetup(context: Context, input: { setupIntentId: string }): Promise<string | null> {
  const { actor, db, payments } = context;
  requireManager(actor);
  const { organization } = await findOwnOrganization(db, actor, actor.organizationId);
  if (!organization.stripeCustomerId) throw new NotFound();
  try {
    const setup = await payments.getCardSetup({
      customerId: organization.stripeCustomerId,
      setupIntentId: input.setupIntentId,
    });
    return setup.status === 'succeeded' ? setup.paymentMethodId : null;
  } catch (error) {
    if (error instanceof PaymentDeclined) return null;
    if (error instanceof PaymentObjectMissing) throw new NotFound();
    throw error;
  }
}
