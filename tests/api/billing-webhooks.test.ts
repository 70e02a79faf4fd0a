import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcileBilling } from '#server/features/billing/reconcile.ts';
import { billingAccounts, billingEvents, billingInvoices } from '#server/features/billing/tables.ts';
import { organizations } from '#server/features/people/tables.ts';
import { DAY } from '#server/platform/clock.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, CARDS } from './billing-support.ts';

/** A quarter of November 2026 is left: 7.5 of 30 days. */
const START = new Date('2026-11-23T12:00:00Z');

let bench: BillingBench;
beforeAll(async () => {
  bench = await billingBench(START);
});
afterAll(() => bench?.dependencies.close());

const invoicesOf = (organizationId: string) =>
  bench.dependencies.db.select().from(billingInvoices).where(eq(billingInvoices.organizationId, organizationId));
const accountOf = async (organizationId: string) =>
  (
    await bench.dependencies.db.select().from(billingAccounts).where(eq(billingAccounts.organizationId, organizationId))
  )[0];

describe('our copy of the bill', () => {
  test('follows the webhooks of a first payment', async () => {
    const { organizationId } = await bench.subscribed();
    // 3500 × 7.5/30 = 875
    expect(await invoicesOf(organizationId)).toMatchObject([
      { type: 'adhoc', status: 'paid', totalCents: 875, amountPaidCents: 875, paidAt: START },
    ]);
    expect(await accountOf(organizationId)).toMatchObject({
      subscriptionStatus: 'active',
      monthlyCents: 3500,
      creditCents: 0,
      readOnlySince: null,
      currentPeriodEnd: new Date('2026-12-01T00:00:00Z'),
    });
  });

  test('is the same whatever the order and number of deliveries', async () => {
    const minted = await mintOrganization(bench.dependencies);
    await bench.newEvents();
    await bench.payWith(minted);
    const events = await bench.newEvents();
    expect(events.length).toBeGreaterThan(4);
    bench.dependencies.sent.length = 0;
    // Each one is done with before the next arrives, so that an old one could bring back what was.
    for (const event of [...events.toReversed(), ...events, ...events]) {
      expect(await bench.deliver(event)).toBe(200);
      await bench.runJobs();
      expect(await invoicesOf(minted.organizationId)).toMatchObject([{ status: 'paid', totalCents: 875 }]);
      expect(await accountOf(minted.organizationId)).toMatchObject({ subscriptionStatus: 'active' });
    }
    const noted = await bench.dependencies.db.select().from(billingEvents);
    expect(noted.filter(({ id }) => events.some((event) => event.id === id))).toHaveLength(events.length);
    expect(bench.dependencies.sent.map(({ subject }) => subject)).toEqual([expect.stringMatching(/Receipt/)]);
    // Two events of one payment are one receipt, too.
    const paid = events.find(({ type }) => type === 'invoice.paid');
    expect(await bench.deliver({ ...paid, id: 'evt_twin' } as never)).toBe(200);
    await bench.runJobs();
    expect(bench.dependencies.sent).toHaveLength(1);
  });

  test('is asked for by nothing of a repeated delivery, whatever it says by then', async () => {
    const { organizationId, customerId } = await bench.subscribed();
    const [event] = (await bench.stripe.events.list({ type: 'customer.updated', limit: 1 })).data;
    await bench.stripe.customers.createBalanceTransaction(customerId, { amount: -300, currency: 'usd' });
    expect(await bench.deliver(event as never)).toBe(200);
    await bench.runJobs();
    expect(await accountOf(organizationId)).toMatchObject({ creditCents: 0 });
  });

  test('an old event that arrives late does not bring back what was', async () => {
    const { organizationId, customerId } = await bench.subscribed();
    await bench.stripe.customers.createBalanceTransaction(customerId, { amount: -500, currency: 'usd' });
    const [early] = await bench.newEvents();
    await bench.stripe.customers.createBalanceTransaction(customerId, { amount: -700, currency: 'usd' });
    await bench.catchUp();
    if (early) await bench.deliver(early);
    await bench.runJobs();
    expect(await accountOf(organizationId)).toMatchObject({ creditCents: 1200 });
  });

  test('adopts a subscription whose start was never answered', async () => {
    const { organizationId } = await bench.subscribed();
    await bench.dependencies.db
      .update(organizations)
      .set({ stripeSubscriptionId: null })
      .where(eq(organizations.id, organizationId));
    const events = await bench.stripe.events.list({ type: 'customer.subscription.created', limit: 1 });
    const repeated = { ...events.data[0], id: 'evt_again' } as (typeof events.data)[number];
    expect(await bench.deliver(repeated)).toBe(200);
    await bench.runJobs();
    const [row] = await bench.dependencies.db.select().from(organizations).where(eq(organizations.id, organizationId));
    expect(row?.stripeSubscriptionId).toMatch(/^sub_/);
  });
});

