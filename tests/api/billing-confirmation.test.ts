import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dropUnconfirmed } from '#server/features/billing/confirmations.ts';
import { settleLostCharges } from '#server/features/hosts/settle-units.ts';
import * as cards from '#shared/features/billing/cards.ts';
import * as billing from '#shared/features/billing/contract.ts';
import * as hosts from '#shared/features/hosts/contract.ts';
import * as organization from '#shared/features/organizations/contract.ts';
import * as users from '#shared/features/users/contract.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { type BillingBench, billingBench } from './billing-support.ts';

/** Stripe's test card whose bank wants to be asked at every charge. */
const ASKS = '4000 0027 6000 3184';

let bench: BillingBench;

beforeAll(async () => {
  bench = await billingBench(new Date('2026-04-11T00:00:00Z'));
  Object.assign(bench.dependencies.config, { hostMemoryMb: 1_000_000 });
});
afterAll(() => bench?.dependencies.close());

type Answer = { status: number; body: unknown };
const secretOf = ({ status, body }: Answer): string => {
  expect(status).toBe(402);
  const { payment_action: action } = body as { payment_action: { client_secret: string; publishable_key: null } };
  expect(action).toMatchObject({ client_secret: expect.stringMatching(/^pi_\w+_secret_/), publishable_key: null });
  return action.client_secret;
};
const answerBank = async (who: MintedOrganization, client_secret: string, confirm = true) =>
  (await bench.call(cards.confirmTestPayment, { body: { client_secret, confirm } }, { key: who.owner.key })).body;

/** Subscribed with a card that worked then; from now on its bank asks. */
async function asked() {
  const here = await bench.subscribed();
  await saveCard(here);
  return here;
}

async function saveCard(here: MintedOrganization) {
  const { key } = here.owner;
  const { body } = await bench.call(organization.getOrganization, { query: { payment: 'true' } }, { key });
  const client_secret = body.stripe_client_secret ?? '';
  const card = { number: ASKS, exp_month: 12, exp_year: 2040, cvc: '123' };
  const set = await bench.call(cards.confirmTestCard, { body: { client_secret, ...card } }, { key });
  const outcome = new URLSearchParams({ outcome: 'complete' });
  await fetch(String(set.body.redirect_url), { method: 'POST', body: outcome, redirect: 'manual' });
  const setup_intent = client_secret.split('_secret_')[0] ?? '';
  const { payment_method } = (await bench.call(cards.cardSetup, { query: { setup_intent } }, { key })).body;
  const pay = () => bench.call(cards.updatePaymentMethod, { body: { payment_method: payment_method ?? '' } }, { key });
  return { pay, answer: await pay() };
}

const person = (email_address: string) => ({
  first_name: 'A',
  last_name: 'B',
  email_address,
  role: 'user' as const,
  groups: [],
});

async function newUser(here: MintedOrganization, email: string) {
  const { key } = here.owner;
  const shown = await bench.call(users.addUser, { body: { ...person(email), dry_run: true } }, { key });
  const at = shown.body.charge?.at;
  return () => bench.call(users.addUser, { body: { ...person(email), dry_run: false, ...(at && { at }) } }, { key });
}

const paid = async (customer: string) =>
  (await bench.stripe.invoices.list({ customer, status: 'paid' })).data.map(({ amount_paid }) => amount_paid);
const open = async (customer: string) => (await bench.stripe.invoices.list({ customer, status: 'open' })).data.length;
const extraUsers = async (customer: string) => {
  const [subscription] = (await bench.stripe.subscriptions.list({ customer })).data;
  const item = subscription?.items.data.find(({ price }) => price.lookup_key?.includes('extra-user'));
  return item?.quantity ?? 0;
};
const members = async (here: MintedOrganization) => {
  const rows = await bench.dependencies.sql`
    select 1 from memberships where organization_id = ${here.organizationId} and status <> 'deleted'`;
  return rows.length;
};

test('a licence whose bank asks is there with its charge once it is confirmed, and neither before', async () => {
  const here = await asked();
  const add = await newUser(here, 'one@x.example');
  const secret = secretOf(await add());
  expect([await members(here), await extraUsers(here.customerId), await open(here.customerId)]).toEqual([1, 0, 1]);
  expect(await answerBank(here, secret)).toMatchObject({ confirmed: true });
  expect((await add()).status).toBe(200);
  expect([await members(here), await extraUsers(here.customerId)]).toEqual([2, 1]);
  expect(await paid(here.customerId)).toHaveLength(2);
});

