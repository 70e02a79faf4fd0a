import { timingSafeEqual } from 'node:crypto';
import { failPayment } from './billing/confirm-payment.ts';
import { completeSetup, failSetup } from './billing/confirm-setup.ts';
import { recordFailure } from './billing/pay-invoice.ts';
import type { Emulator } from './emulator.ts';
import { StripeRefusal } from './errors.ts';
import type { PaymentIntent, SetupIntent } from './objects.ts';
import { confirmIntent, invoiceOf } from './resources/payment-intents.ts';

type Intent = SetupIntent | PaymentIntent;

const REFUSED = {
  setup: {
    type: 'invalid_request_error',
    code: 'setup_intent_authentication_failure',
    message: 'The latest attempt to set up the payment method has failed because authentication failed.',
  },
  payment: {
    code: 'payment_intent_authentication_failure',
    declineCode: 'authentication_required',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  },
};

/** The intent that waits for its card holder, if the secret belongs to it. */
export function waitingIntent(emulator: Emulator, id: string, secret: string): Intent | null {
  const intent = emulator.store.find('setup_intent', id) ?? emulator.store.find('payment_intent', id);
  if (intent === undefined || intent.status !== 'requires_action') return null;
  const [given, wanted] = [Buffer.from(secret), Buffer.from(intent.client_secret)];
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? intent : null;
}

/** The card holder's answer. Returns where the browser goes next, or null if it stays. */
export function answerAuthentication(emulator: Emulator, intent: Intent, accepted: boolean): string | null {
  const back = intent.next_action?.type === 'redirect_to_url' ? intent.next_action.redirect_to_url.return_url : null;
  const status = settleIntent(emulator, intent, accepted) ? 'succeeded' : 'failed';
  if (back === null) return null;
  const url = new URL(back);
  url.searchParams.set(intent.object, intent.id);
  url.searchParams.set(`${intent.object}_client_secret`, intent.client_secret);
  url.searchParams.set('redirect_status', status);
  return url.href;
}

function settleIntent(emulator: Emulator, intent: Intent, accepted: boolean): boolean {
  const method = intent.payment_method ?? '';
  if (intent.object === 'setup_intent') {
    if (accepted) completeSetup(emulator, intent.id, method);
    else failSetup(emulator, intent, REFUSED.setup);
    return accepted;
  }
  if (accepted) return confirmAuthenticated(emulator, intent, method);
  failPayment(emulator, intent, method, REFUSED.payment);
  const invoice = invoiceOf(emulator, intent.id);
  if (invoice !== null) recordFailure(emulator, emulator.required('invoice', invoice), 'declined');
  return false;
}

function confirmAuthenticated(emulator: Emulator, intent: PaymentIntent, paymentMethod: string): boolean {
  try {
    return confirmIntent(emulator, intent, { paymentMethod, authenticated: true }).status === 'succeeded';
  } catch (error) {
    if (error instanceof StripeRefusal && error.keepsChanges) return false;
    throw error;
  }
}

/** Replaces a bank's page. */
export function authenticationPage(): string {
  const choices = `<p>A bank would ask you now to confirm that it is you who uses this card. No money moves.</p>
    <form method="post"><button name="outcome" value="complete">Complete</button>
    <button name="outcome" value="fail" class="quiet">Fail</button></form>`;
  return htmlPage('3-D Secure test page', choices);
}

export function messagePage(message: string): string {
  return htmlPage('3-D Secure test page', `<p>${message}</p>`);
}

function htmlPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { display: grid; place-items: center; min-height: 100dvh; margin: 0; }
  main { max-width: 26rem; padding: 2rem; border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 8px; }
  h1 { font-size: 1.25rem; margin: 0 0 .5rem; }
  button { font: inherit; padding: .5rem 1rem; border: 1px solid #4f46e5; border-radius: 6px; background: #4f46e5; color: #fff; cursor: pointer; }
  button.quiet { background: transparent; color: inherit; border-color: currentColor; }
</style></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>`;
}
