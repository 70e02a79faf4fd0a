import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withLease } from '#server/features/billing/index.ts';
import { reconcileBilling } from '#server/features/billing/reconcile.ts';
import { billingAccounts, billingBegunCharges } from '#server/features/billing/tables.ts';
import { convergeHost } from '#server/features/hosts/converge-host.ts';
import { settleLostCharges } from '#server/features/hosts/settle-units.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { organizations } from '#server/features/people/tables.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import * as audit from '#shared/features/audit/contract.ts';
import * as billing from '#shared/features/billing/contract.ts';
import * as hostContract from '#shared/features/hosts/contract.ts';
import * as organization from '#shared/features/organizations/contract.ts';
import * as users from '#shared/features/users/contract.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, CARDS, orderFault, signInAgain } from './billing-support.ts';

/** A quarter of November 2026 is left: a subscription costs 875 cents now, a user 500, a General 2 1000. */
const START = new Date('2026-11-23T12:00:00Z');
/** More than what the SDK repeats by itself. */
const ALWAYS = 5;
const NO_MACHINES = {
  create: () => Promise.reject(new Error('no machine')),
  destroy: async () => undefined,
  locate: async () => null,
};

let bench: BillingBench;
beforeAll(async () => {
  bench = await billingBench(START);
  Object.assign(bench.dependencies.config, { hostMemoryMb: 1_000_000 });
});
beforeEach(() => bench.dependencies.clock.set(START));
afterAll(() => bench?.dependencies.close());

const fault = (name: string, path: string, times = ALWAYS, method = 'POST') =>
  orderFault(bench.dependencies, name, path, times, method);
const rowOf = async (organizationId: string) =>
  (await bench.dependencies.db.select().from(organizations).where(eq(organizations.id, organizationId)))[0];
const customerOf = async (organizationId: string) => (await rowOf(organizationId))?.stripeCustomerId ?? '';
const living = async (customer: string) =>
  (await bench.stripe.subscriptions.list({ customer })).data.filter(({ status }) => status !== 'canceled');
const begun = () => bench.dependencies.db.select().from(billingBegunCharges);
const creditOf = async (customer: string) => {
  await bench.runJobs();
  const found = await bench.stripe.customers.retrieve(customer);
  return found.deleted ? 0 : 0 - found.balance;
};
const billOf = async (key: string) => (await bench.call(billing.getBilling, {}, { key })).body;

const auditedOf = async ({ owner: { key } }: MintedOrganization, action: string) =>
  (await bench.call(audit.listAudit, {}, { key })).body.rows.filter((row) => row.action === action);

/** A click that stays the same however often it is sent. */
async function newUser({ owner: { key } }: MintedOrganization, email_address: string) {
  const body = { email_address, first_name: 'New', last_name: 'User', role: 'user' as const, groups: [] };
  const shown = await bench.call(users.addUser, { body: { ...body, dry_run: true } }, { key });
  const at = shown.body.charge?.at;
  return () => bench.call(users.addUser, { body: { ...body, dry_run: false, at } }, { key });
}
async function newHost({ owner: { key } }: MintedOrganization, name: string) {
  const body = { name, server_option_id: 'general-2' };
  const shown = await bench.call(hostContract.addHost, { body: { ...body, dry_run: true } }, { key });
  const at = shown.body.charge?.at;
  const send = () => bench.call(hostContract.addHost, { body: { ...body, dry_run: false, at } }, { key });
  return { amount: shown.body.charge?.amount, send };
}

