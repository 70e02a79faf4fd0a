import * as cards from '#shared/features/billing/cards.ts';
import type { RegisterRoutes } from '../routing.ts';
import { confirmTestCard } from './confirm-test-card.ts';
import { confirmTestPayment } from './confirm-test-payment.ts';
import { getCardSetup } from './get-card-setup.ts';
import { getStartCharge } from './get-start-charge.ts';
import { updatePaymentMethod } from './update-payment-method.ts';

const done = { success: true as const };

export const cardRoutes: RegisterRoutes = (mount) => {
  mount(cards.updatePaymentMethod, async (context, { body }) => {
    const { payment_method: paymentMethod, at, card_amount: cardAmount } = body;
    await updatePaymentMethod(context, { paymentMethod, at: at ? new Date(at) : undefined, cardAmount });
    return { ...done, errors: [] };
  });

  mount(cards.startCharge, async (context) => ({ charge: await getStartCharge(context) }));

  mount(cards.confirmTestCard, async (context, { body }) => {
    const { paymentMethodId, redirectUrl } = await confirmTestCard(context, body);
    return { ...done, payment_method: paymentMethodId, redirect_url: redirectUrl };
  });

  mount(cards.confirmTestPayment, async (context, { body }) => {
    const { client_secret: clientSecret, confirm } = body;
    return { ...done, ...(await confirmTestPayment(context, { clientSecret, confirm })) };
  });

  mount(cards.cardSetup, async (context, { query }) => {
    const paymentMethodId = await getCardSetup(context, { setupIntentId: query.setup_intent });
    return {
      status: paymentMethodId ? ('succeeded' as const) : ('incomplete' as const),
      payment_method: paymentMethodId,
    };
  });
};
