import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organizations } from '#server/features/people/tables.ts';
import * as audit from '#shared/features/audit/contract.ts';
import * as billing from '#shared/features/billing/contract.ts';
import * as contract from '#shared/features/users/contract.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, CARDS, orderFault } from './billing-support.ts';

/** A quarter of November 2026 is left: a subscription costs 875 cents now, a user 500. */
const START = new Date('2026-11-23T12:00:00Z');

let bench: BillingBench;
beforeAll(async () => {
  bench = await billingBench(START);
});
afterAll(() => bench?.dependencies.close());

let lists = 0;
const addresses = (count: number) => {
  lists += 1;
  return Array.from({ length: count }, (_, at) => ({ email_address: `list-${lists}.guest-${at}@example.com` }));
};
const send = ({ owner: { key } }: MintedOrganization, people: object[], more: object = {}) =>
  bench.call(contract.inviteUsers, { body: { people, role: 'user', ...more } }, { key });
/** The price, and a click that accepts it and stays the same. */
async function priced(org: MintedOrganization, people: object[]) {
  const { status, body } = await send(org, people, { dry_run: true });
  expect(status).toBe(200);
  const { at, card_amount } = body.charge ?? {};
  return { ...body, click: () => send(org, people, body.charge ? { at, card_amount } : { card_amount: 0 }) };
}
const charges = async ({ customerId: customer }: { customerId: string }) =>
  (await bench.stripe.invoices.list({ customer })).data.map(({ total }) => total);
const records = async ({ owner: { key } }: MintedOrganization) =>
  (await bench.call(contract.listUsers, { query: {} }, { key })).body.records;
const licences = async ({ organizationId }: MintedOrganization) => {
  const own = eq(organizations.id, organizationId);
  return (await bench.dependencies.db.select().from(organizations).where(own))[0]?.userLicenses;
};

test('a dozen: one price, one charge however often it is clicked, and a mail for each', async () => {
  const org = await bench.subscribed();
  const people = addresses(12);
  const { charge, click, ...preview } = await priced(org, people);
  expect(charge).toMatchObject({ amount: 6000, card_amount: 6000, monthly_before: 3500, monthly_after: 27_500 });
  expect(preview.people).toHaveLength(12);
  expect(await records(org)).toBe(1);

  const clicks = await Promise.all([click(), click(), click()]);
  clicks.push(await click());
  expect(clicks.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(new Set(clicks.map(({ body }) => JSON.stringify(body.people))).size).toBe(1);
  expect(clicks[0]?.body.people.every(({ userID, problem }) => userID && problem === null)).toBe(true);
  expect(await charges(org)).toEqual([6000, 875]);
  expect([await records(org), await licences(org)]).toEqual([13, 13]);

  await bench.runJobs();
  const mailed = people.filter(({ email_address }) => bench.dependencies.sent.some(({ to }) => to === email_address));
  expect(mailed).toHaveLength(12);
  const { rows } = (await bench.call(audit.listAudit, {}, { key: org.owner.key })).body;
  expect(rows.filter(({ action }) => action === 'users.add')).toHaveLength(12);
  expect(rows.filter(({ action }) => action === 'billing.charge')).toHaveLength(1);
});

test('says for each address what is wrong with it, and invites the others in their role and groups', async () => {
  const org = await mintOrganization(bench.dependencies, { licences: 20 });
  const member = await mintUser(bench.dependencies, org.organizationId, 'user');
  const elsewhere = await mintUser(
    bench.dependencies,
    (await mintOrganization(bench.dependencies)).organizationId,
    'user',
  );
  const people = [
    { email_address: ' Grace.Brewster@Example.COM ' },
    { email_address: 'grace.brewster@example.com', first_name: 'Again' },
    { email_address: 'nobody' },
    { email_address: member.email.toUpperCase() },
    { email_address: 'ada@example.com', first_name: 'Ada', last_name: 'Lovelace' },
    { email_address: 'long@example.com', first_name: 'x'.repeat(61) },
    { email_address: 'hidden@example.com', first_name: 'a\u202eb' },
    { email_address: 'sato@example.com', last_name: '佐藤' },
    { email_address: elsewhere.email },
  ];
  const { charge, click, ...preview } = await priced(org, people);
  expect(charge).toBeNull();
  const problems = [null, 'twice', 'address', 'member', null, 'name', 'name', null, null];
  expect(preview.people.map(({ problem }) => problem)).toEqual(problems);
  expect(preview.people.map(({ userID }) => userID)).toEqual(Array(9).fill(null));
  expect(preview.people[0]).toMatchObject({ email_address: 'grace.brewster@example.com', first_name: 'Grace' });

  const done = (await click()).body.people;
  expect(done.map(({ problem }) => problem)).toEqual(problems);
  expect(done.map(({ userID }) => userID !== null)).toEqual(problems.map((problem) => problem === null));
  const listed = await bench.call(contract.listUsers, { query: { status: 'pending' } }, { key: org.owner.key });
  const names = listed.body.rows.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim());
  // Somebody with an account elsewhere stays unknown until they accept.
  expect(names.sort()).toEqual(['', 'Ada Lovelace', 'Grace Brewster', '佐藤']);

  const again = await priced(org, people);
  expect(again.people.filter(({ problem }) => problem === null)).toEqual([]);
  expect((await again.click()).status).toBe(200);
  expect(await records(org)).toBe(6);
});

