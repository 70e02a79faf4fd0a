import type { CardDecline } from '../cards.ts';
import { StripeRefusal } from '../errors.ts';
import type { PaymentIntent, PaymentMethod, SetupIntent } from '../objects.ts';

interface Involved {
  payment_method?: PaymentMethod;
  setup_intent?: SetupIntent;
  payment_intent?: PaymentIntent;
}

/** The 402 of a refused card. With `keepsChanges`, the failed attempt stays on record. */
export function declined(decline: CardDecline, involved: Involved, keepsChanges = false): StripeRefusal {
  const { code, declineCode, message } = decline;
  const detail = code === 'card_declined' ? { decline_code: declineCode } : {};
  return new StripeRefusal(402, { type: 'card_error', code, ...detail, message, ...involved }, keepsChanges);
}
