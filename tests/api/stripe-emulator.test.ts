import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startStripeEmulator } from '#server/dev/stripe/index.ts';
import { type Bench, bench, START } from '#tests/unit/payments/set-up.ts';

const unix = (iso: string) => Date.parse(iso) / 1000;
const NEXT_FIRST = unix('2026-12-01T00:00:00Z');

/** A bare request, for what the SDK would never send. */
async function send(
  { emulator }: Bench,
  method: string,
  path: string,
  more: { key?: string; body?: string; headers?: object } = {},
) {
  const { key = emulator.secretKey, body = '', headers = {} } = more;
  const answer = await fetch(emulator.url + path, {
    method,
    headers: {
      ...(key === '' ? {} : { Authorization: `Bearer ${key}` }),
      ...(method === 'POST' ? { 'Content-Type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { body } : {}),
  });
  return {
    status: answer.status,
    headers: answer.headers,
    body: (await answer.json()) as { id?: string; error?: Stripe.StripeRawError },
  };
}

async function customerWith({ stripe }: Bench, card: string): Promise<string> {
  const { id } = await stripe.customers.create({ name: 'Acme' });
  const method = await stripe.paymentMethods.attach(card, { customer: id });
  await stripe.customers.update(id, { invoice_settings: { default_payment_method: method.id } });
  return id;
}

function monthly({ stripe }: Bench, unitAmount: number, name = 'Seat'): Promise<Stripe.Price> {
  return stripe.prices.create({
    currency: 'usd',
    unit_amount: unitAmount,
    recurring: { interval: 'month' },
    product_data: { name },
  });
}

const invoices = ({ stripe }: Bench, customer: string) => stripe.invoices.list({ customer }).then(({ data }) => data);

describe('strictness', () => {
  test.each([
    ['no key', 'GET', '/v1/customers', { key: '' }, 401, {}],
    ['a wrong key', 'GET', '/v1/customers', { key: 'sk_test_wrong' }, 401, {}],
    ['another API version', 'GET', '/v1/customers', { headers: { 'Stripe-Version': '2020-08-27' } }, 400, {}],
    ['an unknown path', 'GET', '/v1/quotes', {}, 404, {}],
    ['a method that a path lacks', 'DELETE', '/v1/prices', {}, 404, {}],
    ['an id that names nothing', 'GET', '/v1/customers/cus_x', {}, 404, { code: 'resource_missing', param: 'id' }],
    [
      'an unknown parameter',
      'POST',
      '/v1/customers',
      { body: 'foo=1' },
      400,
      { code: 'parameter_unknown', param: 'foo' },
    ],
    [
      'an unknown nested one',
      'POST',
      '/v1/customers',
      { body: 'invoice_settings[foo]=1' },
      400,
      { param: 'invoice_settings[foo]' },
    ],
    ['a missing one', 'POST', '/v1/products', {}, 400, { code: 'parameter_missing', param: 'name' }],
    [
      'an empty one that can’t be',
      'POST',
      '/v1/products',
      { body: 'name=' },
      400,
      { code: 'parameter_invalid_empty', param: 'name' },
    ],
    ['a foreign enum value', 'POST', '/v1/setup_intents', { body: 'usage=sometimes' }, 400, { param: 'usage' }],
    ['a non-integer', 'GET', '/v1/customers?limit=ten', {}, 400, { code: 'parameter_invalid_integer', param: 'limit' }],
    ['too large a page', 'GET', '/v1/customers?limit=101', {}, 400, { param: 'limit' }],
    [
      'a page after nothing',
      'GET',
      '/v1/customers?starting_after=cus_x',
      {},
      400,
      { code: 'resource_missing', param: 'starting_after' },
    ],
    ['JSON', 'POST', '/v1/customers', { body: '{}', headers: { 'Content-Type': 'application/json' } }, 400, {}],
    [
      'another currency',
      'POST',
      '/v1/prices',
      { body: 'currency=eur&unit_amount=1&product=p' },
      400,
      { param: 'currency' },
    ],
    [
      'a negative price',
      'POST',
      '/v1/prices',
      { body: 'currency=usd&unit_amount=-1&product=p' },
      400,
      { param: 'unit_amount' },
    ],
    [
      'a customer that is missing',
      'POST',
      '/v1/setup_intents',
      { body: 'customer=cus_x' },
      400,
      { code: 'resource_missing', param: 'customer' },
    ],
    ['an expansion of no reference', 'POST', '/v1/customers', { body: 'expand[]=name.foo' }, 400, { param: 'expand' }],
  ])('%s is refused as Stripe does', async (_name, method, path, more, status, error) => {
    const answer = await send(await bench(), method, path, more);
    expect(answer).toMatchObject({
      status,
      body: { error: { type: 'invalid_request_error', message: expect.any(String), ...error } },
    });
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  test('a refused request leaves nothing behind', async () => {
    const setup = await bench();
    await send(setup, 'POST', '/v1/customers', { body: 'name=A&expand[]=name.foo' });
    expect((await setup.stripe.customers.list()).data).toEqual([]);
    expect((await setup.stripe.events.list()).data).toEqual([]);
  });

  test('a publishable key saves cards with a client secret, and nothing else', async () => {
    const setup = await bench();
    const key = setup.emulator.publishableKey;
    const { id, client_secret: secret } = await setup.stripe.setupIntents.create();
    const card = await send(setup, 'POST', '/v1/payment_methods', { key, body: 'type=card&card[token]=tok_visa' });
    const confirm = (clientSecret: string) => {
      const body = String(new URLSearchParams({ payment_method: card.body.id ?? '', client_secret: clientSecret }));
      return send(setup, 'POST', `/v1/setup_intents/${id}/confirm`, { key, body });
    };
    expect((await confirm('guess')).status).toBe(400);
    expect(await confirm(secret ?? '')).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    expect(await send(setup, 'GET', '/v1/customers', { key })).toMatchObject({
      status: 403,
      body: { error: { code: 'secret_key_required' } },
    });
  });

  test('a body beyond 1 MB is refused', async () => {
    const { emulator } = await bench();
    const answer = await fetch(`${emulator.url}/v1/customers`, { method: 'POST', body: 'x'.repeat(1_000_001) }).catch(
      () => null,
    );
    expect(answer?.status ?? 413).toBe(413);
  });
});

describe('idempotency keys', () => {
  test('the same request is answered again, another is refused', async () => {
    const setup = await bench();
    const call = (body: string) => send(setup, 'POST', '/v1/customers', { body, headers: { 'Idempotency-Key': 'k' } });
    const first = await call('name=A');
    const again = await call('name=A');
    expect(again.body).toEqual(first.body);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(await call('name=B')).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } });
    expect((await setup.stripe.customers.list()).data).toHaveLength(1);
  });

  test('a decline is replayed; wrong parameters free the key', async () => {
    const setup = await bench();
    const { id } = await setup.stripe.customers.create();
    const options = { idempotencyKey: 'attach' };
    const attach = () => setup.stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: id }, options);
    const declines = await Promise.allSettled([attach(), attach()]);
    expect(declines).toMatchObject([{ reason: { code: 'card_declined' } }, { reason: { code: 'card_declined' } }]);
    const wrong = { headers: { 'Idempotency-Key': 'p' } };
    expect((await send(setup, 'POST', '/v1/products', { ...wrong, body: 'nam=x' })).status).toBe(400);
    expect((await send(setup, 'POST', '/v1/products', { ...wrong, body: 'name=x' })).status).toBe(200);
  });

  test('a key is forgotten after a day', async () => {
    const { stripe, clock } = await bench();
    const create = () => stripe.customers.create({ name: 'A' }, { idempotencyKey: 'k' });
    const first = await create();
    clock.set(new Date(START.getTime() + 25 * 3_600_000));
    expect((await create()).id).not.toBe(first.id);
  });
});

