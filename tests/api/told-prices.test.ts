import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import type { Charge } from '#shared/api/envelope.ts';
import * as cards from '#shared/features/billing/cards.ts';
import * as billing from '#shared/features/billing/contract.ts';
import { MINIMUM_CHARGE, nextBillingDate } from '#shared/features/billing/model.ts';
import * as hosts from '#shared/features/hosts/contract.ts';
import * as organizations from '#shared/features/organizations/contract.ts';
import * as users from '#shared/features/users/contract.ts';
import { nameOf, routes } from '#tests/support/contract.ts';
import { fc } from '#tests/support/fast-check.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, CARDS, signInAgain } from './billing-support.ts';

/** A quarter of November 2026 is left. */
const START = new Date('2026-11-23T12:00:00Z');

let bench: BillingBench;
beforeAll(async () => {
  bench = await billingBench(START);
  Object.assign(bench.dependencies.config, { hostMemoryMb: 1_000_000 });
});
afterAll(() => bench?.dependencies.close());

type Answer = { status: number; body: { charge?: Charge | null } };
const person = (role = 'user') => ({
  email_address: `p${Math.random().toString(36).slice(2)}@example.com`,
  first_name: 'Grace',
  last_name: 'Hopper',
  role,
});
const several = () => ({ people: [1, 2, 3].map(() => ({ email_address: person().email_address })), role: 'user' });
const idsOf = ({ people }: { people: users.InvitedPerson[] }) => people.map(({ userID }) => userID);
const HOST = { name: 'Build farm', server_option_id: 'general-2' };

/** Cents that cards of the organization were charged so far, as the provider has it. */
async function charged({ organizationId }: MintedOrganization): Promise<number> {
  const [row] = await bench.dependencies
    .sql`select stripe_customer_id as id from organizations where id = ${organizationId}`;
  if (!row?.id) return 0;
  const invoices = await bench.stripe.invoices.list({ customer: row.id, limit: 100 });
  return invoices.data.reduce((sum, { amount_paid }) => sum + amount_paid, 0);
}

async function savedCard({ owner: { key } }: MintedOrganization, number: string = CARDS.works): Promise<string> {
  const shown = await bench.call(organizations.getOrganization, { query: { payment: 'true' } }, { key });
  const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' };
  const body = { client_secret: shown.body.stripe_client_secret, ...card };
  const confirmed = await bench.call(cards.confirmTestCard, { body }, { key });
  return confirmed.body.payment_method ?? '';
}

const quote = async ({ owner: { key } }: MintedOrganization) =>
  (await bench.call(cards.startCharge, {}, { key })).body.charge;
const accept = (charge: Charge | null) => (charge ? { at: charge.at, card_amount: charge.card_amount } : {});
const useCard = async (org: MintedOrganization, price: object = {}): Promise<Answer> => {
  const body = { payment_method: await savedCard(org), ...price };
  return (await bench.call(cards.updatePaymentMethod, { body }, { key: org.owner.key })) as Answer;
};
type Order = typeof hosts.addHost | typeof users.addUser | typeof users.inviteUsers;
const post = (route: Order, org: MintedOrganization, body: object) =>
  bench.call(route, { body }, { key: org.owner.key });

/** Deleted, ended with its period and restored: with a host and a second user, and nothing that pays for them. */
async function restored(): Promise<MintedOrganization> {
  bench.dependencies.clock.set(START);
  const org = await bench.subscribed();
  await post(hosts.addHost, org, HOST);
  await post(users.addUser, org, person());
  await bench.call(billing.deleteOrganization, {}, { key: org.owner.key });
  bench.dependencies.clock.set(new Date('2026-12-02T12:00:00Z'));
  await bench.catchUp();
  const key = await signInAgain(bench.dependencies, org);
  const again = { ...org, owner: { ...org.owner, key } };
  expect((await bench.call(billing.cancelDeleteOrganization, {}, { key })).status).toBe(200);
  return again;
}