describe('the start of a subscription', () => {
  test('whose answer was lost is found a day later, by the next try: one is billed', async () => {
    const here = await mintOrganization(bench.dependencies, { setupStep: 2 });
    const { payments } = bench.dependencies;
    bench.dependencies.payments = {
      ...payments,
      startSubscription: async (input) => {
        await payments.startSubscription(input);
        throw new Error('power cut');
      },
    };
    expect((await bench.payWith(here)).status).toBe(500);
    bench.dependencies.payments = payments;
    expect((await rowOf(here.organizationId))?.stripeSubscriptionId).toBeNull();
    // The provider has forgotten the idempotency key.
    bench.dependencies.clock.advance(DAY + MINUTE);
    expect((await bench.payWith(here)).status).toBe(200);
    const customer = await customerOf(here.organizationId);
    expect(await living(customer)).toHaveLength(1);
    expect((await bench.stripe.invoices.list({ customer })).data.map(({ total }) => total)).toEqual([875]);
  });

  test('whose answer was lost, and that nobody tries again, is adopted by the daily comparison', async () => {
    const here = await bench.subscribed();
    const [subscription] = await living(here.customerId);
    await bench.dependencies.db
      .update(organizations)
      .set({ stripeSubscriptionId: null })
      .where(eq(organizations.id, here.organizationId));
    await reconcileBilling(bench.dependencies);
    expect((await rowOf(here.organizationId))?.stripeSubscriptionId).toBe(subscription?.id);
  });

  test('whose answer was lost, of an organization that is deleted then, ends with its period', async () => {
    const here = await bench.subscribed();
    const [subscription] = await living(here.customerId);
    await bench.dependencies.db
      .update(organizations)
      .set({ stripeSubscriptionId: null })
      .where(eq(organizations.id, here.organizationId));
    const { body } = await bench.call(billing.deleteOrganization, {}, { key: here.owner.key });
    expect(body.delete_date).toBe('2026-12-01T00:00:00.000Z');
    await reconcileBilling(bench.dependencies);
    expect(await living(here.customerId)).toMatchObject([{ id: subscription?.id, cancel_at_period_end: true }]);
    expect(await billOf(here.owner.key)).toMatchObject({ delete_date: body.delete_date, next_billing_date: null });
  });

  test('made twice all the same: the second is ended and all that it charged is credited, once', async () => {
    const here = await bench.subscribed();
    const [first] = await living(here.customerId);
    await bench.stripe.subscriptions.create({
      customer: here.customerId,
      items: [{ price: first?.items.data[0]?.price.id ?? '' }],
      billing_cycle_anchor_config: { day_of_month: 1, hour: 0, minute: 0, second: 0 },
      metadata: { organization_id: here.organizationId },
      payment_behavior: 'error_if_incomplete',
    });
    expect(await living(here.customerId)).toHaveLength(2);
    await reconcileBilling(bench.dependencies);
    await reconcileBilling(bench.dependencies);
    expect((await living(here.customerId)).map(({ id }) => id)).toEqual([first?.id]);
    expect(await creditOf(here.customerId)).toBe(875);
  });

  test('answered with an error of the provider’s own, which it would give for a day, works with the next click', async () => {
    const here = await mintOrganization(bench.dependencies, { setupStep: 2 });
    await fault('error', '/v1/subscriptions', 1);
    expect((await bench.payWith(here)).status).toBe(503);
    expect((await bench.payWith(here)).status).toBe(200);
    expect(await living(await customerOf(here.organizationId))).toHaveLength(1);
  });

  test('so does a sign-up whose customer could not be made', async () => {
    const here = await mintOrganization(bench.dependencies, { setupStep: 2 });
    await fault('error', '/v1/customers', 1);
    expect((await bench.payWith(here)).status).toBe(200);
  });

  test('a customer whose creation was not answered is not made twice', async () => {
    const here = await mintOrganization(bench.dependencies, { setupStep: 2 });
    await fault('error-after', '/v1/customers', 1);
    expect((await bench.payWith(here)).status).toBe(200);
    const { data } = await bench.stripe.customers.list({ email: here.owner.email });
    expect(data).toHaveLength(1);
  });
});

