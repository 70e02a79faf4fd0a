import { describe, expect, test } from 'vitest';
import {
  createPayments,
  PaymentDeclined,
  PaymentObjectMissing,
  PaymentRequestRefused,
} from '#server/payments/index.ts';
import { bench, CARD, START, withCard } from './set-up.ts';

const organization = { id: 'org-1', name: 'Acme', email: 'owner@acme.example', customerId: null };

describe('customers', () => {
  test('two sign-ups at once make one customer', async () => {
    const { payments } = await bench();
    const [first, second] = await Promise.all([
      payments.ensureCustomer(organization),
      payments.ensureCustomer(organization),
    ]);
    expect(first.id).toBe(second.id);
    expect(first).toMatchObject({ organizationId: 'org-1', credit: 0, defaultPaymentMethodId: null });
  });

  test('name and email follow the organization', async () => {
    const { payments, stripe } = await bench();
    const { id } = await payments.ensureCustomer(organization);
    await payments.ensureCustomer({ ...organization, name: 'Acme Ltd', customerId: id });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ name: 'Acme Ltd', email: 'owner@acme.example' });
  });

  test('a customer deleted at the provider is missing', async () => {
    const { payments, stripe } = await bench();
    const { id } = await payments.ensureCustomer(organization);
    await stripe.customers.del(id);
    await expect(payments.getCustomer(id)).rejects.toThrow(PaymentObjectMissing);
    await expect(payments.getCustomer('cus_unknown')).rejects.toThrow(PaymentObjectMissing);
    const again = await payments.ensureCustomer({ ...organization, customerId: id });
    expect(again.id).not.toBe(id);
    expect(await payments.getCustomer(again.id)).toMatchObject({ organizationId: 'org-1' });
  });
});

describe('saving a card', () => {
  test('a good card becomes the one that is charged', async () => {
    const setup = await bench();
    const customerId = await withCard(setup, '5555 5555 5555 4444');
    expect(await setup.payments.getDefaultCard(customerId)).toMatchObject({
      brand: 'mastercard',
      last4: '4444',
      expiryMonth: 12,
      expiryYear: 2030,
    });
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', null, 'Your card has expired.'],
    ['4242424242424241', 'incorrect_number', null, 'Your card number is incorrect.'],
    ['4111111111111111', 'card_declined', 'test_mode_live_card', /non test card/],
  ])('%s is declined in the provider’s words', async (number, code, declineCode, message) => {
    const { payments } = await bench();
    const { id: customerId } = await payments.ensureCustomer(organization);
    const { id: setupIntentId } = await payments.createSetupIntent(customerId);
    const attempt = payments.confirmTestCard({ customerId, setupIntentId, card: { ...CARD, number } });
    await expect(attempt).rejects.toMatchObject({
      name: 'PaymentDeclined',
      code,
      declineCode,
      message: expect.stringMatching(message),
    });
    expect(await payments.getDefaultCard(customerId)).toBeNull();
  });

  test('after a decline the same set-up takes another card', async () => {
    const { payments } = await bench();
    const { id: customerId } = await payments.ensureCustomer(organization);
    const { id: setupIntentId } = await payments.createSetupIntent(customerId);
    const confirm = (number: string) =>
      payments.confirmTestCard({ customerId, setupIntentId, card: { ...CARD, number } });
    await expect(confirm('4000000000000002')).rejects.toThrow(PaymentDeclined);
    expect(await confirm('4242424242424242')).toMatchObject({ status: 'succeeded' });
  });

  test('a card that expired is refused', async () => {
    const { payments } = await bench();
    const { id: customerId } = await payments.ensureCustomer(organization);
    const { id: setupIntentId } = await payments.createSetupIntent(customerId);
    const card = {
      ...CARD,
      number: '4242424242424242',
      expiryMonth: START.getUTCMonth(),
      expiryYear: START.getUTCFullYear(),
    };
    await expect(payments.confirmTestCard({ customerId, setupIntentId, card })).rejects.toMatchObject({
      code: 'invalid_expiry_year',
    });
  });

  test('another organization’s card, set-up and unattached cards are refused', async () => {
    const setup = await bench();
    const { payments, stripe } = setup;
    const mine = await withCard(setup);
    const theirs = await payments.ensureCustomer({ ...organization, id: 'org-2', name: 'Other' });
    const card = await payments.getDefaultCard(mine);
    const loose = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } });
    for (const paymentMethodId of [card?.paymentMethodId ?? '', loose.id, 'pm_unknown']) {
      const attempt = payments.setDefaultPaymentMethod({ customerId: theirs.id, paymentMethodId });
      await expect(attempt).rejects.toThrow(PaymentObjectMissing);
    }
    const { id: setupIntentId } = await payments.createSetupIntent(mine);
    await expect(payments.getCardSetup({ customerId: theirs.id, setupIntentId })).rejects.toThrow(PaymentObjectMissing);
  });

  test('test cards are refused with a live key, without a call', async () => {
    const { clock } = await bench();
    const live = createPayments({
      apiKey: 'sk_live_1',
      apiBase: 'http://127.0.0.1:9',
      webhookSecret: 'whsec_1',
      clock,
    });
    const attempt = live.confirmTestCard({
      customerId: 'cus',
      setupIntentId: 'seti',
      card: { ...CARD, number: '4242424242424242' },
    });
    await expect(attempt).rejects.toThrow(PaymentRequestRefused);
  });
});

