import { describe, expect, test } from 'vitest';
import {
  PaymentActionRequired,
  PaymentDeclined,
  PaymentObjectMissing,
  PaymentUnavailable,
  PriceExpired,
} from '#server/payments/index.ts';
import { cents, prorate } from '#shared/features/billing/model.ts';
import { bench, CARD, orderFault, PRICES, START, withCard } from './set-up.ts';

const NEXT_FIRST = new Date('2026-12-01T00:00:00Z');
const start = (customerId: string, more: object = {}) => ({
  customerId,
  organizationId: 'org-1',
  idempotencyKey: 'start-1',
  ...more,
});

describe('starting the subscription', () => {
  test('charges the rest of the month at once and the whole from the 1st', async () => {
    const setup = await bench();
    const customerId = await withCard(setup);
    const subscription = await setup.payments.startSubscription(start(customerId, { extraUsers: 2 }));
    expect(subscription).toMatchObject({
      status: 'active',
      startedAt: START,
      currentPeriodEnd: NEXT_FIRST,
      cancelAtPeriodEnd: false,
    });
    expect(subscription.items).toMatchObject([
      { priceKey: 'subscription', unitPrice: 3500, quantity: 1 },
      { priceKey: 'extra-user', unitPrice: 2000, quantity: 2 },
    ]);
    const { rows } = await setup.payments.listInvoices({ customerId });
    // 3500 × 7.5/30 = 875; 2 × 2000 × 7.5/30 = 1000
    expect(rows).toMatchObject([
      { type: 'adhoc', status: 'paid', total: 1875, amountDue: 1875, amountPaid: 1875, paidAt: START },
    ]);
    expect(
      rows[0]?.lines.map(({ priceKey, quantity, amount, proration }) => ({ priceKey, quantity, amount, proration })),
    ).toEqual([
      { priceKey: 'subscription', quantity: 1, amount: 875, proration: true },
      { priceKey: 'extra-user', quantity: 2, amount: 1000, proration: true },
    ]);
    setup.emulator.advance(new Date('2026-12-01T02:00:00Z'));
    const monthly = (await setup.payments.listInvoices({ customerId })).rows[0];
    expect(monthly).toMatchObject({ type: 'monthly', status: 'paid', total: 7500, createdAt: NEXT_FIRST });
  });

  test.each([
    '2026-11-23T12:00:00Z',
    '2026-12-31T23:59:00Z',
    '2028-02-29T08:15:30Z',
    '2027-02-03T17:00:01Z',
    '2026-12-01T00:00:00Z',
    '2027-01-31T11:11:11Z',
  ])('at %s charges what the shared rule says', async (iso) => {
    const setup = await bench();
    setup.clock.set(new Date(iso));
    const customerId = await withCard(setup);
    await setup.payments.startSubscription(start(customerId));
    const [invoice] = (await setup.payments.listInvoices({ customerId })).rows;
    expect(invoice?.total).toBe(prorate(cents(3500), new Date(iso)));
  });

  test('too little for a card is carried to the next invoice', async () => {
    const setup = await bench();
    setup.clock.set(new Date('2026-12-31T21:00:00Z'));
    const customerId = await withCard(setup);
    await setup.payments.startSubscription(start(customerId));
    const [invoice] = (await setup.payments.listInvoices({ customerId })).rows;
    // 3500 × 10,800/2,678,400 = 14.11
    expect(invoice).toMatchObject({ status: 'paid', total: 14, amountDue: 0, amountPaid: 0 });
    expect((await setup.payments.getCustomer(customerId)).credit).toBe(-14);
    setup.clock.set(new Date('2027-01-01T02:00:00Z'));
    const [monthly] = (await setup.payments.listInvoices({ customerId })).rows;
    expect(monthly).toMatchObject({ type: 'monthly', total: 3500, amountDue: 3514, amountPaid: 3514 });
  });

  test('the same key charges once, also for twenty clicks at once', async () => {
    const setup = await bench();
    const customerId = await withCard(setup);
    const clicks = Array.from({ length: 20 }, () => setup.payments.startSubscription(start(customerId)));
    const ids = new Set((await Promise.all(clicks)).map(({ id }) => id));
    expect(ids.size).toBe(1);
    expect((await setup.stripe.subscriptions.list({ customer: customerId })).data).toHaveLength(1);
    expect((await setup.payments.listInvoices({ customerId })).rows).toHaveLength(1);
  });

  test('a repeat after midnight on the 1st does not charge again', async () => {
    const setup = await bench();
    setup.clock.set(new Date('2026-11-30T23:59:59Z'));
    const customerId = await withCard(setup);
    const first = await setup.payments.startSubscription(start(customerId));
    setup.clock.set(new Date('2026-12-01T00:00:01Z'));
    expect((await setup.payments.startSubscription(start(customerId))).id).toBe(first.id);
    expect((await setup.stripe.subscriptions.list({ customer: customerId })).data).toHaveLength(1);
  });

  test('a declined card leaves nothing behind', async () => {
    const setup = await bench();
    const customerId = await withCard(setup, '4000000000000341');
    const attempt = setup.payments.startSubscription(start(customerId));
    await expect(attempt).rejects.toThrow(PaymentDeclined);
    await expect(attempt).rejects.toMatchObject({ message: 'Your card was declined.', declineCode: 'generic_decline' });
    expect((await setup.stripe.subscriptions.list({ customer: customerId, status: 'all' })).data).toEqual([]);
    expect((await setup.payments.listInvoices({ customerId })).rows).toEqual([]);
    expect((await setup.stripe.paymentIntents.list({ customer: customerId })).data).toEqual([]);
  });

  test('a bank that wants to be asked every time stops the charge', async () => {
    const setup = await bench();
    const { payments, emulator } = setup;
    await payments.ensureCatalogue(PRICES);
    const { id: customerId } = await payments.ensureCustomer({
      id: 'o',
      name: 'A',
      email: 'a@b.example',
      customerId: null,
    });
    const { id: setupIntentId } = await payments.createSetupIntent(customerId);
    const card = { ...CARD, number: '4000002760003184' };
    const waiting = await payments.confirmTestCard({ customerId, setupIntentId, card, returnUrl: emulator.url });
    if (waiting.status !== 'action-required') throw new Error(waiting.status);
    await fetch(waiting.redirectUrl, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    });
    const saved = await payments.getCardSetup({ customerId, setupIntentId });
    if (saved.status !== 'succeeded') throw new Error(saved.status);
    await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: saved.paymentMethodId });
    await expect(payments.startSubscription(start(customerId))).rejects.toThrow(PaymentActionRequired);
    expect((await payments.listInvoices({ customerId })).rows).toEqual([]);
  });
});