test('lists go newest first, page by page in both directions; references expand', async () => {
  const setup = await bench();
  const { stripe } = setup;
  const made: string[] = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) made.unshift((await stripe.customers.create({ name })).id);
  const paged = await stripe.customers.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
  expect(paged.map(({ id }) => id)).toEqual(made);
  const before = await stripe.customers.list({ limit: 2, ending_before: made[4] ?? '' });
  expect(before).toMatchObject({ has_more: true, data: [{ id: made[2] }, { id: made[3] }] });
  await stripe.setupIntents.create({ customer: made[0] ?? '' });
  const { data } = await stripe.setupIntents.list({ expand: ['data.customer'] });
  expect(data[0]?.customer).toMatchObject({ id: made[0], name: 'e' });
});

test('metadata merges and clears; text clears with an empty value', async () => {
  const { stripe } = await bench();
  const { id } = await stripe.customers.create({ description: 'x', metadata: { a: '1', b: '2' } });
  const merged = await stripe.customers.update(id, { description: '', metadata: { b: '', c: '3' } });
  expect(merged).toMatchObject({ description: null, metadata: { a: '1', c: '3' } });
  expect((await stripe.customers.update(id, { metadata: '' })).metadata).toEqual({});
});

describe('subscriptions', () => {
  async function anchored(card = 'pm_card_visa', unitAmount = 2000) {
    const setup = await bench();
    const customer = await customerWith(setup, card);
    const price = await monthly(setup, unitAmount);
    const create = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
      setup.stripe.subscriptions.create({
        customer,
        items: [{ price: price.id }],
        billing_cycle_anchor: NEXT_FIRST,
        ...more,
      });
    return { setup, customer, price, create };
  }

  test('a change mid-period credits the old and charges the new, to the second', async () => {
    const { setup, customer, create } = await anchored();
    const subscription = await create();
    const item = subscription.items.data[0]?.id ?? '';
    const at = unix('2026-11-27T09:17:31Z');
    await setup.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item, quantity: 3 }],
      proration_behavior: 'always_invoice',
      proration_date: at,
    });
    const [invoice] = await invoices(setup, customer);
    // 2000 × 312,149 ÷ 2,592,000 = 240.86; three of them 722.57
    const left = NEXT_FIRST - at;
    expect(left).toBe(312_149);
    expect(invoice?.lines.data.map(({ amount }) => amount)).toEqual([-241, 723]);
    expect(invoice).toMatchObject({
      billing_reason: 'subscription_update',
      total: 482,
      amount_paid: 482,
      status: 'paid',
    });
  });

  test('pending prorations come with the next invoice; a net credit goes to the balance', async () => {
    const { setup, customer, create } = await anchored();
    const subscription = await create();
    const update = { items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 2 }] };
    await setup.stripe.subscriptions.update(subscription.id, update);
    const upcoming = await setup.stripe.invoices.createPreview({ subscription: subscription.id });
    // 2 × 2000 for December, 2000 × 7.5/30 = 500 more for November
    expect(upcoming.total).toBe(4500);
    setup.emulator.advance(new Date('2026-12-01T01:00:00Z'));
    expect((await invoices(setup, customer))[0]).toMatchObject({ total: 4500, status: 'paid' });
    await setup.stripe.subscriptions.update(subscription.id, {
      items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 1 }],
      proration_behavior: 'always_invoice',
      proration_date: unix('2026-12-16T12:00:00Z'),
    });
    // half of December: 4000 ÷ 2 back, 2000 ÷ 2 charged
    expect((await invoices(setup, customer))[0]).toMatchObject({
      total: -1000,
      amount_due: 0,
      status: 'paid',
      ending_balance: -1000,
    });
    expect(await setup.stripe.customers.retrieve(customer)).toMatchObject({ balance: -1000 });
  });

  test('a preview changes nothing', async () => {
    const { setup, create } = await anchored();
    const subscription = await create();
    const count = async () => (await setup.stripe.events.list({ limit: 100 })).data.length;
    const before = await count();
    await setup.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: subscription.items.data[0]?.id ?? '', quantity: 9 }],
        proration_behavior: 'always_invoice',
      },
    });
    expect(await count()).toBe(before);
    expect(await setup.stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
      items: { data: [{ quantity: 1 }] },
    });
  });

  test('the 1st: a card that fails is tried on days 3, 5 and 7, then the subscription is unpaid, until someone pays', async () => {
    const { setup, customer, create } = await anchored();
    const { stripe, emulator } = setup;
    const { id } = await create();
    const bad = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: bad.id } });
    const status = async () => (await stripe.subscriptions.retrieve(id)).status;
    const seen: unknown[] = [];
    for (const day of ['01', '03', '04', '06', '08']) {
      emulator.advance(new Date(`2026-12-${day}T12:00:00Z`));
      seen.push([day, (await invoices(setup, customer))[0]?.attempt_count, await status()]);
    }
    expect(seen).toEqual([
      ['01', 1, 'past_due'],
      ['03', 1, 'past_due'],
      ['04', 2, 'past_due'],
      ['06', 3, 'past_due'],
      ['08', 4, 'unpaid'],
    ]);
    const [open] = await invoices(setup, customer);
    await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ code: 'card_declined', statusCode: 402 });
    const good = await stripe.paymentMethods.attach('pm_card_visa', { customer });
    await stripe.invoices.pay(open?.id ?? '', { payment_method: good.id });
    expect(await status()).toBe('active');
    await expect(stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ code: 'invoice_already_paid' });
  });

  test('months end where they end: an anchor on the 31st', async () => {
    const setup = await bench();
    setup.clock.set(new Date('2027-01-31T10:00:00Z'));
    const customer = await customerWith(setup, 'pm_card_visa');
    const price = await monthly(setup, 1000);
    const { id } = await setup.stripe.subscriptions.create({ customer, items: [{ price: price.id }] });
    const ends: (number | undefined)[] = [];
    for (const iso of ['2027-02-01T00:00:00Z', '2027-03-01T00:00:00Z', '2027-04-01T00:00:00Z']) {
      setup.emulator.advance(new Date(iso));
      ends.push((await setup.stripe.subscriptions.retrieve(id)).items.data[0]?.current_period_end);
    }
    expect(ends).toEqual(['2027-02-28T10:00:00Z', '2027-03-31T10:00:00Z', '2027-04-30T10:00:00Z'].map(unix));
  });

  test('3-D Secure on the first invoice: incomplete until accepted', async () => {
    const { setup, customer, create } = await anchored('pm_card_authenticationRequired');
    const subscription = await create({ expand: ['latest_invoice.payments', 'latest_invoice.confirmation_secret'] });
    expect(subscription).toMatchObject({
      status: 'incomplete',
      latest_invoice: { payments: { data: [{ status: 'open' }] } },
    });
    const [intent] = (await setup.stripe.paymentIntents.list({ customer })).data;
    const page = intent?.next_action?.use_stripe_sdk as unknown as { stripe_js: string };
    await fetch(page.stripe_js, { method: 'POST', body: new URLSearchParams({ outcome: 'complete' }) });
    expect((await setup.stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
    expect((await invoices(setup, customer))[0]?.status).toBe('paid');
  });

  test('never accepted: expired after 23 hours, its invoice void', async () => {
    const { setup, customer, create } = await anchored('pm_card_authenticationRequired');
    const { id } = await create();
    setup.emulator.advance(new Date(START.getTime() + 23 * 3_600_000));
    expect((await setup.stripe.subscriptions.retrieve(id)).status).toBe('incomplete_expired');
    expect((await invoices(setup, customer))[0]?.status).toBe('void');
  });

  test('without a card there is nothing to charge', async () => {
    const setup = await bench();
    const { id } = await setup.stripe.customers.create();
    const price = await monthly(setup, 2000);
    const attempt = setup.stripe.subscriptions.create({ customer: id, items: [{ price: price.id }] });
    await expect(attempt).rejects.toThrow('no attached payment source');
    expect((await setup.stripe.subscriptions.list({ customer: id, status: 'all' })).data).toEqual([]);
  });

  test.each([
    ['an anchor in the past', { billing_cycle_anchor: unix('2026-11-01T00:00:00Z') }, 'must be in the future'],
    ['an anchor too far ahead', { billing_cycle_anchor: unix('2027-01-01T00:00:00Z') }, 'cannot be later'],
    ['another customer’s card', { default_payment_method: 'pm_card_visa' }, 'No such PaymentMethod'],
  ])('%s is refused', async (_name, more, message) => {
    const { create } = await anchored();
    await expect(create(more)).rejects.toThrow(message);
  });

  test('items are added, changed and removed one by one, never the last', async () => {
    const { setup, create } = await anchored();
    const { stripe } = setup;
    const subscription = await create();
    const host = await monthly(setup, 4000, 'Host');
    const added = await stripe.subscriptionItems.create({
      subscription: subscription.id,
      price: host.id,
      proration_behavior: 'none',
    });
    await stripe.subscriptionItems.update(added.id, { quantity: 2, proration_behavior: 'none' });
    const { data } = await stripe.subscriptionItems.list({ subscription: subscription.id });
    expect(data.map(({ quantity }) => quantity)).toEqual([1, 2]);
    await expect(stripe.subscriptionItems.create({ subscription: subscription.id, price: host.id })).rejects.toThrow(
      'same plan',
    );
    await stripe.subscriptionItems.del(added.id, { proration_behavior: 'none' });
    await expect(stripe.subscriptionItems.del(data[0]?.id ?? '')).rejects.toThrow('at least one');
  });
});