describe('3-D Secure', () => {
  const returnUrl = 'http://localhost:3000/wizard/step2';

  async function answer(redirectUrl: string, outcome: string): Promise<Response> {
    const page = await fetch(redirectUrl);
    expect(await page.text()).toContain('Complete');
    return fetch(redirectUrl, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });
  }

  async function begin() {
    const { payments } = await bench();
    const { id: customerId } = await payments.ensureCustomer(organization);
    const { id: setupIntentId } = await payments.createSetupIntent(customerId);
    const card = { ...CARD, number: '4000002500003155' };
    const setup = await payments.confirmTestCard({ customerId, setupIntentId, card, returnUrl });
    if (setup.status !== 'action-required') throw new Error(`Expected a redirect, got ${setup.status}`);
    return { payments, customerId, setupIntentId, redirectUrl: setup.redirectUrl };
  }

  test('accepted: the browser comes back and the card is saved', async () => {
    const { payments, customerId, setupIntentId, redirectUrl } = await begin();
    const back = new URL((await answer(redirectUrl, 'complete')).headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(returnUrl);
    expect(back.searchParams.get('redirect_status')).toBe('succeeded');
    expect(await payments.getCardSetup({ customerId, setupIntentId })).toMatchObject({ status: 'succeeded' });
    expect((await fetch(redirectUrl)).status).toBe(404);
  });

  test('refused: the set-up reports the failure', async () => {
    const { payments, customerId, setupIntentId, redirectUrl } = await begin();
    const back = new URL((await answer(redirectUrl, 'fail')).headers.get('location') ?? '');
    expect(back.searchParams.get('redirect_status')).toBe('failed');
    const state = payments.getCardSetup({ customerId, setupIntentId });
    await expect(state).rejects.toMatchObject({ code: 'setup_intent_authentication_failure' });
  });

  test('the page is closed to those without the secret', async () => {
    const { redirectUrl } = await begin();
    const guess = new URL(redirectUrl);
    guess.searchParams.set('client_secret', 'wrong');
    expect((await fetch(guess)).status).toBe(404);
  });
});

test.each([
  { apiKey: 'pk_test_1' },
  { apiKey: '' },
  { webhookSecret: ' ' },
  { apiBase: 'ftp://x' },
  { apiBase: 'http://x/v1' },
])('createPayments refuses %o', (wrong) => {
  const right = { apiKey: 'sk_test_1', webhookSecret: 'whsec_1', clock: { now: () => START } };
  expect(() => createPayments({ ...right, ...wrong })).toThrow(/Stripe/);
});