describe('an unreliable provider', () => {
  const once = { payments: { maxRetries: 0 } };
  /** Long for every other call on a busy machine. */
  const impatient = { payments: { timeoutMs: 2_000, maxRetries: 0 } };

  test('no answer in time is "unavailable", and nothing was charged', async () => {
    const setup = await bench(impatient);
    const customerId = await withCard(setup);
    await orderFault(setup.emulator, 'silence', '/v1/subscriptions');
    await expect(setup.payments.startSubscription(start(customerId))).rejects.toThrow(PaymentUnavailable);
    expect((await setup.payments.listInvoices({ customerId })).rows).toEqual([]);
  });

  test.each(['lose-answer', 'cut', 'error-after'])('a start that was charged is found: %s', async (fault) => {
    const setup = await bench(impatient);
    const customerId = await withCard(setup);
    // A cut connection is tried once more by the SDK, whatever it was told.
    await orderFault(setup.emulator, fault, '/v1/subscriptions', fault === 'cut' ? 2 : 1);
    const begun = await setup.payments.startSubscription(start(customerId));
    expect(begun.status).toBe('active');
    setup.clock.set(new Date('2026-11-25T00:00:00Z'));
    const again = { ...start(customerId), idempotencyKey: 'another day' };
    expect((await setup.payments.startSubscription(again)).id).toBe(begun.id);
    expect((await setup.payments.listInvoices({ customerId })).rows).toHaveLength(1);
  });

  test('an error of its own is given again to the same key, and not to a new one', async () => {
    const setup = await bench(once);
    const customerId = await withCard(setup);
    await orderFault(setup.emulator, 'error', '/v1/subscriptions');
    const first = start(customerId);
    for (const input of [first, first]) {
      await expect(setup.payments.startSubscription(input)).rejects.toMatchObject({ isFinal: true });
    }
    const again = await setup.payments.startSubscription({ ...first, idempotencyKey: 'a new one' });
    expect(again.status).toBe('active');
  });

  test('a call that came too early is made again when the provider lets it; an outage is not an answer', async () => {
    const setup = await bench(once);
    const customerId = await withCard(setup);
    await orderFault(setup.emulator, 'rate-limit', '/v1/subscriptions', 1);
    expect((await setup.payments.startSubscription(start(customerId))).status).toBe('active');
    await orderFault(setup.emulator, 'rate-limit', '/v1/setup_intents', 100);
    await expect(setup.payments.createSetupIntent(customerId)).rejects.toMatchObject({
      name: 'PaymentUnavailable',
      isFinal: false,
    });
  });

  test('of an unpaid subscription every month is billed, and the latest bill alone makes it active', async () => {
    const setup = await bench();
    const customerId = await withCard(setup);
    const { id } = await setup.payments.startSubscription(start(customerId));
    await withCard(setup, '4000 0000 0000 0341');
    setup.emulator.advance(new Date('2027-01-01T03:00:00Z'));
    const status = async () => (await setup.payments.getSubscription(id)).status;
    expect(await status()).toBe('unpaid');
    const drafts = (await setup.stripe.invoices.list({ subscription: id, status: 'draft' })).data;
    expect(drafts).toMatchObject([{ auto_advance: false, total: 3500 }]);
    await setup.payments.openDrafts(id);
    await setup.payments.openDrafts(id);
    const [newest, older] = (await setup.stripe.invoices.list({ subscription: id, status: 'open' })).data;
    await expect(setup.payments.payInvoice({ customerId, invoiceId: newest?.id ?? '' })).rejects.toThrow('declined');
    expect(await status(), 'a try that failed').toBe('unpaid');
    await withCard(setup);
    await setup.payments.payInvoice({ customerId, invoiceId: older?.id ?? '' });
    expect(await status(), 'the older one is paid').toBe('unpaid');
    await setup.payments.payInvoice({ customerId, invoiceId: newest?.id ?? '' });
    expect(await status()).toBe('active');
  });

  test('a short outage is ridden out, a long one reported', async () => {
    const setup = await bench({ payments: { maxRetries: 1 } });
    const customerId = await withCard(setup);
    await orderFault(setup.emulator, 'unavailable', '/v1/subscriptions', 1);
    expect((await setup.payments.startSubscription(start(customerId))).status).toBe('active');
    await orderFault(setup.emulator, 'unavailable', '/v1/setup_intents', 2);
    await expect(setup.payments.createSetupIntent(customerId)).rejects.toThrow(PaymentUnavailable);
  });

  test('nobody at the address is "unavailable"', async () => {
    const { payments, emulator } = await bench({ payments: { maxRetries: 0 } });
    await emulator.close();
    await expect(payments.getCustomer('cus_1')).rejects.toThrow(PaymentUnavailable);
  });
});

