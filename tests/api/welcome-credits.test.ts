import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rewardSharers } from '#server/features/billing/reward-sharer.ts';
import { coupons, pendingCredits } from '#server/features/billing/tables.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import type { Charge } from '#shared/api/envelope.ts';
import * as cards from '#shared/features/billing/cards.ts';
import { SHARES_PAID_A_MONTH } from '#shared/features/billing/model.ts';
import * as contract from '#shared/features/organizations/contract.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, orderFault } from './billing-support.ts';

/** A quarter of November 2026 is left: the first month is $8.75. */
const START = new Date('2026-11-23T12:00:00Z');
const VISA = '4242 4242 4242 4242';
const DEBIT = '4000 0566 5566 5556';
const MASTERCARD = '5555 5555 5555 4444';
const AMEX = '3782 822463 10005';

let bench: BillingBench;
beforeAll(async () => {
  bench = await billingBench(START);
  await bench.dependencies.db.insert(coupons).values({ code: 'TEN', creditCents: 1000 });
});
beforeEach(() => bench.dependencies.clock.set(START));
afterAll(() => bench?.dependencies.close());

const sql = (...query: [TemplateStringsArray, ...string[]]) => bench.dependencies.sql(...query);
type Org = MintedOrganization;

/** In step 2 of the wizard, as a sign-up leaves one. */
async function signUp(from: { share?: string; coupon?: string; founder?: string } = {}): Promise<Org> {
  const org = await mintOrganization(bench.dependencies, { setupStep: 2 });
  const { organizationId } = org;
  if (from.share)
    await bench.dependencies.sql`update organizations set share_id = ${from.share} where id = ${organizationId}`;
  const promise = (reason: string, amountCents: number) =>
    bench.dependencies.db.insert(pendingCredits).values({ id: newId(), organizationId, reason, amountCents });
  if (from.coupon) await promise(`coupon:${from.coupon}`, 1000);
  if (from.founder) await promise(`new-organization:${from.founder}`, 1500);
  return org;
}

let invited = 0;
/** Invites, from an organization that is through the wizard. */
async function share({ organizationId, owner }: Org): Promise<string> {
  await bench.dependencies.sql`update organizations set setup_step = 5 where id = ${organizationId}`;
  invited += 1;
  const body = { invite_name: 'Bo', invite_email: `bo-${invited}@example.com` };
  return (await bench.call(contract.addShare, { body }, { key: owner.key })).body.id;
}

async function savedCard({ key }: { key: string }, number: string): Promise<string> {
  const shown = await bench.call(contract.getOrganization, { query: { payment: 'true' } }, { key });
  const card = { number, exp_month: 12, exp_year: 2040, cvc: number === AMEX ? '1234' : '123' };
  const body = { client_secret: shown.body.stripe_client_secret, ...card };
  return (await bench.call(cards.confirmTestCard, { body }, { key })).body.payment_method ?? '';
}

/** As the page does it: the price of the card is accepted once it is told. */
async function pay(org: Org, number = VISA) {
  const { key } = org.owner;
  const payment_method = await savedCard(org.owner, number);
  const send = (price: Charge | null | undefined) => {
    const accepted = price ? { at: price.at, card_amount: price.card_amount } : {};
    return bench.call(cards.updatePaymentMethod, { body: { payment_method, ...accepted } }, { key });
  };
  const { charge } = (await bench.call(cards.startCharge, {}, { key })).body;
  const first = await send(charge);
  return first.status === 409 ? send((first.body as { charge?: Charge }).charge) : first;
}

async function customerOf({ organizationId }: Org): Promise<string> {
  const [row] = await bench.dependencies
    .sql`select stripe_customer_id as id from organizations where id = ${organizationId}`;
  return row?.id;
}
async function paid(org: Org): Promise<number> {
  const invoices = await bench.stripe.invoices.list({ customer: await customerOf(org) });
  return invoices.data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
}
/** Credit that the provider was given for this customer, ever. */
async function credited(org: Org): Promise<number> {
  const customer = await customerOf(org);
  if (!customer) return 0;
  const rows = await bench.stripe.customers.listBalanceTransactions(customer, { limit: 100 });
  return rows.data.reduce((sum, { type, amount }) => sum - (type === 'adjustment' ? amount : 0), 0);
}

