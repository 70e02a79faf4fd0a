import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileBilling } from '#server/features/billing/reconcile.ts';
import { billingBegunCharges, pendingCredits } from '#server/features/billing/tables.ts';
import { settleLostCharges, settleUnits } from '#server/features/hosts/settle-units.ts';
import { hosts } from '#server/features/machines/tables.ts';
import { organizations } from '#server/features/people/tables.ts';
import { createPayments } from '#server/payments/index.ts';
import { DAY, MINUTE } from '#server/platform/clock.ts';
import * as hostContract from '#shared/features/hosts/contract.ts';
import * as users from '#shared/features/users/contract.ts';
import { fc } from '#tests/support/fast-check.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, orderFault } from './billing-support.ts';

const START = new Date('2026-11-02T12:00:00Z');

let bench: BillingBench;
beforeAll(async () => {
  bench = await billingBench(START);
  Object.assign(bench.dependencies.config, { hostMemoryMb: 100_000_000 });
  const { url, secretKey } = bench.dependencies.stripe;
  const { clock } = bench.dependencies;
  // What repeats is the person, so that faults come up where they were ordered.
  bench.dependencies.payments = createPayments({
    apiKey: secretKey,
    apiBase: url,
    webhookSecret: 'whsec_test',
    clock,
    maxRetries: 0,
  });
});
afterAll(() => bench?.dependencies.close());

const FAULTS = ['cut', 'error', 'error-after', 'unavailable'] as const;
const PLACES = [
  ['POST', '/v1/subscriptions*'],
  ['GET', '/v1/subscriptions*'],
  ['POST', '/v1/customers*'],
  ['POST', '/v1/invoices*'],
] as const;

const step = fc.oneof(
  fc.record({ do: fc.constantFrom('card', 'user', 'host'), clicks: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    do: fc.constant('fault'),
    fault: fc.constantFrom(...FAULTS),
    place: fc.constantFrom(...PLACES),
    times: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(1, 12, 30, (DAY + MINUTE) / MINUTE) }),
  fc.record({ do: fc.constantFrom('power-cut', 'webhooks', 'reconcile', 'settle') }),
);

type Here = Awaited<ReturnType<typeof mintOrganization>>;

async function click(here: Here, what: string, name: string, times: number): Promise<void> {
  const { key } = here.owner;
  if (what === 'card') {
    await Promise.all(Array.from({ length: times }, () => bench.payWith(here)));
    return;
  }
  const person = { email_address: `${name}@x.example`, first_name: 'New', last_name: 'User', role: 'user' as const };
  const post = (rest: { dry_run: boolean; at?: string | undefined }) =>
    what === 'user'
      ? bench.call(users.addUser, { body: { ...person, groups: [], ...rest } }, { key })
      : bench.call(hostContract.addHost, { body: { name, server_option_id: 'general-2', ...rest } }, { key });
  const shown = (await post({ dry_run: true })).body as { charge?: { at: string } | null };
  await Promise.all(Array.from({ length: times }, () => post({ dry_run: false, at: shown.charge?.at })));
}

/** The process ends with the next charge, as soon as the provider has made it. */
function cutPower(): void {
  const { payments } = bench.dependencies;
  bench.dependencies.payments = {
    ...payments,
    changeQuantity: async (change) => {
      bench.dependencies.payments = payments;
      await payments.changeQuantity(change);
      throw new Error('power cut');
    },
    startSubscription: async (input) => {
      bench.dependencies.payments = payments;
      await payments.startSubscription(input);
      throw new Error('power cut');
    },
  };
}

async function mend(): Promise<void> {
  bench.dependencies.stripe.clearFaults();
  bench.dependencies.clock.advance(20 * MINUTE);
  for (let times = 0; times < 2; times += 1) {
    await settleLostCharges(bench.dependencies);
    await settleUnits(bench.dependencies);
    await reconcileBilling(bench.dependencies);
    await bench.runJobs();
  }
}

async function expectFair({ organizationId }: Here): Promise<void> {
  const { db, sql } = bench.dependencies;
  const [row] = await db.select().from(organizations).where(eq(organizations.id, organizationId));
  const customer = row?.stripeCustomerId;
  if (!customer) return;
  const living = (await bench.stripe.subscriptions.list({ customer })).data.filter(({ ended_at }) => ended_at === null);
  expect(living.length).toBeLessThanOrEqual(1);
  expect(living[0]?.id ?? null).toBe(row.stripeSubscriptionId);
  const billed = (key: string) =>
    living[0]?.items.data.find(({ price }) => price.metadata.slipway_key === key)?.quantity ?? 0;
  const made = await db.select().from(hosts).where(eq(hosts.organizationId, organizationId));
  const members =
    await sql`select 1 from memberships where organization_id = ${organizationId} and status <> 'deleted'`;
  expect(billed('host-general-2'), 'hosts are billed').toBe(made.length);
  expect(billed('extra-user'), 'licences are what is billed').toBe(row.userLicenses - 1);
  expect(row.userLicenses, 'each member has a licence').toBeGreaterThanOrEqual(members.length);
  const invoices = (await bench.stripe.invoices.list({ customer, limit: 100 })).data;
  const charged = (what: string) =>
    invoices
      .filter(({ lines }) => lines.data.some(({ description }) => description?.includes(what)))
      .map(({ total }) => total);
  const credits = await db.select().from(pendingCredits).where(eq(pendingCredits.organizationId, organizationId));
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const granted = sum(made.map(({ chargedCents }) => chargedCents));
  expect(sum(charged('General 2')), 'hosts are charged once, or credited').toBe(
    granted + sum(credits.filter(({ reason }) => reason.startsWith('lost:')).map(({ amountCents }) => amountCents)),
  );
  expect(charged('Extra user'), 'each licence is charged once').toHaveLength(row.userLicenses - 1);
  expect(await db.select().from(billingBegunCharges)).toEqual([]);
}

test('whatever the provider does wrong, at most one subscription lives, and charges equal what was granted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      bench.dependencies.clock.set(START);
      const here = await mintOrganization(bench.dependencies);
      await bench.newEvents();
      await click(here, 'card', 'first', 1);
      for (const [index, each] of steps.entries()) {
        if ('clicks' in each) await click(here, each.do, `n${index}${here.organizationId.slice(-6)}`, each.clicks);
        else if ('fault' in each) {
          await orderFault(bench.dependencies, each.fault, each.place[1], each.times, each.place[0]);
        } else if ('minutes' in each) bench.dependencies.clock.advance(each.minutes * MINUTE);
        else if (each.do === 'power-cut') cutPower();
        else if (each.do === 'webhooks') await bench.catchUp().catch(() => undefined);
        else if (each.do === 'reconcile') await reconcileBilling(bench.dependencies);
        else await settleLostCharges(bench.dependencies);
      }
      await mend();
      await expectFair(here);
    }),
    { numRuns: 15, interruptAfterTimeLimit: 60_000 },
  );
}, 180_000);
