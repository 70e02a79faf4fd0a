import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { coupons, pendingCredits } from '#server/features/billing/tables.ts';
import { organizations } from '#server/features/people/tables.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as cards from '#shared/features/billing/cards.ts';
import * as contract from '#shared/features/organizations/contract.ts';
import { createPayingBench, EXPIRY, FIRST_MONTH_CENTS, type PayingBench, PROFILE } from './organizations-support.ts';

/** Stripe's test cards. */
const CHARGE_DECLINED = '4000 0000 0000 0341';
const DECLINED = '4000 0000 0000 0002';
const NEEDS_3DS = '4000 0025 0000 3155';

let bench: PayingBench;
let key: string;
let organizationId: string;

beforeAll(async () => {
  bench = await createPayingBench();
  await bench.dependencies.db.insert(coupons).values({ code: 'TEN', creditCents: 1000 });
});
afterAll(() => bench.close());
beforeEach(() => signUp());

/** Someone in step 2 of the wizard. */
async function signUp(changes?: Record<string, unknown>) {
  ({ key } = await bench.newUser(changes));
  const me = await bench.call(auth.currentUser, {}, { key });
  organizationId = me.body.organization.id;
  await bench.call(contract.updateOrganization, { body: PROFILE }, { key });
}

async function organization() {
  const [row] = await bench.dependencies.db.select().from(organizations).where(eq(organizations.id, organizationId));
  return row!;
}

async function invoices() {
  const { stripeCustomerId } = await organization();
  return (await bench.payments.listInvoices({ customerId: stripeCustomerId! })).rows;
}