describe('a charge for more', () => {
  test.each(['error', 'error-after', 'cut', 'unavailable', 'rate-limit'])(
    '%s: charged once and granted once, at the latest by the next click',
    async (name) => {
      const here = await bench.subscribed();
      const [subscription] = await living(here.customerId);
      const click = await newUser(here, `${name}@x.example`);
      await fault(name, `/v1/subscriptions/${subscription?.id}`, 1);
      const first = await click();
      expect([200, 503]).toContain(first.status);
      if (name !== 'error') expect(first.status).toBe(200);
      if (first.status !== 200) expect((await click()).status).toBe(200);
      const { data } = await bench.stripe.invoices.list({ customer: here.customerId });
      expect(data.map(({ total }) => total)).toEqual([500, 875]);
      expect((await billOf(here.owner.key)).user_licenses).toBe(2);
      expect(await begun()).toEqual([]);
    },
  );

  test('of a host that fails later is credited with what was charged, whichever click charged it', async () => {
    const here = await bench.subscribed();
    const [subscription] = await living(here.customerId);
    const order = await newHost(here, 'lost');
    await fault('cut', `/v1/subscriptions/${subscription?.id}`);
    await fault('unavailable', `/v1/subscriptions/${subscription?.id}`, 9, 'GET');
    for (let tries = 0; tries < 6 && (await order.send()).status !== 200; tries += 1);
    const [host] = await bench.dependencies.db
      .select()
      .from(hosts)
      .where(eq(hosts.organizationId, here.organizationId));
    expect(host).toMatchObject({ chargedCents: order.amount });
    expect((await bench.stripe.invoices.list({ customer: here.customerId })).data).toHaveLength(2);
  });

  test('that was lost is taken over by a new order with a new price, and credited once when that fails', async () => {
    const here = await bench.subscribed();
    const { payments, hostProviders } = bench.dependencies;
    const first = await newHost(here, 'one');
    bench.dependencies.payments = {
      ...payments,
      changeQuantity: async (change) => {
        await payments.changeQuantity(change);
        throw new Error('power cut');
      },
    };
    expect((await first.send()).status).toBe(500);
    bench.dependencies.payments = payments;
    bench.dependencies.clock.advance(MINUTE);
    const second = await newHost(here, 'one');
    expect(second.amount).toBe(0);
    const made = await second.send();
    expect(made.status).toBe(200);
    bench.dependencies.clock.advance(30 * MINUTE);
    await settleLostCharges(bench.dependencies);
    expect(await creditOf(here.customerId)).toBe(0);
    bench.dependencies.hostProviders = {
      ...hostProviders,
      get: () => ({
        ...hostProviders.current,
        ...NO_MACHINES,
      }),
    };
    await convergeHost(bench.dependencies, made.body.hostID ?? '', new AbortController().signal);
    bench.dependencies.hostProviders = hostProviders;
    expect(await creditOf(here.customerId)).toBe(first.amount);
    expect(await begun()).toEqual([]);
  });

  test.each(['deleted', 'kept after all', 'given up'])(
    'that was lost is still paid for when another host is %s: credited once, or there with the next click',
    async (what) => {
      const { payments, hostProviders } = bench.dependencies;
      for (const isTriedAgain of [false, true]) {
        bench.dependencies.clock.set(START);
        const here = await bench.subscribed();
        const { key } = here.owner;
        const id = (await (await newHost(here, 'standing')).send()).body.hostID ?? '';
        const params = { serverID: id };
        const answers: { status: number }[] =
          what === 'kept after all' ? [await bench.call(hostContract.deleteHost, { params }, { key })] : [];
        const lost = await newHost(here, 'lost');
        bench.dependencies.payments = {
          ...payments,
          changeQuantity: async (change) => {
            await payments.changeQuantity(change);
            throw new Error('power cut');
          },
        };
        expect((await lost.send()).status).toBe(500);
        bench.dependencies.payments = payments;
        const before = await creditOf(here.customerId);
        if (what === 'deleted') answers.push(await bench.call(hostContract.deleteHost, { params }, { key }));
        else if (what === 'kept after all')
          answers.push(await bench.call(hostContract.cancelDeleteHost, { params }, { key }));
        else {
          bench.dependencies.hostProviders = {
            ...hostProviders,
            get: () => ({ ...hostProviders.current, ...NO_MACHINES }),
          };
          await convergeHost(bench.dependencies, id, new AbortController().signal);
          bench.dependencies.hostProviders = hostProviders;
        }
        expect(answers.every(({ status }) => status === 200)).toBe(true);
        const paidBack = what === 'given up' ? (lost.amount ?? 0) : 0;
        const charged = (await bench.stripe.invoices.list({ customer: here.customerId })).data.length;
        if (isTriedAgain) expect((await lost.send()).status).toBe(200);
        bench.dependencies.clock.advance(30 * MINUTE);
        await settleLostCharges(bench.dependencies);
        expect(await creditOf(here.customerId)).toBe(before + paidBack + (isTriedAgain ? 0 : (lost.amount ?? 0)));
        expect((await bench.stripe.invoices.list({ customer: here.customerId })).data).toHaveLength(charged);
        expect(await begun()).toEqual([]);
        const kept = await bench.dependencies.db
          .select()
          .from(hosts)
          .where(eq(hosts.organizationId, here.organizationId));
        const billed = kept.filter(({ status }) => status === 'Pending' || status === 'Active').length;
        const [subscription] = await living(here.customerId);
        expect(subscription?.items.data.at(-1)?.quantity).toBe(billed);
      }
    },
  );

  test('that the database does not let us write down says what was charged, and the next click mends it', async () => {
    const here = await bench.subscribed();
    const order = await newHost(here, 'unwritten');
    const { sql } = bench.dependencies;
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'disk full'; end $$`;
    await sql`create trigger refuse before insert on hosts for each row execute function refuse()`;
    try {
      const answer = await order.send();
      expect(answer.status).toBe(503);
      expect(answer.body.message).toMatch(/^\$10\.00 was charged, but what it pays for couldn’t be saved/);
    } finally {
      await sql`drop trigger refuse on hosts`;
    }
    expect((await order.send()).status).toBe(200);
    expect((await bench.stripe.invoices.list({ customer: here.customerId })).data).toHaveLength(2);
    expect(await begun()).toEqual([]);
  });

  test('that was written down, though the database did not say so, is told once', async () => {
    const here = await bench.subscribed();
    const order = await newHost(here, 'written');
    const { db } = bench.dependencies;
    let isLost = false;
    bench.dependencies.db = new Proxy(db, {
      get: (target, name) =>
        name !== 'transaction'
          ? Reflect.get(target, name)
          : async (...work: Parameters<typeof db.transaction>) => {
              const done = await db.transaction(...work);
              const made = await db.$count(hosts, eq(hosts.organizationId, here.organizationId));
              if (made === 0 || isLost) return done;
              isLost = true;
              throw new Error('connection lost');
            },
    });
    try {
      expect((await order.send()).status).toBe(200);
    } finally {
      bench.dependencies.db = db;
    }
    expect(isLost).toBe(true);
    expect(await auditedOf(here, 'billing.charge')).toHaveLength(1);
    expect(await auditedOf(here, 'hosts.add')).toHaveLength(1);
  });

  test('refused leaves no trace but the audit log, which names the code', async () => {
    const here = await bench.subscribed();
    await bench.payWith(here, CARDS.declinedLater);
    const click = await newUser(here, 'refused@x.example');
    expect((await click()).status).toBe(402);
    const order = await newHost(here, 'refused');
    expect((await order.send()).status).toBe(402);
    expect(await begun()).toEqual([]);
    const { body } = await bench.call(audit.listAudit, {}, { key: here.owner.key });
    const failed = body.rows.filter(({ action, outcome }) => action === 'billing.charge' && outcome === 'failure');
    expect(failed.map(({ details }) => details)).toEqual([
      { price: 'host-general-2', quantity: 1, code: 'card_declined', decline_code: 'generic_decline' },
      { price: 'extra-user', quantity: 1, code: 'card_declined', decline_code: 'generic_decline' },
    ]);
  });
});

const openTransactions = () => bench.dependencies.sql`
  select query from pg_stat_activity where datname = current_database() and xact_start is not null
    and pid <> pg_backend_pid() and state <> 'active'`;

describe('no transaction is open while the provider is asked to', () => {
  /** Sends the request, and looks while the provider keeps it waiting. */
  async function lookDuring(path: string, send: () => Promise<{ status: number }>, method = 'POST') {
    await fault('hold', path, 1, method);
    const held = bench.dependencies.stripe.held();
    const answer = send();
    await held;
    expect(await openTransactions()).toEqual([]);
    bench.dependencies.stripe.release();
    expect((await answer).status).toBe(200);
  }

  test('begin a subscription', async () => {
    const here = await mintOrganization(bench.dependencies, { setupStep: 2 });
    await lookDuring('/v1/subscriptions', () => bench.payWith(here));
  });

  test('take a host or licences off the bill, put it back, or end them all', async () => {
    const here = await bench.subscribed();
    const { key } = here.owner;
    const subscription = `/v1/subscriptions/${(await living(here.customerId))[0]?.id}`;
    const params = { serverID: (await (await newHost(here, 'all')).send()).body.hostID ?? '' };
    await (await newUser(here, 'unused@x.example'))();
    await bench.dependencies.sql`
      update memberships set status = 'deleted' where organization_id = ${here.organizationId} and role = 'user'`;
    await lookDuring(subscription, () => bench.call(hostContract.deleteHost, { params }, { key }));
    await lookDuring(subscription, () => bench.call(hostContract.cancelDeleteHost, { params }, { key }));
    await lookDuring(subscription, () => bench.call(billing.removeUnusedUserLicenses, {}, { key }));
    await lookDuring(subscription, () => bench.call(billing.deleteOrganization, {}, { key }));
    await lookDuring(subscription, () => bench.call(billing.cancelDeleteOrganization, {}, { key }));
  });

  test('say how things stand, and collect a bill', async () => {
    const here = await bench.subscribed();
    await bench.payWith(here, CARDS.declinedLater);
    bench.dependencies.clock.set(new Date('2026-12-01T03:00:00Z'));
    await bench.stripe.customers.retrieve(here.customerId);
    await lookDuring(
      `/v1/customers/${here.customerId}`,
      async () => {
        await bench.catchUp();
        return { status: 200 };
      },
      'GET',
    );
    await bench.payWith(here);
    const body = { invoice_id: (await billOf(here.owner.key)).open_invoice?.id ?? '' };
    const pay = () => bench.call(billing.payInvoice, { body }, { key: here.owner.key });
    await lookDuring(`/v1/invoices/${body.invoice_id}/pay`, pay);
  });
});

test('who has stood still for too long writes nothing, and leaves the turn of the next as it is', async () => {
  const { organizationId } = await mintOrganization(bench.dependencies);
  const { sql } = bench.dependencies;
  const seen: string[] = [];
  await withLease(bench.dependencies, organizationId, async (lease) => {
    await sql`update billing_leases set holder = gen_random_uuid() where organization_id = ${organizationId}`;
    await expect(lease.write(async () => seen.push('written'))).rejects.toThrow('still being processed');
  });
  expect(seen).toEqual([]);
  expect(await sql`select 1 from billing_leases where organization_id = ${organizationId}`).toHaveLength(1);
  // Whoever held it is gone.
  await sql`update billing_leases set until = now() - interval '1 second' where organization_id = ${organizationId}`;
  await withLease(bench.dependencies, organizationId, (lease) => lease.write(async () => seen.push('next')));
  expect(seen).toEqual(['next']);
  expect(await sql`select 1 from billing_leases where organization_id = ${organizationId}`).toEqual([]);
});

test('a provider that takes its time holds no connection, and nobody else', async () => {
  const [here, there] = [await bench.subscribed(), await bench.subscribed()];
  const [subscription] = await living(here.customerId);
  const order = await newHost(here, 'slow');
  await fault('hold', `/v1/subscriptions/${subscription?.id}`, 1);
  const held = bench.dependencies.stripe.held();
  const clicks = Array.from({ length: 20 }, () => order.send());
  await held;
  expect(await openTransactions()).toEqual([]);
  expect((await (await newUser(there, 'quick@x.example'))()).status).toBe(200);
  bench.dependencies.stripe.release();
  const answers = await Promise.all(clicks);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.hostID}`)).size).toBe(1);
  expect((await bench.stripe.invoices.list({ customer: here.customerId })).data).toHaveLength(2);
});

