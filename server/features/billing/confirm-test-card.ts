import type { z } from 'zod';
import type { confirmTestCardBody } from '#shared/features/billing/cards.ts';
import { PaymentObjectMissing } from '../../payments/errors.ts';
import { NotFound, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import type { Context } from '../context.ts';
import { findOwnOrganization, requireManager } from '../people/index.ts';

const STALE_FORM = say('billing.cardFormExpired');

/**
 * In test mode without a publishable key: confirms the SetupIntent with a test card, as Stripe Elements would.
 * @throws NotFound in live mode and with Elements in use; ValidationError; PaymentDeclined
 */
export async function confirmTestCard(
  context: Context,
  input: z.output<typeof confirmTestCardBody>,
): Promise<{ paymentMethodId: string | null; redirectUrl: string | null }> {
  const { payments, config, actor } = context;
  if (!payments.testMode || config.stripePublishableKey) throw new NotFound();
  requireManager(actor);
  const { organization } = await findOwnOrganization(context.db, actor, actor.organizationId);
  const setupIntentId = /^(seti_[A-Za-z0-9]+)_secret_/.exec(input.client_secret)?.[1];
  if (!organization.stripeCustomerId || !setupIntentId)
    throw new ValidationError({ client_secret: STALE_FORM }, STALE_FORM);
  try {
    const setup = await payments.confirmTestCard({
      customerId: organization.stripeCustomerId,
      setupIntentId,
      card: { number: input.number, expiryMonth: input.exp_month, expiryYear: input.exp_year, cvc: input.cvc },
      returnUrl: `${config.publicUrl}${organization.setupStep > 2 ? '/organization/billing' : '/wizard/step2'}`,
    });
    switch (setup.status) {
      case 'succeeded':
        return { paymentMethodId: setup.paymentMethodId, redirectUrl: null };
      case 'action-required':
        return { paymentMethodId: null, redirectUrl: setup.redirectUrl };
      case 'incomplete':
        throw new ValidationError({ client_secret: STALE_FORM }, STALE_FORM);
    }
  } catch (error) {
    if (error instanceof PaymentObjectMissing) throw new ValidationError({ client_secret: STALE_FORM }, STALE_FORM);
    throw error;
  }
}