describe('invoices made by hand', () => {
  test('items, finalize, pay; a paid one stays as it is', async () => {
    const setup = await bench();
    const { stripe } = setup;
    const customer = await customerWith(setup, 'pm_card_visa');
    const draft = await stripe.invoices.create({ customer });
    await stripe.invoiceItems.create({
      customer,
      invoice: draft.id,
      amount: 700,
      currency: 'usd',
      description: 'Host',
    });
    const extra = await stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 100, currency: 'usd' });
    await stripe.invoiceItems.del(extra.id);
    const open = await stripe.invoices.finalizeInvoice(draft.id);
    expect(open).toMatchObject({ status: 'open', total: 700, number: expect.stringMatching(/-0001$/) });
    expect(await stripe.invoices.pay(draft.id)).toMatchObject({ status: 'paid', amount_paid: 700 });
    const late = stripe.invoiceItems.create({ customer, invoice: draft.id, amount: 1, currency: 'usd' });
    await expect(late).rejects.toMatchObject({ code: 'invoice_not_editable' });
    await expect(stripe.invoices.del(draft.id)).rejects.toMatchObject({ code: 'invoice_not_editable' });
  });

  test('voiding gives the credit back', async () => {
    const setup = await bench();
    const { stripe } = setup;
    const customer = await customerWith(setup, 'pm_card_visa');
    await stripe.customers.createBalanceTransaction(customer, { amount: -500, currency: 'usd' });
    await stripe.invoiceItems.create({ customer, amount: 2000, currency: 'usd' });
    const { id } = await stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    expect(await stripe.invoices.finalizeInvoice(id)).toMatchObject({
      amount_due: 1500,
      starting_balance: -500,
      ending_balance: 0,
    });
    expect((await stripe.invoices.voidInvoice(id)).status).toBe('void');
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ balance: -500 });
    const { data } = await stripe.customers.listBalanceTransactions(customer);
    expect(data.map(({ type, amount }) => [type, amount])).toEqual([
      ['unapplied_from_invoice', -500],
      ['applied_to_invoice', 500],
      ['adjustment', -500],
    ]);
  });
});