test('two tabs and a double click are asked one question and charged once, whoever is first to hear of it', async () => {
  const here = await asked();
  const add = await newUser(here, 'two@x.example');
  const secrets = (await Promise.all([add(), add(), add(), add()])).map(secretOf);
  expect(new Set(secrets).size).toBe(1);
  await Promise.all([answerBank(here, secrets[0] ?? ''), answerBank(here, secrets[0] ?? '')]);
  await bench.catchUp();
  expect((await Promise.all([add(), add(), add()])).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([await members(here), await extraUsers(here.customerId)]).toEqual([2, 1]);
  expect([(await paid(here.customerId)).length, await open(here.customerId)]).toEqual([2, 0]);
});

test('refused and clicked again, the bank is asked anew, and let through it is charged once', async () => {
  const here = await asked();
  const add = await newUser(here, 'again@x.example');
  const refused = secretOf(await add());
  await answerBank(here, refused, false);
  const secret = secretOf(await add());
  expect(secret).not.toBe(refused);
  expect(await answerBank(here, secret)).toMatchObject({ confirmed: true });
  expect((await add()).status).toBe(200);
  expect([await members(here), await extraUsers(here.customerId)]).toEqual([2, 1]);
  expect([(await paid(here.customerId)).length, await open(here.customerId)]).toEqual([2, 0]);
});

test('refused, or left alone, it leaves nothing behind', async () => {
  const here = await asked();
  const add = await newUser(here, 'three@x.example');
  expect(await answerBank(here, secretOf(await add()), false)).toMatchObject({ confirmed: false });
  const other = await newUser(here, 'four@x.example');
  secretOf(await other());
  expect(await open(here.customerId)).toBe(1);
  bench.dependencies.clock.advance(10 * 60_000 + 1);
  await dropUnconfirmed(bench.dependencies, here);
  expect([await members(here), await extraUsers(here.customerId), await open(here.customerId)]).toEqual([1, 0, 0]);
  expect(await paid(here.customerId)).toHaveLength(1);
});

test('a host whose bank asks is ordered with its charge; a confirmation that nobody followed up is credited', async () => {
  const here = await asked();
  const { key } = here.owner;
  const order = async (name: string) => {
    const body = { name, server_option_id: 'general-2' };
    const shown = await bench.call(hosts.addHost, { body: { ...body, dry_run: true } }, { key });
    const at = shown.body.charge?.at;
    return {
      amount: shown.body.charge?.amount,
      send: () => bench.call(hosts.addHost, { body: { ...body, dry_run: false, at } }, { key }),
    };
  };
  const first = await order('one');
  await answerBank(here, secretOf(await first.send()));
  const made = await first.send();
  expect(made.status).toBe(200);
  const [host] = await bench.dependencies
    .sql`select charged_cents from hosts where organization_id = ${here.organizationId}`;
  expect(host?.charged_cents).toBe(first.amount);
  expect((await first.send()).body).toEqual(made.body);

  const left = await order('two');
  await answerBank(here, secretOf(await left.send()));
  bench.dependencies.clock.advance(16 * 60_000);
  await settleLostCharges(bench.dependencies);
  await bench.runJobs();
  const customer = (await bench.stripe.customers.retrieve(here.customerId)) as Stripe.Customer;
  expect(customer.balance).toBe(0 - (left.amount ?? 0));
});

test('an open monthly bill is paid once its bank let it', async () => {
  const here = await asked();
  const { key } = here.owner;
  bench.dependencies.clock.set(new Date('2026-05-01T02:00:00Z'));
  await bench.catchUp();
  const { body } = await bench.call(billing.getBilling, {}, { key });
  const pay = () => bench.call(billing.payInvoice, { body: { invoice_id: body.open_invoice?.id ?? '' } }, { key });
  await answerBank(here, secretOf(await pay()));
  expect((await pay()).status).toBe(200);
  expect((await bench.call(billing.getBilling, {}, { key })).body.open_invoice).toBeNull();
});

test('a payment of somebody else can’t be answered for', async () => {
  const [here, there] = [await asked(), await asked()];
  const secret = secretOf(await (await newUser(here, 'five@x.example'))());
  const body = { client_secret: secret, confirm: true };
  const { status } = await bench.call(cards.confirmTestPayment, { body }, { key: there.owner.key });
  expect(status).toBe(404);
});

test('the first card starts the subscription once its bank let it', async () => {
  const here = await mintOrganization(bench.dependencies, { setupStep: 2 });
  const { pay, answer } = await saveCard(here);
  const secret = secretOf(answer);
  await bench.catchUp();
  expect(secretOf(await pay())).toBe(secret);
  await answerBank(here, secret);
  expect((await pay()).status).toBe(200);
  const [row] = await bench.dependencies.sql`select stripe_subscription_id as id, stripe_customer_id as customer
    from organizations where id = ${here.organizationId}`;
  expect(await bench.stripe.subscriptions.retrieve(row?.id)).toMatchObject({ status: 'active' });
  expect(await paid(row?.customer)).toHaveLength(1);
});
