import type { Emulator } from '../emulator.ts';
import type { NextAction, PaymentIntent, SetupIntent } from '../objects.ts';

/** Where the card holder accepts or refuses: the emulator's own page instead of a bank's. */
export function authenticationStep(
  emulator: Emulator,
  intent: SetupIntent | PaymentIntent,
  returnUrl: string | null,
): NextAction {
  const query = new URLSearchParams({ client_secret: intent.client_secret });
  if (returnUrl !== null) query.set('return_url', returnUrl);
  const url = `${emulator.publicUrl()}/_emulator/3d-secure/${intent.id}?${query}`;
  return returnUrl === null
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
}