describe('the first card', () => {
  test('starts the subscription, charges the rest of the month and goes on to step 3', async () => {
    const answer = await bench.pay(key, await bench.card(key));
    expect(answer).toMatchObject({ status: 200, body: { success: true, errors: [] } });
    const { setupStep, stripeSubscriptionId } = await organization();
    expect(setupStep).toBe(3);
    expect(await bench.payments.getSubscription(stripeSubscriptionId!)).toMatchObject({ status: 'active' });
    expect(await invoices()).toMatchObject([{ status: 'paid', total: FIRST_MONTH_CENTS }]);
    const shown = await bench.call(contract.getOrganization, { query: { payment: 'true' } }, { key });
    expect(shown.body.card).toEqual({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 });
    expect(shown.body.stripe_client_secret).toMatch(/^seti_/);
  });

  test('clicked ten times at once is charged once', async () => {
    const method = await bench.card(key);
    const answers = await Promise.all(Array.from({ length: 10 }, () => bench.pay(key, method)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await invoices()).toHaveLength(1);
  });

  test('with a coupon is paid from the credit first, once', async () => {
    await signUp({ coupon_code: 'ten' });
    const method = await bench.card(key);
    await Promise.all([bench.pay(key, method), bench.pay(key, method)]);
    expect(await invoices()).toMatchObject([
      { total: FIRST_MONTH_CENTS, amountDue: 0, creditBefore: 1000, creditAfter: 125 },
    ]);
    const credits = await bench.dependencies.db
      .select()
      .from(pendingCredits)
      .where(eq(pendingCredits.organizationId, organizationId));
    expect(credits).toMatchObject([{ appliedAt: expect.any(Date) }]);
  });

  test('declined when charged: the reason is told, nothing started, another card works', async () => {
    const declined = await bench.pay(key, await bench.card(key, CHARGE_DECLINED));
    expect(declined.status).toBe(402);
    expect(declined.body.message).toMatch(/declined/);
    expect(declined.body.errors).toEqual([declined.body.message]);
    expect(await organization()).toMatchObject({ setupStep: 2, stripeSubscriptionId: null });

    expect((await bench.pay(key, await bench.card(key))).status).toBe(200);
    expect((await invoices()).filter(({ status }) => status === 'paid')).toHaveLength(1);
  });

  test('credit survives a decline', async () => {
    await signUp({ coupon_code: 'TEN' });
    await bench.dependencies.db
      .update(pendingCredits)
      .set({ amountCents: 100 })
      .where(eq(pendingCredits.organizationId, organizationId));
    expect((await bench.pay(key, await bench.card(key, CHARGE_DECLINED))).status).toBe(402);
    await bench.pay(key, await bench.card(key));
    const [paid] = (await invoices()).filter(({ status }) => status === 'paid');
    expect(paid).toMatchObject({ creditBefore: 100, amountDue: FIRST_MONTH_CENTS - 100 });
  });

  test('of someone else or made up is refused', async () => {
    const foreign = await bench.card(key);
    await signUp();
    for (const method of [foreign, 'pm_made_up']) {
      const answer = await bench.pay(key, method);
      expect(answer.status).toBe(422);
      expect(answer.body.errorsObj?.payment_method).toContain('can’t be used');
    }
    expect((await organization()).stripeSubscriptionId).toBeNull();
  });
});

test('a later card becomes the default and charges nothing', async () => {
  await bench.pay(key, await bench.card(key));
  expect((await bench.pay(key, await bench.card(key, '5555 5555 5555 4444'))).status).toBe(200);
  expect(await invoices()).toHaveLength(1);
  const { stripeCustomerId } = await organization();
  expect(await bench.payments.getDefaultCard(stripeCustomerId!)).toMatchObject({ last4: '4444' });
});

describe('the form of the test cards', () => {
  const confirm = async (number: string, clientSecret?: string) => {
    const shown = await bench.call(contract.getOrganization, { query: { payment: 'true' } }, { key });
    const body = { client_secret: clientSecret ?? shown.body.stripe_client_secret, number, ...EXPIRY };
    return bench.call(cards.confirmTestCard, { body }, { key });
  };

  test('tells a declined card', async () => {
    const answer = await confirm(DECLINED);
    expect(answer.status).toBe(402);
    expect(answer.body.message).toMatch(/declined/);
  });

  test('sends to 3-D Secure, and tells how that ended', async () => {
    const { body } = await confirm(NEEDS_3DS);
    expect(body).toMatchObject({ success: true, payment_method: null, redirect_url: expect.stringMatching(/^http/) });
    const setupIntent = /seti_[A-Za-z0-9]+/.exec(body.redirect_url!)?.[0];
    const ended = await bench.call(cards.cardSetup, { query: { setup_intent: setupIntent! } }, { key });
    expect(ended.body).toEqual({ status: 'incomplete', payment_method: null });
    await signUp();
    const foreign = await bench.call(cards.cardSetup, { query: { setup_intent: setupIntent! } }, { key });
    expect(foreign.status).toBe(404);
  });

  test('refuses a stale and a foreign form', async () => {
    const shown = await bench.call(contract.getOrganization, { query: { payment: 'true' } }, { key });
    const foreign = shown.body.stripe_client_secret!;
    await signUp();
    for (const secret of ['nonsense', 'seti_gone_secret_gone', foreign]) {
      expect((await confirm('4242424242424242', secret)).body.errorsObj).toEqual({
        client_secret: 'The card form has expired. Reload the page.',
      });
    }
  });

  test('is not there with a publishable key', async () => {
    const elements = await createPayingBench({ SLIPWAY_STRIPE_PUBLISHABLE_KEY: 'pk_test_1' });
    const user = await elements.newUser();
    await elements.call(contract.updateOrganization, { body: PROFILE }, { key: user.key });
    await expect(elements.card(user.key)).rejects.toThrow('Not found, or you');
    await elements.close();
  });
});

describe('a payment provider that fails at the start of the subscription', () => {
  const orderFault = async (fault: string) => {
    const ordered = await fetch(`${bench.emulator.url}/_emulator/faults`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${bench.emulator.secretKey}` },
      body: JSON.stringify({ fault, method: 'POST', path: '/v1/subscriptions', times: 1 }),
    });
    expect(ordered.ok).toBe(true);
  };

  test('and did nothing: the answer says so, and the same click later charges once', async () => {
    const method = await bench.card(key);
    await orderFault('unavailable');
    expect(await bench.pay(key, method)).toMatchObject({ status: 503, body: { success: false } });
    expect(await organization()).toMatchObject({ setupStep: 2, stripeSubscriptionId: null });
    expect((await bench.pay(key, method)).status).toBe(200);
    expect(await invoices()).toHaveLength(1);
  });

  test('and did it: what was begun is found, and charged once', async () => {
    const method = await bench.card(key);
    await orderFault('lose-answer');
    expect((await bench.pay(key, method)).status).toBe(200);
    expect((await organization()).stripeSubscriptionId).toMatch(/^sub_/);
    expect((await bench.pay(key, method)).status).toBe(200);
    expect(await invoices()).toHaveLength(1);
  });
});