describe('who invited', () => {
  test('gets nothing for twelve sign-ups with one link and one card, each paying nothing', async () => {
    const sharer = await signUp();
    expect((await pay(sharer, AMEX)).status).toBe(200);
    const link = await share(sharer);
    for (let number = 0; number < 12; number += 1) {
      const org = await signUp({ share: link, coupon: 'TEN' });
      expect((await pay(org)).status).toBe(200);
    }
    await bench.catchUp();
    await rewardSharers(bench.dependencies);
    await bench.catchUp();
    // The first of them paid nothing; the next paid with a card whose offers are used up.
    expect(await credited(sharer)).toBe(500);
    const organizations =
      await sql`select count(*)::int as count from pending_credits where applied_at is not null and offer = 'coupon:TEN'`;
    expect(organizations[0]?.count).toBe(1);
  });

  test('gets $5 once the first paid invoice came from a card of somebody else’s, once an invitation', async () => {
    const sharer = await signUp();
    await pay(sharer, VISA);
    const link = await share(sharer);
    const org = await signUp({ share: link, founder: 'somebody' });
    expect((await pay(org, DEBIT)).status).toBe(200);
    await bench.catchUp();
    expect([await paid(org), await credited(org), await credited(sharer)]).toEqual([0, 2000, 0]);
    bench.dependencies.clock.set(new Date('2026-12-01T03:00:00Z'));
    await bench.catchUp();
    expect(await paid(org)).toBeGreaterThan(0);
    expect(await credited(sharer)).toBe(500);
    bench.dependencies.clock.set(START);
    const second = await signUp({ share: link });
    await pay(second, MASTERCARD);
    await bench.catchUp();
    await rewardSharers(bench.dependencies);
    expect(await credited(sharer)).toBe(500);
  });

  test('gets nothing for a card of any of their organizations, whatever card pays later', async () => {
    const sharer = await signUp();
    await pay(sharer, VISA);
    const second = await signUp();
    await bench.dependencies
      .sql`update memberships set user_id = ${sharer.owner.userId} where organization_id = ${second.organizationId}`;
    const owner = await mintUser(bench.dependencies, second.organizationId, 'admin');
    await pay({ ...second, owner }, MASTERCARD);
    const org = await signUp({ share: await share(sharer) });
    expect((await pay(org, MASTERCARD)).status).toBe(200);
    await bench.catchUp();
    expect(await paid(org)).toBeGreaterThan(0);
    expect((await bench.payWith(org, DEBIT)).status).toBe(200);
    bench.dependencies.clock.set(new Date('2026-12-01T03:00:00Z'));
    await bench.catchUp();
    await rewardSharers(bench.dependencies);
    await bench.catchUp();
    expect(await credited(sharer)).toBe(0);
  });

  test(`is paid for ${SHARES_PAID_A_MONTH} in a month`, async () => {
    const sharer = await signUp();
    await pay(sharer, VISA);
    const { userId } = sharer.owner;
    for (let number = 0; number < SHARES_PAID_A_MONTH; number += 1) {
      const id = await share(sharer);
      await sql`update shares set redeemed_at = ${START.toISOString()} where id = ${id}`;
    }
    expect((await sql`select count(*)::int as count from shares where user_id = ${userId}`)[0]?.count).toBe(10);
    await pay(await signUp({ share: await share(sharer) }), AMEX);
    await bench.catchUp();
    expect(await credited(sharer)).toBe(0);
    bench.dependencies.clock.set(new Date('2026-12-02T12:00:00Z'));
    await pay(await signUp({ share: await share(sharer) }), AMEX);
    await bench.catchUp();
    expect(await credited(sharer)).toBe(500);
  });
});

describe('a credit for new customers', () => {
  test('is brought by a card once, and the price says so before it is charged', async () => {
    const first = await signUp({ founder: 'one' });
    const again = await signUp({ founder: 'two' });
    await sql`update pending_credits set offer = null, card_fingerprint = null`;
    expect((await pay(first, AMEX)).status).toBe(200);
    const { key } = again.owner;
    const payment_method = await savedCard(again.owner, AMEX);
    const { charge } = (await bench.call(cards.startCharge, {}, { key })).body;
    expect(charge).toMatchObject({ amount: 875, credit_amount: 875, card_amount: 0 });
    for (const price of [{}, { at: charge?.at }, { at: charge?.at, card_amount: charge?.card_amount }]) {
      const body = { payment_method, ...price };
      const refused = await bench.call(cards.updatePaymentMethod, { body }, { key });
      expect(refused).toMatchObject({ status: 409, body: { charge: { credit_amount: 0, card_amount: 875 } } });
    }
    expect([await paid(again), await credited(again)]).toEqual([0, 0]);
    expect((await pay(again, AMEX)).status).toBe(200);
    expect([await paid(again), await credited(again)]).toEqual([875, 0]);
    expect([await paid(first), await credited(first)]).toEqual([0, 1500]);
  });

  test('pays nothing for a card that no set-up has checked', async () => {
    const org = await signUp({ coupon: 'TEN' });
    const { key } = org.owner;
    await bench.call(contract.getOrganization, { query: { payment: 'true' } }, { key });
    const customer = await customerOf(org);
    const { id: payment_method } = await bench.stripe.paymentMethods.attach('pm_card_mastercard', { customer });
    const answer = await bench.call(cards.updatePaymentMethod, { body: { payment_method } }, { key });
    expect(answer.status).toBe(422);
    expect(await credited(org)).toBe(0);
  });

  test.each([
    ['the start fails', 3, 'unavailable', () => '/v1/subscriptions'],
    [
      'the answer to a credit is lost',
      1,
      'lose-answer',
      (customer: string) => `/v1/customers/${customer}/balance_transactions`,
    ],
  ])('is paid once when %s, day after day', async (_, days, fault, path) => {
    await sql`update pending_credits set offer = null, card_fingerprint = null`;
    const sharer = await signUp();
    const org = await signUp({ share: await share(sharer), coupon: 'TEN', founder: newId() });
    await savedCard(org.owner, VISA);
    for (let day = 0; day < days; day += 1) {
      // As often as the call is repeated by itself.
      await orderFault(bench.dependencies, fault, path(await customerOf(org)), 3);
      expect((await pay(org)).status).toBe(503);
      bench.dependencies.clock.advance(DAY + MINUTE);
    }
    expect((await pay(org)).status).toBe(200);
    expect(await credited(org)).toBe(1000 + 1500 + 500);
  });
});