describe('changing quantities', () => {
  async function subscribed() {
    const setup = await bench();
    const customerId = await withCard(setup);
    const { id: subscriptionId } = await setup.payments.startSubscription(start(customerId));
    return { ...setup, customerId, subscriptionId };
  }

  test('the preview is the charge, to the cent, also seconds later', async () => {
    const { payments, clock, customerId, subscriptionId } = await subscribed();
    const at = new Date('2026-11-27T09:17:31Z');
    clock.set(at);
    const change = { subscriptionId, priceKey: 'extra-user', quantity: 3, at } as const;
    const preview = await payments.previewInvoice({ kind: 'change-quantity', ...change });
    clock.set(new Date('2026-11-27T09:22:00Z'));
    const after = await payments.changeQuantity({ ...change, idempotencyKey: 'seats-3' });
    const [invoice] = (await payments.listInvoices({ customerId })).rows;
    expect(invoice?.total).toBe(prorate(cents(2000), at, 3));
    expect(invoice?.lines.map(({ amount }) => amount)).toEqual(preview.lines.map(({ amount }) => amount));
    expect(preview).toMatchObject({ id: '', total: invoice?.total, amountDue: invoice?.amountPaid, status: 'draft' });
    expect(after.items.map(({ priceKey, quantity }) => [priceKey, quantity])).toEqual([
      ['subscription', 1],
      ['extra-user', 3],
    ]);
  });

  test('a price shown before midnight on the 1st is not charged after it', async () => {
    const { payments, clock, subscriptionId } = await subscribed();
    const at = new Date('2026-11-30T23:58:00Z');
    clock.set(new Date('2026-12-01T00:02:00Z'));
    const change = { subscriptionId, priceKey: 'extra-user', quantity: 1, at, idempotencyKey: 'late' } as const;
    await expect(payments.changeQuantity(change)).rejects.toThrow(PriceExpired);
    expect((await payments.getSubscription(subscriptionId)).items).toHaveLength(1);
  });

  test('repeated clicks charge once', async () => {
    const { payments, customerId, subscriptionId } = await subscribed();
    const change = { subscriptionId, priceKey: 'extra-user', quantity: 1, at: START, idempotencyKey: 'seat' } as const;
    await Promise.all(Array.from({ length: 20 }, () => payments.changeQuantity(change)));
    await payments.changeQuantity(change);
    expect((await payments.listInvoices({ customerId })).rows).toHaveLength(2);
  });

  test('fewer units refund nothing and count from the 1st', async () => {
    const { payments, emulator, customerId, subscriptionId } = await subscribed();
    const change = { subscriptionId, priceKey: 'extra-user', at: START } as const;
    await payments.changeQuantity({ ...change, quantity: 2, idempotencyKey: 'up' });
    await payments.changeQuantity({ ...change, quantity: 1, idempotencyKey: 'down' });
    expect((await payments.listInvoices({ customerId })).rows).toHaveLength(2);
    expect(await payments.previewInvoice({ kind: 'next-monthly', subscriptionId })).toMatchObject({
      type: 'monthly',
      total: 5500,
    });
    emulator.advance(new Date('2026-12-01T02:00:00Z'));
    expect((await payments.listInvoices({ customerId })).rows[0]).toMatchObject({ total: 5500, status: 'paid' });
  });

  test('a unit given up and taken again in the same month is not paid twice; in the next it is', async () => {
    const { payments, clock, customerId, subscriptionId } = await subscribed();
    const set = (quantity: number, idempotencyKey: string) =>
      payments.changeQuantity({ subscriptionId, priceKey: 'extra-user', quantity, at: clock.now(), idempotencyKey });
    const count = async () => (await payments.listInvoices({ customerId })).rows.length;
    await set(2, 'a');
    await set(1, 'b');
    await set(0, 'c');
    expect((await set(2, 'd')).items[1]?.quantity).toBe(2);
    expect(await count()).toBe(2);
    await set(3, 'e');
    expect((await payments.listInvoices({ customerId })).rows[0]?.total).toBe(prorate(cents(2000), START));
    await set(1, 'f');
    clock.set(new Date('2026-12-01T00:00:00Z'));
    expect(await count()).toBe(4);
    await set(2, 'g');
    expect((await payments.listInvoices({ customerId })).rows[0]?.total).toBe(2000);
  });

  test('declined: the quantity stays as it was', async () => {
    const { payments, customerId, subscriptionId } = await subscribed();
    const { id: setupIntentId } = await payments.createSetupIntent(customerId);
    const card = { ...CARD, number: '4000 0000 0000 0341' };
    const saved = await payments.confirmTestCard({ customerId, setupIntentId, card });
    if (saved.status !== 'succeeded') throw new Error('The card was not saved.');
    await payments.setDefaultPaymentMethod({ customerId, paymentMethodId: saved.paymentMethodId });
    const change = {
      subscriptionId,
      priceKey: 'host-general-2',
      quantity: 1,
      at: START,
      idempotencyKey: 'host',
    } as const;
    await expect(payments.changeQuantity(change)).rejects.toThrow(PaymentDeclined);
    expect((await payments.getSubscription(subscriptionId)).items).toHaveLength(1);
    expect((await payments.listInvoices({ customerId })).rows).toHaveLength(1);
  });

  test('ending with the period, and taking that back', async () => {
    const { payments, emulator, customerId, subscriptionId } = await subscribed();
    expect(await payments.setCancelAtPeriodEnd({ subscriptionId, cancel: true })).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    });
    expect((await payments.setCancelAtPeriodEnd({ subscriptionId, cancel: false })).cancelAtPeriodEnd).toBe(false);
    await payments.setCancelAtPeriodEnd({ subscriptionId, cancel: true });
    emulator.advance(new Date('2026-12-02T00:00:00Z'));
    expect((await payments.getSubscription(subscriptionId)).status).toBe('cancelled');
    expect((await payments.listInvoices({ customerId })).rows).toHaveLength(1);
  });
});