test('unpaid past another 1st: both bills are open with their prices, and paid, all is well again', async () => {
  const here = await bench.subscribed();
  await bench.payWith(here, CARDS.declinedLater);
  for (const day of ['2026-12-01', '2026-12-04', '2026-12-06', '2026-12-08', '2027-01-01']) {
    bench.dependencies.clock.set(new Date(`${day}T03:00:00Z`));
    await bench.stripe.customers.retrieve(here.customerId);
    await bench.catchUp();
  }
  const readOnlySince = async () =>
    (
      await bench.dependencies.db
        .select()
        .from(billingAccounts)
        .where(eq(billingAccounts.organizationId, here.organizationId))
    )[0]?.readOnlySince;
  const since = await readOnlySince();
  expect(since).toEqual(new Date('2026-12-08T03:00:00Z'));
  await bench.catchUp();
  expect(await readOnlySince(), 'since the day it began').toEqual(since);

  const key = await signInAgain(bench.dependencies, here);
  await bench.payWith({ ...here, owner: { ...here.owner, key } });
  const paid: (string | undefined)[] = [];
  for (let bill = await billOf(key); bill.open_invoice !== null; bill = await billOf(key)) {
    expect(bill).toMatchObject({ read_only: true, open_invoice: { amount_due: 3500 } });
    const pay = await bench.call(billing.payInvoice, { body: { invoice_id: bill.open_invoice?.id ?? '' } }, { key });
    expect(pay.status).toBe(200);
    paid.push(bill.open_invoice?.id);
  }
  expect(new Set(paid).size).toBe(2);
  expect(await billOf(key)).toMatchObject({ read_only: false, subscription_status: 'active' });
});

