import { createHash } from 'node:crypto';
import { passesLuhn, TEST_CARDS } from '../cards.ts';
import type { Emulator } from '../emulator.ts';
import { StripeRefusal } from '../errors.ts';
import type { PaymentMethod } from '../objects.ts';

export interface CardInput {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly cvc?: string | undefined;
}

/** A new card, attached to no one. @throws StripeRefusal 402 where Stripe's own checks refuse it. */
export function newPaymentMethod(emulator: Emulator, input: CardInput, billing: object = {}): PaymentMethod {
  const number = input.number.replace(/[ -]/g, '');
  const behaviour = checkCard(emulator, number, input);
  const method: PaymentMethod & Record<string, unknown> = {
    id: emulator.id('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
      email: null,
      name: null,
      phone: null,
      tax_id: null,
      ...billing,
    },
    card: {
      brand: behaviour.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: input.cvc ? 'pass' : null },
      country: 'US',
      display_brand: behaviour.brand,
      exp_month: input.exp_month,
      exp_year: input.exp_year,
      fingerprint: createHash('sha256').update(number).digest('hex').slice(0, 16),
      funding: behaviour.funding,
      generated_from: null,
      last4: number.slice(-4),
      networks: { available: [behaviour.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: emulator.now(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  emulator.store.put('hidden_card', { id: method.id, number, authenticated: false });
  return emulator.store.put('payment_method', method);
}

function checkCard(emulator: Emulator, number: string, { exp_month: month, exp_year: year, cvc }: CardInput) {
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  }
  if (month < 1 || month > 12)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const today = new Date(emulator.now() * 1000);
  const isPast = year * 12 + month < today.getUTCFullYear() * 12 + today.getUTCMonth() + 1;
  if (isPast || year > today.getUTCFullYear() + 50) {
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (cvc !== undefined && !/^\d{3,4}$/.test(cvc)) {
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  const behaviour = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number] : undefined;
  if (behaviour === undefined) {
    const why =
      'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.';
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message: why,
    });
  }
  return behaviour;
}

function cardError(code: string, message: string, param: string): StripeRefusal {
  return new StripeRefusal(402, { type: 'card_error', code, message, param: `card[${param}]` });
}