describe('credit', () => {
  test('is used before the card, once per key', async () => {
    const setup = await bench();
    const customerId = await withCard(setup);
    const credit = { customerId, amount: cents(500), reason: 'Invited by Jo', idempotencyKey: 'share-1' };
    expect(await setup.payments.addCustomerCredit(credit)).toBe(500);
    expect(await setup.payments.addCustomerCredit(credit)).toBe(500);
    await setup.payments.startSubscription(start(customerId));
    const [invoice] = (await setup.payments.listInvoices({ customerId })).rows;
    expect(invoice).toMatchObject({ total: 875, amountDue: 375, amountPaid: 375, creditBefore: 500, creditAfter: 0 });
    expect((await setup.payments.getCustomer(customerId)).credit).toBe(0);
  });

  test('larger than the invoice, the rest stays and no card is charged', async () => {
    const setup = await bench();
    const customerId = await withCard(setup, '4000000000000341');
    await setup.payments.addCustomerCredit({
      customerId,
      amount: cents(1500),
      reason: 'New organization',
      idempotencyKey: 'new',
    });
    await setup.payments.startSubscription(start(customerId));
    const [invoice] = (await setup.payments.listInvoices({ customerId })).rows;
    expect(invoice).toMatchObject({ status: 'paid', total: 875, amountDue: 0, creditBefore: 1500, creditAfter: 625 });
  });

  test.each([0, -5])('of %d is refused', async (amount) => {
    const setup = await bench();
    const input = { customerId: 'cus_1', amount: cents(amount), reason: 'x', idempotencyKey: 'x' };
    await expect(setup.payments.addCustomerCredit(input)).rejects.toThrow('greater than zero');
  });
});

