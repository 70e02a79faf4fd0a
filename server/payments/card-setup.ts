import type Stripe from 'stripe';
import { say } from '../platform/say.ts';
import { callStripe } from './call-stripe.ts';
import type { PaymentsContext } from './context.ts';
import { idOf } from './customers.ts';
import { PaymentDeclined, PaymentObjectMissing, PaymentRequestRefused } from './errors.ts';
import type { CardSetup, CustomerId, SetupIntent, TestCard } from './types.ts';

interface Setup {
  readonly customerId: CustomerId;
  readonly setupIntentId: string;
}

/**
 * Begins saving a card; the client secret goes to the browser. The card is charged later without the person, so banks
 * should ask for 3-D Secure now.
 */
export function createSetupIntent({ stripe }: PaymentsContext, customerId: CustomerId): Promise<SetupIntent> {
  return callStripe(async () => {
    const { id, client_secret: clientSecret } = await stripe.setupIntents.create({
      customer: customerId,
      usage: 'off_session',
      allowed_payment_method_types: ['card'],
    });
    if (clientSecret === null) throw new PaymentRequestRefused(say('payments.noClientSecret'));
    return { id, clientSecret };
  });
}

/** The state of a card setup, for example after the person returns from 3-D Secure. */
export function getCardSetup({ stripe }: PaymentsContext, { customerId, setupIntentId }: Setup): Promise<CardSetup> {
  return callStripe(async () => toCardSetup(await ownIntent(stripe, customerId, setupIntentId)));
}

/**
 * Confirms a card setup with a test card, in place of Stripe.js. @throws PaymentDeclined for a refused card;
 * PaymentRequestRefused with a live key, where card numbers never reach us.
 */
export async function confirmTestCard(
  { stripe, testMode }: PaymentsContext,
  { customerId, setupIntentId, card, returnUrl }: Setup & { card: TestCard; returnUrl?: string },
): Promise<CardSetup> {
  if (!testMode) throw new PaymentRequestRefused(say('payments.testCardsOnly'));
  return callStripe(async () => {
    await ownIntent(stripe, customerId, setupIntentId);
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: {
        number: card.number.replaceAll(' ', ''),
        exp_month: card.expiryMonth,
        exp_year: card.expiryYear,
        cvc: card.cvc,
      },
    });
    const confirmed = await stripe.setupIntents.confirm(setupIntentId, {
      payment_method: method.id,
      ...(returnUrl === undefined ? {} : { return_url: returnUrl }),
    });
    return toCardSetup(confirmed);
  });
}

async function ownIntent(stripe: Stripe, customerId: CustomerId, setupIntentId: string): Promise<Stripe.SetupIntent> {
  const intent = await stripe.setupIntents.retrieve(setupIntentId);
  if (idOf(intent.customer) === customerId) return intent;
  throw new PaymentObjectMissing(say('payments.setupNotFound'));
}

function toCardSetup(intent: Stripe.SetupIntent): CardSetup {
  const paymentMethodId = idOf(intent.payment_method);
  if (intent.status === 'succeeded' && paymentMethodId !== null) return { status: 'succeeded', paymentMethodId };
  const redirectUrl = intent.next_action?.redirect_to_url?.url;
  if (intent.status === 'requires_action' && redirectUrl) return { status: 'action-required', redirectUrl };
  const failure = intent.last_setup_error;
  if (intent.status === 'requires_payment_method' && failure) {
    throw new PaymentDeclined(
      failure.message ?? say('payments.cardDeclined'),
      failure.code ?? '',
      failure.decline_code ?? null,
    );
  }
  return { status: 'incomplete' };
}
