import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { receiveWebhook } from '../features/billing/receive-webhook.ts';
import type { Dependencies } from '../features/context.ts';
import { WebhookRejected } from '../payments/errors.ts';

/** Where the payment provider sends its events, on the UI's origin. */
export const STRIPE_WEBHOOK_PATH = '/webhooks/stripe';

const BODY_LIMIT_BYTES = 1024 * 1024;

/** Outside the API: no session, and the body must reach the signature check byte for byte. */
export function serveStripeWebhook(dependencies: Pick<Dependencies, 'payments' | 'db' | 'clock' | 'log'>): Hono {
  const app = new Hono();
  app.post(STRIPE_WEBHOOK_PATH, bodyLimit({ maxSize: BODY_LIMIT_BYTES }), async (c) => {
    const rawBody = new Uint8Array(await c.req.arrayBuffer());
    try {
      await receiveWebhook(dependencies, { rawBody, signature: c.req.header('stripe-signature') });
      return c.json({ received: true });
    } catch (error) {
      if (!(error instanceof WebhookRejected)) throw error;
      dependencies.log.warn({ err: error }, 'a webhook was refused');
      return c.json({ received: false }, 400);
    }
  });
  app.onError((error, c) => {
    dependencies.log.error({ err: error }, 'a webhook could not be taken; the provider will send it again');
    return c.json({ received: false }, 500);
  });
  return app;
}
