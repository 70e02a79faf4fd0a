import { declined } from '../billing/declined.ts';
import { TEST_CARDS, TEST_PAYMENT_METHODS } from '../cards.ts';
import type { Emulator } from '../emulator.ts';
import { invalidRequest } from '../errors.ts';
import type { PaymentMethod } from '../objects.ts';
import { newPaymentMethod } from './new-payment-method.ts';

/** The named payment method, or a new one if the name is one of Stripe's ready-made ones (`pm_card_visa`). */
export function resolvePaymentMethod(emulator: Emulator, id: string, param: string): PaymentMethod {
  const number = Object.hasOwn(TEST_PAYMENT_METHODS, id) ? TEST_PAYMENT_METHODS[id] : undefined;
  if (number === undefined) return emulator.required('payment_method', id, param);
  const expiryYear = new Date(emulator.now() * 1000).getUTCFullYear() + 1;
  return newPaymentMethod(emulator, { number, exp_month: 12, exp_year: expiryYear });
}

/** Attaches a card to a customer. @throws StripeRefusal 402 for a card that is refused while being saved */
export function attachPaymentMethod(emulator: Emulator, id: string, customer: string, param = 'id'): PaymentMethod {
  const method = resolvePaymentMethod(emulator, id, param);
  if (method.customer === customer) return method;
  if (method.customer !== null) {
    throw invalidRequest(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
      param,
    );
  }
  const card = TEST_CARDS[emulator.required('hidden_card', method.id).number];
  if (card?.decline !== undefined) throw declined(card.decline, { payment_method: method });
  const attached = emulator.patch('payment_method', method.id, { customer });
  emulator.emit('payment_method.attached', attached);
  return attached;
}