test('invoices are read 16 to a page and only by their owner', async () => {
  const setup = await bench();
  const customerId = await withCard(setup);
  await setup.payments.startSubscription(start(customerId));
  setup.emulator.advance(new Date('2028-04-02T00:00:00Z'));
  const first = await setup.payments.listInvoices({ customerId });
  expect(first.rows).toHaveLength(16);
  const second = await setup.payments.listInvoices({ customerId, after: first.nextAfter ?? '' });
  expect(second).toMatchObject({ rows: [{ total: 3500 }, { total: 875 }], nextAfter: null });
  const invoiceId = first.rows[0]?.id ?? '';
  expect(await setup.payments.getInvoice({ customerId, invoiceId })).toEqual(first.rows[0]);
  await expect(setup.payments.getInvoice({ customerId: 'cus_other', invoiceId })).rejects.toThrow(PaymentObjectMissing);
});

test('the catalogue is made once; a new amount takes over the key and old subscriptions keep theirs', async () => {
  const setup = await bench();
  const customerId = await withCard(setup);
  await setup.payments.ensureCatalogue(PRICES);
  expect((await setup.stripe.prices.list({ limit: 100 })).data).toHaveLength(PRICES.length);
  const { id } = await setup.payments.startSubscription(start(customerId));
  await setup.payments.ensureCatalogue([{ ...PRICES[0], monthlyPrice: cents(3900) }]);
  const { items } = await setup.payments.getSubscription(id);
  expect(items).toMatchObject([{ priceKey: 'subscription', unitPrice: 3500 }]);
  const preview = await setup.payments.previewInvoice({ kind: 'start-subscription', customerId });
  expect(preview.total).toBe(975);
});