test('free licences are used first; a declined card adds nobody, and the next one works at once', async () => {
  const org = await bench.subscribed();
  await (await priced(org, addresses(2))).click();
  const first = (await bench.call(contract.listUsers, { query: { status: 'pending' } }, { key: org.owner.key })).body;
  const params = { userID: first.rows[0]?.id ?? '' };
  await bench.call(contract.deleteUser, { params, body: { user_id: org.owner.userId } }, { key: org.owner.key });

  await bench.payWith(org, CARDS.declinedLater);
  const { charge, click } = await priced(org, addresses(4));
  expect(charge).toMatchObject({ card_amount: 1500 });
  expect((await click()).status).toBe(402);
  expect([await records(org), await licences(org)]).toEqual([2, 3]);
  await bench.payWith(org);
  expect((await click()).status).toBe(200);
  expect([await records(org), await licences(org)]).toEqual([6, 6]);
  expect(await charges(org)).toEqual([1500, 1000, 875]);
});

test('is refused with the new price when the list costs something else by now', async () => {
  const org = await bench.subscribed();
  const people = addresses(3);
  const { charge, click } = await priced(org, people);
  await (await priced(org, people.slice(0, 1))).click();
  const refused = await click();
  expect(refused).toMatchObject({ status: 409, body: { charge: { card_amount: 1000 } } });
  expect(charge).toMatchObject({ card_amount: 1500 });
  expect([await records(org), await licences(org)]).toEqual([2, 2]);
});

test.each(['error', 'error-after', 'cut', 'unavailable', 'rate-limit'])(
  '%s of the provider: charged once and granted once, at the latest by the next click',
  async (name) => {
    const org = await bench.subscribed();
    const [subscription] = (await bench.stripe.subscriptions.list({ customer: org.customerId })).data;
    const { click } = await priced(org, addresses(3));
    await orderFault(bench.dependencies, name, `/v1/subscriptions/${subscription?.id}`);
    if ((await click()).status !== 200) expect((await click()).status).toBe(200);
    expect(await charges(org)).toEqual([1500, 875]);
    expect([await records(org), await licences(org)]).toEqual([4, 4]);
  },
);

test('a lost charge for three is never charged again: one person takes one, and the others stay free', async () => {
  const org = await bench.subscribed();
  const { payments } = bench.dependencies;
  const { click } = await priced(org, addresses(3));
  const single = await priced(org, addresses(1));
  bench.dependencies.payments = {
    ...payments,
    changeQuantity: async (change) => {
      await payments.changeQuantity(change);
      throw new Error('power cut');
    },
  };
  expect((await click()).status).toBe(500);
  bench.dependencies.payments = payments;
  expect((await single.click()).status).toBe(200);
  expect([await records(org), await licences(org)]).toEqual([2, 4]);
  expect(await charges(org)).toEqual([1500, 875]);
  const bill = await bench.call(billing.getBilling, {}, { key: org.owner.key });
  expect(bill.body).toMatchObject({ user_licenses: 4, users: 2 });
});

test('a list is bounded, and a group of somebody else keeps everyone out', async () => {
  const org = await mintOrganization(bench.dependencies, { licences: 5 });
  expect((await send(org, addresses(51))).status).toBe(422);
  expect((await send(org, [])).status).toBe(422);
  expect((await send(org, addresses(2), { groups: ['none'] })).status).toBe(422);
  expect((await send(org, addresses(2), { role: 'owner' })).status).toBe(422);
  expect(await records(org)).toBe(1);
});
