import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PaymentEvent, WebhookRejected } from '#server/payments/index.ts';
import { bench, START, WEBHOOK_SECRET, withCard } from './set-up.ts';

/** Receives webhooks as the server will: raw body and signature. Answers 500 to the first `failures`. */
async function receiver(failures = 0) {
  const received: { body: string; signature: string }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received.push({ body: Buffer.concat(chunks).toString(), signature: String(request.headers['stripe-signature']) });
    response.writeHead(received.length <= failures ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks` };
}

describe('verifyWebhook', () => {
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    created: START.getTime() / 1000,
    type: 'invoice.paid',
    data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_1' } },
  });
  const sign = (payload: string, secret = WEBHOOK_SECRET, at = START) =>
    new Stripe('sk_test_1').webhooks.generateTestHeaderString({ payload, secret, timestamp: at.getTime() / 1000 });

  test('a signed body becomes an event in our words', async () => {
    const { payments } = await bench();
    const expected = { id: 'evt_1', createdAt: START, type: 'invoice-paid', invoiceId: 'in_1', customerId: 'cus_1' };
    expect(payments.verifyWebhook(body, sign(body))).toEqual(expected);
    expect(payments.verifyWebhook(new TextEncoder().encode(body), sign(body))).toEqual(expected);
  });

  test.each([
    ['no signature', body, undefined],
    ['an empty one', body, ''],
    ['another secret', body, sign(body, 'whsec_other')],
    ['a changed body', body.replace('in_1', 'in_2'), sign(body)],
    ['one that is older than five minutes', body, sign(body, WEBHOOK_SECRET, new Date(START.getTime() - 301_000))],
    ['nonsense', body, 't=x,v1=y'],
  ])('refuses %s', async (_name, payload, signature) => {
    const { payments } = await bench();
    expect(() => payments.verifyWebhook(payload, signature)).toThrow(WebhookRejected);
  });

  test('takes one that is five minutes old', async () => {
    const { payments } = await bench();
    expect(payments.verifyWebhook(body, sign(body, WEBHOOK_SECRET, new Date(START.getTime() - 300_000))).id).toBe(
      'evt_1',
    );
  });
});

describe('deliveries', () => {
  test('arrive signed, in order of creation, and again until they are taken', async () => {
    const { received, url } = await receiver(3);
    const setup = await bench({ emulator: { webhook: { url, secret: WEBHOOK_SECRET } } });
    const customerId = await withCard(setup);
    await setup.payments.startSubscription({ customerId, organizationId: 'org-1', idempotencyKey: 'start' });
    await setup.emulator.webhooksDelivered();
    const events = received.map(({ body, signature }) => setup.payments.verifyWebhook(body, signature));
    expect(events.slice(0, 4).map(({ id }) => id)).toEqual(Array(4).fill(events[0]?.id));
    const created = (await setup.stripe.events.list({ limit: 100 })).data.toReversed();
    expect(events.slice(3).map(({ id }) => id)).toEqual(created.map(({ id }) => id));
    expect(created.every(({ pending_webhooks: pending }) => pending === 0)).toBe(true);
    const kinds = new Set(events.map(({ type }) => type));
    const wanted: PaymentEvent['type'][] = ['card-saved', 'customer-changed', 'invoice-paid', 'subscription-changed'];
    for (const kind of wanted) expect(kinds).toContain(kind);
  });

  test('a refused charge tells no one', async () => {
    const { received, url } = await receiver();
    const setup = await bench({ emulator: { webhook: { url, secret: WEBHOOK_SECRET } } });
    const customerId = await withCard(setup, '4000000000000341');
    const attempt = setup.payments.startSubscription({ customerId, organizationId: 'org-1', idempotencyKey: 'start' });
    await expect(attempt).rejects.toThrow();
    await setup.emulator.webhooksDelivered();
    const types = received.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types).toContain('customer.updated');
    expect(types.filter((type) => /^(invoice|customer\.subscription|payment_intent)\./.test(type))).toEqual([]);
  });
});
