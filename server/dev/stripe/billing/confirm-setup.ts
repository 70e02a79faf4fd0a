import { TEST_CARDS } from '../cards.ts';
import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { ApiError, PaymentMethod, SetupIntent } from '../objects.ts';
import { attachPaymentMethod } from '../resources/attach-payment-method.ts';
import { authenticationStep } from './authentication-step.ts';
import { declined } from './declined.ts';

interface Confirmation {
  readonly intent: SetupIntent;
  readonly paymentMethod: string | null;
  readonly returnUrl: string | null;
}

/** Tries to save the card: succeeded, requires_action (3-D Secure), or a 402 that leaves `last_setup_error`. */
export function confirmSetup(emulator: Emulator, { intent, paymentMethod, returnUrl }: Confirmation): SetupIntent {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const why = `You cannot confirm this SetupIntent because it has ${intent.status === 'succeeded' ? 'already succeeded' : 'a status of canceled'}.`;
    throw invalidRequest(why, 'setup_intent_unexpected_state');
  }
  if (paymentMethod === null) {
    const why =
      "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again.";
    throw invalidRequest(why, 'setup_intent_unexpected_state');
  }
  const method = emulator.required('payment_method', paymentMethod, 'payment_method');
  refuseForeign(method, intent);
  const behaviour = TEST_CARDS[emulator.required('hidden_card', method.id).number];
  if (behaviour?.decline !== undefined) {
    const { code, declineCode, message } = behaviour.decline;
    const failed = failSetup(emulator, intent, {
      type: 'card_error',
      code,
      decline_code: declineCode,
      message,
      payment_method: method,
    });
    throw declined(behaviour.decline, { setup_intent: failed, payment_method: method }, true);
  }
  if (behaviour?.authentication === undefined) return completeSetup(emulator, intent.id, method.id);
  const waiting = emulator.patch('setup_intent', intent.id, {
    payment_method: method.id,
    status: 'requires_action',
    next_action: authenticationStep(emulator, intent, returnUrl),
    last_setup_error: null,
  });
  emulator.emit('setup_intent.requires_action', waiting);
  return waiting;
}

/** The card is saved: attached to the intent's customer, with 3-D Secure done if it was asked for. */
export function completeSetup(emulator: Emulator, intentId: string, methodId: string): SetupIntent {
  const intent = emulator.required('setup_intent', intentId);
  if (intent.customer !== null) attachPaymentMethod(emulator, methodId, intent.customer, 'payment_method');
  emulator.patch('hidden_card', methodId, { authenticated: true });
  const done = emulator.patch('setup_intent', intentId, {
    payment_method: methodId,
    status: 'succeeded',
    next_action: null,
    last_setup_error: null,
  });
  emulator.emit('setup_intent.succeeded', done);
  return done;
}

export function failSetup(emulator: Emulator, intent: SetupIntent, error: ApiError): SetupIntent {
  const failed = emulator.patch('setup_intent', intent.id, {
    payment_method: null,
    status: 'requires_payment_method',
    next_action: null,
    last_setup_error: error,
  });
  emulator.emit('setup_intent.setup_failed', failed);
  return failed;
}

function refuseForeign(method: PaymentMethod, intent: SetupIntent): void {
  if (method.customer === null || method.customer === intent.customer) return;
  const why = 'The payment method supplied belongs to a different Customer. To use it, you must specify that Customer.';
  throw invalidRequest(why, 'payment_method_unexpected_state', 'payment_method');
}
