import { type CardDecline, TEST_CARDS } from '../cards.ts';
import type { Emulator } from '../emulator.ts';
import type { PaymentIntent } from '../objects.ts';
import { authenticationStep } from './authentication-step.ts';

export type PaymentOutcome =
  | { readonly kind: 'succeeded'; readonly intent: PaymentIntent }
  | { readonly kind: 'requires_action'; readonly intent: PaymentIntent }
  | { readonly kind: 'declined'; readonly intent: PaymentIntent; readonly decline: CardDecline };

interface Attempt {
  readonly intent: PaymentIntent;
  readonly paymentMethod: string;
  /** 3-D Secure was just passed for this payment. */
  readonly authenticated?: boolean;
  readonly returnUrl?: string | null;
}

/** One attempt to charge a card, with the outcome of its test number. */
export function confirmPayment(
  emulator: Emulator,
  { intent, paymentMethod, authenticated, returnUrl }: Attempt,
): PaymentOutcome {
  const hidden = emulator.required('hidden_card', paymentMethod, 'payment_method');
  const behaviour = TEST_CARDS[hidden.number];
  const { authentication } = behaviour ?? {};
  if (!authenticated && (authentication === 'always' || (authentication === 'on-setup' && !hidden.authenticated))) {
    const waiting = emulator.patch('payment_intent', intent.id, {
      payment_method: paymentMethod,
      status: 'requires_action',
      next_action: authenticationStep(emulator, intent, returnUrl ?? null),
    });
    emulator.emit('payment_intent.requires_action', waiting);
    return { kind: 'requires_action', intent: waiting };
  }
  const decline = behaviour?.decline ?? behaviour?.chargeDecline;
  if (decline !== undefined)
    return { kind: 'declined', decline, intent: failPayment(emulator, intent, paymentMethod, decline) };
  const done = emulator.patch('payment_intent', intent.id, {
    amount_received: intent.amount,
    last_payment_error: null,
    next_action: null,
    payment_method: paymentMethod,
    status: 'succeeded',
  });
  emulator.emit('payment_intent.succeeded', done);
  return { kind: 'succeeded', intent: done };
}

export function failPayment(
  emulator: Emulator,
  intent: PaymentIntent,
  method: string,
  decline: CardDecline,
): PaymentIntent {
  const { code, declineCode, message } = decline;
  const failed = emulator.patch('payment_intent', intent.id, {
    last_payment_error: {
      type: 'card_error',
      code,
      decline_code: declineCode,
      message,
      payment_method: emulator.required('payment_method', method),
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  });
  emulator.emit('payment_intent.payment_failed', failed);
  return failed;
}