test('the newest of two open bills, paid first, leaves the organization read-only until the other is paid', async () => {
  const here = await bench.subscribed();
  await bench.payWith(here, CARDS.declinedLater);
  for (const day of ['2026-12-01', '2026-12-04', '2026-12-06', '2026-12-08', '2027-01-01']) {
    bench.dependencies.clock.set(new Date(`${day}T03:00:00Z`));
    await bench.stripe.customers.retrieve(here.customerId);
    await bench.catchUp();
  }
  const key = await signInAgain(bench.dependencies, here);
  await bench.payWith({ ...here, owner: { ...here.owner, key } });
  const open = (await bench.stripe.invoices.list({ customer: here.customerId, status: 'open' })).data;
  expect(open).toHaveLength(2);
  for (const [invoice, readOnly] of [
    [open[0], true],
    [open[1], false],
  ] as const) {
    await bench.call(billing.payInvoice, { body: { invoice_id: invoice?.id ?? '' } }, { key });
    expect((await billOf(key)).read_only).toBe(readOnly);
  }
});

test('a bill whose payment was not answered counts as paid', async () => {
  const here = await bench.subscribed();
  await bench.payWith(here, CARDS.declinedLater);
  bench.dependencies.clock.set(new Date('2026-12-01T03:00:00Z'));
  await bench.stripe.customers.retrieve(here.customerId);
  await bench.catchUp();
  await bench.payWith(here);
  const { open_invoice: open } = await billOf(here.owner.key);
  await fault('error-after', `/v1/invoices/${open?.id}/pay`, 1);
  const body = { invoice_id: open?.id ?? '' };
  const click = () => bench.call(billing.payInvoice, { body }, { key: here.owner.key });
  expect((await Promise.all([click(), click(), click()])).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await billOf(here.owner.key)).open_invoice).toBeNull();
  expect(await auditedOf(here, 'billing.pay-invoice')).toHaveLength(1);
});

test('a set-up of a card that was not answered is begun anew', async () => {
  const here = await mintOrganization(bench.dependencies, { setupStep: 2 });
  await fault('error', '/v1/setup_intents', 1);
  const shown = () => bench.call(organization.getOrganization, { query: { payment: 'true' } }, { key: here.owner.key });
  expect((await shown()).status).toBe(503);
  expect((await shown()).body.stripe_client_secret).toMatch(/^seti_/);
});