describe('what is refused and what is ignored', () => {
  test('a wrong or old signature is refused and leaves no trace', async () => {
    const { stripe, dependencies } = bench;
    const event = { ...(await stripe.events.list({ limit: 1 })).data[0], id: 'evt_forged' } as never;
    expect(await bench.deliver(event, { secret: 'whsec_of_somebody_else' })).toBe(400);
    expect(await bench.deliver(event, { at: new Date(dependencies.clock.now().getTime() - 301_000) })).toBe(400);
    expect(await dependencies.db.select().from(billingEvents).where(eq(billingEvents.id, 'evt_forged'))).toEqual([]);
  });

  test('an event of a stranger’s customer is acknowledged and changes nothing', async () => {
    const stranger = await bench.stripe.customers.create({ name: 'Somebody else' });
    await bench.catchUp();
    const before = await bench.dependencies.db.select().from(billingAccounts);
    await bench.stripe.customers.update(stranger.id, { name: 'Renamed' });
    for (const event of await bench.newEvents()) expect(await bench.deliver(event)).toBe(200);
    await bench.runJobs();
    expect(await bench.dependencies.db.select().from(billingAccounts)).toEqual(before);
  });
});

describe('the daily comparison', () => {
  test('finds and mends what no webhook told, and finds nothing afterwards', async () => {
    const { organizationId, customerId } = await bench.subscribed();
    await bench.stripe.customers.createBalanceTransaction(customerId, { amount: -900, currency: 'usd' });
    const [invoice] = await invoicesOf(organizationId);
    await bench.dependencies.db
      .update(billingInvoices)
      .set({ status: 'open', amountPaidCents: 0 })
      .where(eq(billingInvoices.id, invoice?.id ?? ''));
    await bench.dependencies.db
      .update(organizations)
      .set({ userLicenses: 7 })
      .where(eq(organizations.id, organizationId));
    const found = (await reconcileBilling(bench.dependencies)).filter((each) => each.organizationId === organizationId);
    expect(found.map(({ what, ours, theirs }) => [what, ours, theirs])).toEqual([
      ['creditCents', 0, 900],
      ['userLicenses', 7, 1],
      [`invoice ${invoice?.id} status`, 'open', 'paid'],
      [`invoice ${invoice?.id} amountPaidCents`, 0, 875],
    ]);
    expect(await invoicesOf(organizationId)).toMatchObject([{ status: 'paid', amountPaidCents: 875 }]);
    expect(await reconcileBilling(bench.dependencies)).toEqual([]);
  });
});

describe('a bill that is not paid', () => {
  test('is tried on days 3, 5 and 7 with a mail each; then read-only; paid, all is well again', async () => {
    const own = await billingBench(START);
    try {
      const { dependencies, stripe } = own;
      const org = await own.subscribed();
      // The card fails from now on.
      expect((await own.payWith(org, CARDS.declinedLater)).status).toBe(200);
      await own.catchUp();
      dependencies.sent.length = 0;
      const read = async () => {
        await own.catchUp();
        const [row] = await dependencies.db
          .select()
          .from(billingAccounts)
          .where(eq(billingAccounts.organizationId, org.organizationId));
        return row;
      };
      const failures = () => dependencies.sent.filter(({ subject }) => /failed/.test(subject)).length;
      const first = new Date('2026-12-01T02:00:00Z');
      for (const [day, mails, status] of [
        [0, 1, 'past-due'],
        [3, 2, 'past-due'],
        [5, 3, 'past-due'],
        [7, 4, 'unpaid'],
      ] as const) {
        dependencies.clock.set(new Date(first.getTime() + day * DAY));
        await stripe.customers.retrieve(org.customerId);
        expect(await read(), `day ${day}`).toMatchObject({ subscriptionStatus: status });
        expect(failures(), `day ${day}`).toBe(mails);
      }
      expect((await read())?.readOnlySince).toEqual(dependencies.clock.now());
      expect(dependencies.sent.filter(({ subject }) => /read-only/.test(subject))).toHaveLength(1);

      expect((await own.payWith(org)).status).toBe(200);
      const open = await stripe.invoices.list({ customer: org.customerId, status: 'open' });
      await stripe.invoices.pay(open.data[0]?.id ?? '');
      expect(await read()).toMatchObject({ subscriptionStatus: 'active', readOnlySince: null });
      expect(dependencies.sent.filter(({ subject }) => /no longer read-only/.test(subject))).toHaveLength(1);
      expect(dependencies.sent.filter(({ subject }) => /Receipt/.test(subject))).toHaveLength(1);
    } finally {
      await own.dependencies.close();
    }
  });
});
