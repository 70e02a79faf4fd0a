/** What happens to a card: `fine`, a decline, or 3-D Secure. From https://docs.stripe.com/testing */
export interface CardDecline {
  readonly code: string;
  readonly declineCode: string;
  readonly message: string;
}

export interface TestCardBehaviour {
  readonly brand: 'visa' | 'mastercard' | 'amex';
  readonly funding: 'credit' | 'debit';
  /** Refused while being saved and while being charged. */
  readonly decline?: CardDecline;
  /** Saves fine, then is refused when charged. */
  readonly chargeDecline?: CardDecline;
  /** 3-D Secure: once while being saved (later charges pass), or at every charge. */
  readonly authentication?: 'on-setup' | 'always';
}

const generic: CardDecline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
const insufficient: CardDecline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};

const visa = { brand: 'visa', funding: 'credit' } as const;

export const TEST_CARDS: Readonly<Record<string, TestCardBehaviour>> = {
  '4242424242424242': visa,
  '4000056655665556': { ...visa, funding: 'debit' },
  '5555555555554444': { brand: 'mastercard', funding: 'credit' },
  '378282246310005': { brand: 'amex', funding: 'credit' },
  '4000000000000002': { ...visa, decline: generic },
  '4000000000009995': { ...visa, decline: insufficient },
  '4000000000000069': {
    ...visa,
    decline: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  },
  '4000000000000127': {
    ...visa,
    decline: {
      code: 'incorrect_cvc',
      declineCode: 'incorrect_cvc',
      message: "Your card's security code is incorrect.",
    },
  },
  '4000000000000119': {
    ...visa,
    decline: {
      code: 'processing_error',
      declineCode: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    },
  },
  '4000000000000341': { ...visa, chargeDecline: generic },
  '4000002500003155': { ...visa, authentication: 'on-setup' },
  '4000002760003184': { ...visa, authentication: 'always' },
  '4000008260003178': { ...visa, authentication: 'on-setup', chargeDecline: insufficient },
};

/** Stripe's ready-made payment methods: each use makes a new one of that card. */
export const TEST_PAYMENT_METHODS: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
};

/** The same cards as tokens for `card[token]`. */
export const TEST_TOKENS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(TEST_PAYMENT_METHODS).map(([name, number]) => [name.replace('pm_card_', 'tok_'), number]),
);

/** The check digit every real card number has (ISO/IEC 7812). */
export function passesLuhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