test('a deleted customer is charged no more', async () => {
  const setup = await bench();
  const { stripe, emulator } = setup;
  const customer = await customerWith(setup, 'pm_card_visa');
  const price = await monthly(setup, 2000);
  await stripe.subscriptions.create({ customer, items: [{ price: price.id }], billing_cycle_anchor: NEXT_FIRST });
  await stripe.invoiceItems.create({ customer, amount: 900, currency: 'usd' });
  await stripe.invoices.create({ customer, auto_advance: true, pending_invoice_items_behavior: 'include' });
  expect(await stripe.customers.del(customer)).toEqual({ id: customer, object: 'customer', deleted: true });
  emulator.advance(new Date('2027-01-02T00:00:00Z'));
  expect((await invoices(setup, customer)).map(({ status }) => status)).toEqual(['draft', 'paid']);
  await expect(stripe.customers.update(customer, { name: 'x' })).rejects.toMatchObject({ code: 'resource_missing' });
});

test('a restarted emulator has kept all but a write cut short, and still delivers what was on its way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stripe-emulator-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const stateFile = join(folder, 'state', 'stripe.json');
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(String(request.headers['stripe-signature']));
    request.resume().on('end', () => response.end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
  const { port } = server.address() as AddressInfo;

  const first = await bench({ emulator: { stateFile, webhook: { url: 'http://127.0.0.1:9/', secret: 'whsec_1' } } });
  const { id } = await first.stripe.customers.create({ name: 'Kept' }, { idempotencyKey: 'once' });
  first.emulator.advance(new Date('2026-11-24T00:00:00Z'));
  await first.emulator.close();
  appendFileSync(stateFile, '{"version":2,"rows":[["customer",');

  const second = await bench({
    emulator: { stateFile, webhook: { url: `http://127.0.0.1:${port}/`, secret: 'whsec_2' } },
  });
  expect(await second.stripe.customers.retrieve(id)).toMatchObject({ name: 'Kept' });
  expect((await second.stripe.customers.create({ name: 'Kept' }, { idempotencyKey: 'once' })).id).toBe(id);
  expect((await second.stripe.customers.create({ name: 'New' })).created).toBe(unix('2026-11-24T00:00:00Z'));
  await second.emulator.webhooksDelivered();
  expect(received).toHaveLength(2);
});

test('time is advanced over HTTP with the secret key, and only forward', async () => {
  const { emulator } = await bench();
  const advance = (to: string, key: string) =>
    fetch(`${emulator.url}/_emulator/advance`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}` },
      body: JSON.stringify({ to }),
    });
  expect((await advance('2026-12-01T00:00:00Z', 'guess')).status).toBe(401);
  expect(await (await advance('2026-12-01T00:00:00Z', emulator.secretKey)).json()).toEqual({
    now: '2026-12-01T00:00:00.000Z',
  });
  expect((await advance('2026-11-01T00:00:00Z', emulator.secretKey)).status).toBe(400);
  expect((await advance('soon', emulator.secretKey)).status).toBe(400);
});

test('a taken port is an error to the caller', async () => {
  const { emulator, clock } = await bench();
  const port = Number(new URL(emulator.url).port);
  await expect(startStripeEmulator({ clock, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