describe('every call that charges tells what, to the cent', () => {
  interface Path {
    org(): Promise<MintedOrganization>;
    /** Card cents, as the caller is told. */
    tell(org: MintedOrganization): Promise<Charge | number | null>;
    charge(org: MintedOrganization, told: Charge | null): Promise<Answer>;
  }
  const inWizard = () => {
    bench.dependencies.clock.set(START);
    return mintOrganization(bench.dependencies, { setupStep: 2 });
  };
  const subscribed = () => {
    bench.dependencies.clock.set(START);
    return bench.subscribed();
  };
  const asked = (route: Order, input: object): Path => ({
    org: subscribed,
    tell: async (org) => (await post(route, org, { ...input, dry_run: true })).body.charge,
    charge: (org, told) => post(route, org, { ...input, ...accept(told) }),
  });
  const card: Path = { org: inWizard, tell: quote, charge: (org, told) => useCard(org, accept(told)) };
  let removed = '';
  const bringBack = ({ owner: { key } }: MintedOrganization, body: object) =>
    bench.call(users.restoreUser, { params: { userID: removed }, body }, { key }) as Promise<Answer>;
  const backFor: Path = {
    // Somebody else has the licence by now.
    org: async () => {
      const org = await subscribed();
      removed = (await bench.call(users.addUser, { body: person() }, { key: org.owner.key })).body.userID ?? '';
      const leaving = { params: { userID: removed }, body: { user_id: org.owner.userId } };
      await bench.call(users.deleteUser, leaving, { key: org.owner.key });
      await post(users.addUser, org, person());
      return org;
    },
    tell: async (org) => (await bringBack(org, { dry_run: true })).body.charge ?? null,
    charge: (org, told) => bringBack(org, accept(told)),
  };
  const PATHS: Record<string, Path[]> = {
    'post /organization/updatePaymentMethod': [
      card,
      { ...card, org: restored },
      // As the specification has it, with the price on the wizard's page.
      { ...card, charge: (org) => useCard(org) },
      // A later card costs nothing, and nothing is told.
      { ...card, org: subscribed },
    ],
    'post /hosts/add': [asked(hosts.addHost, HOST)],
    'post /users/add': [asked(users.addUser, person())],
    'post /users/invite': [asked(users.inviteUsers, several())],
    'post /users/{userID}/restore': [backFor],
    'post /organization/payInvoice': [
      {
        org: async () => {
          const org = await subscribed();
          await bench.payWith(org, CARDS.declinedLater);
          bench.dependencies.clock.set(new Date('2026-12-01T03:00:00Z'));
          await bench.catchUp();
          await bench.payWith(org);
          return org;
        },
        tell: async ({ owner: { key } }) =>
          (await bench.call(billing.getBilling, {}, { key })).body.open_invoice?.amount_due ?? null,
        charge: async ({ owner: { key } }) => {
          const open = (await bench.call(billing.getBilling, {}, { key })).body.open_invoice;
          return bench.call(billing.payInvoice, { body: { invoice_id: open?.id ?? '' } }, { key }) as Promise<Answer>;
        },
      },
    ],
  };

  test('each is named in the contract', () => {
    const named = routes.filter(({ charges }) => charges).map(nameOf);
    expect(named.sort()).toEqual(Object.keys(PATHS).sort());
  });

  /** A new place that takes money has to be one of the above, or to hang off one. */
  test('and nobody else asks the provider for money', () => {
    const root = path.resolve(import.meta.dirname, '../../server/features');
    const asks = /payments\s*\.(startSubscription|askToConfirmStart|askToConfirmQuantity|changeQuantity|payInvoice)\(/;
    const places = globSync('**/*.ts', { cwd: root }).filter((file) =>
      asks.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(places.sort()).toEqual([
      'billing/change-units-later.ts',
      'billing/charge-units.ts',
      'billing/pay-invoice.ts',
      'billing/remove-unused-licences.ts',
      'billing/start-first.ts',
      'billing/update-payment-method.ts',
    ]);
  });

  const all = Object.entries(PATHS).flatMap(([name, paths]) =>
    paths.map((each, index) => [`${name} ${index}`, each] as const),
  );
  test.each(all)('%s', async (_, { org, tell, charge }) => {
    const who = await org();
    const before = await charged(who);
    const told = await tell(who);
    const answer = await charge(who, typeof told === 'number' ? null : told);
    expect(answer.status).toBe(200);
    expect((await charged(who)) - before).toBe(typeof told === 'number' ? told : (told?.card_amount ?? 0));
  });

  test('what takes nothing takes nothing: joining, restoring, creating an organization, keeping a host', async () => {
    const org = await subscribed();
    const { key } = org.owner;
    const { body } = await post(hosts.addHost, org, HOST);
    const guest = await mintOrganization(bench.dependencies);
    await bench.dependencies.sql`update organizations set user_licenses = 2 where id = ${org.organizationId}`;
    await post(users.addUser, org, { ...person(), email_address: guest.owner.email });
    const before = await charged(org);
    await bench.runJobs();
    const mail = bench.dependencies.sent.findLast(({ to }) => to === guest.owner.email);
    const invite_token = /invite_token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    const joined = await bench.call(users.acceptInvite, { query: { invite_token } }, { key: guest.owner.key });
    expect(joined.status).toBe(200);
    const params = { serverID: (body as { hostID: string }).hostID };
    await bench.call(hosts.deleteHost, { params }, { key });
    expect((await bench.call(hosts.cancelDeleteHost, { params }, { key })).status).toBe(200);
    await bench.call(billing.deleteOrganization, {}, { key });
    expect((await bench.call(billing.cancelDeleteOrganization, {}, { key })).status).toBe(200);
    const another = { new_user_flag: false, organization_name: 'Another' };
    expect((await bench.call(organizations.newOrganizationSignup, { body: another }, { key })).status).toBe(200);
    expect(await charged(org)).toBe(before);
  });
});

describe('the first payment', () => {
  test('takes the moment that was shown, wherever in a month and however late in its ten minutes', async () => {
    const moment = fc.date({
      min: new Date('2027-01-01T00:00:00Z'),
      max: new Date('2032-03-01T00:00:00Z'),
      noInvalidDate: true,
    });
    const late = fc.integer({ min: 0, max: 10 * 60 });
    const examples: [Date, number][] = [
      [new Date('2028-02-01T00:00:00Z'), 600],
      [new Date('2028-02-29T23:49:59Z'), 600],
      [new Date('2027-01-30T12:00:00Z'), 599],
      [new Date('2027-12-31T23:59:58Z'), 1],
      [new Date('2027-01-01T00:00:00.001Z'), 600],
    ];
    await fc.assert(
      fc.asyncProperty(moment, late, async (shownAt, seconds) => {
        bench.dependencies.clock.set(shownAt);
        const org = await mintOrganization(bench.dependencies, { setupStep: 2 });
        const told = await quote(org);
        // It counts from the whole second.
        const acceptedAt = Math.max(shownAt.getTime(), Date.parse(told?.at ?? '') + seconds * SECOND);
        bench.dependencies.clock.set(new Date(acceptedAt));
        const answer = await useCard(org, accept(told));
        const isPast = acceptedAt >= nextBillingDate(shownAt).getTime();
        expect(answer.status).toBe(isPast ? 409 : 200);
        expect(await charged(org)).toBe(isPast ? 0 : told?.card_amount);
      }),
      { numRuns: 8, examples },
    );
  });

  test.each([
    ['shown too long ago', 11 * MINUTE, 0],
    ['of another amount', 0, -1],
  ])('a price %s is refused with the one of now, which is then taken', async (_, laterMs, off) => {
    bench.dependencies.clock.set(START);
    const org = await mintOrganization(bench.dependencies, { setupStep: 2 });
    const told = await quote(org);
    bench.dependencies.clock.advance(laterMs);
    const refused = await useCard(org, { at: told?.at, card_amount: (told?.card_amount ?? 0) + off });
    expect(refused.status).toBe(409);
    expect(await charged(org)).toBe(0);
    expect((await useCard(org, accept(refused.body.charge ?? null))).status).toBe(200);
    expect(await charged(org)).toBe(refused.body.charge?.card_amount);
  });

  test('after a restored organization a new card alone charges nothing: the price is told, hosts and users in it', async () => {
    const org = await restored();
    const before = await charged(org);
    const refused = await useCard(org);
    expect(refused.status).toBe(409);
    expect(await charged(org)).toBe(before);
    expect(refused.body.charge).toMatchObject({ monthly_before: 0, monthly_after: 3500 + 2000 + 4000 });
    expect((await useCard(org, accept(refused.body.charge ?? null))).status).toBe(200);
    expect((await charged(org)) - before).toBe(refused.body.charge?.card_amount);
    await bench.catchUp();
    const shown = await bench.call(billing.getBilling, {}, { key: org.owner.key });
    expect(shown.body).toMatchObject({ upcoming_total: 9500, bill: { servers: { count: 1 } }, read_only: false });
  });

  test('too small for a card, it is said when it is charged, and then it is', async () => {
    bench.dependencies.clock.set(new Date('2026-11-30T23:30:00Z'));
    const org = await mintOrganization(bench.dependencies, { setupStep: 2 });
    const told = await quote(org);
    expect(told?.amount).toBeGreaterThan(0);
    expect(told?.amount).toBeLessThan(MINIMUM_CHARGE);
    expect(told).toMatchObject({
      card_amount: 0,
      carried_over: told?.amount,
      next_billing_date: '2026-12-01T00:00:00.000Z',
    });
    expect((await useCard(org, accept(told))).status).toBe(200);
    expect(await charged(org)).toBe(0);
    bench.dependencies.clock.set(new Date('2026-12-01T03:00:00Z'));
    expect(await charged(org)).toBe(3500 + (told?.carried_over ?? 0));
  });
});

describe.each([
  ['/hosts/add', hosts.addHost, () => HOST, 1000],
  ['/users/add', users.addUser, person, 500],
  ['/users/invite', users.inviteUsers, several, 1500],
] as const)('%s', (_, route, input, price) => {
  const subscribed = () => {
    bench.dependencies.clock.set(START);
    return bench.subscribed();
  };

  test('without a moment charges the price of the moment, once for a click that is repeated', async () => {
    const org = await subscribed();
    const before = await charged(org);
    const body = input();
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(route, org, body)));
    bench.dependencies.clock.advance(SECOND);
    answers.push(await post(route, org, body));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const made = answers.map(({ body: answer }) =>
      'hostID' in answer ? answer.hostID : 'people' in answer ? String(idsOf(answer)) : answer.userID,
    );
    expect(new Set(made).size).toBe(1);
    expect((await charged(org)) - before).toBe(price);
    const [begun] = await bench.dependencies
      .sql`select count(*)::int as count from billing_begun_charges where organization_id = ${org.organizationId}`;
    expect(begun?.count).toBe(0);
  });

  test('is refused with the price of now when it is not what was shown, and charges nothing', async () => {
    const org = await subscribed();
    const before = await charged(org);
    const body = input();
    const told = (await post(route, org, { ...body, dry_run: true })).body.charge;
    const unseen = await post(route, org, { ...body, card_amount: 0 });
    expect(unseen).toMatchObject({ status: 409, body: { charge: { card_amount: told?.card_amount } } });
    bench.dependencies.clock.advance(11 * MINUTE);
    const late = (await post(route, org, { ...body, ...accept(told) })) as Answer;
    expect(late.status).toBe(409);
    expect(await charged(org)).toBe(before);
    expect((await post(route, org, { ...body, ...accept(late.body.charge ?? null) })).status).toBe(200);
    expect((await charged(org)) - before).toBe(late.body.charge?.card_amount);
  });
});

test('a host of the same name, a minute later, is another one', async () => {
  bench.dependencies.clock.set(START);
  const org = await bench.subscribed();
  const first = await post(hosts.addHost, org, HOST);
  bench.dependencies.clock.advance(2 * MINUTE);
  const second = await post(hosts.addHost, org, HOST);
  expect(second.status).toBe(200);
  expect(second.body).not.toMatchObject(first.body);
});
