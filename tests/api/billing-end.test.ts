import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { currentUser } from '#shared/features/auth/contract.ts';
import * as contract from '#shared/features/billing/contract.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import { type MintedOrganization, mintUser } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, CARDS, signInAgain } from './billing-support.ts';

const START = new Date('2026-11-23T12:00:00Z');
const END = '2026-12-01T00:00:00.000Z';

let bench: BillingBench;
let org: MintedOrganization & { customerId: string };
beforeAll(async () => {
  bench = await billingBench(START);
});
beforeEach(async () => {
  bench.dependencies.clock.set(START);
  org = await bench.subscribed();
});
afterAll(() => bench?.dependencies.close());

const remove = (key = org.owner.key) => bench.call(contract.deleteOrganization, {}, { key });
const restore = (key = org.owner.key) => bench.call(contract.cancelDeleteOrganization, {}, { key });
const shown = async (key = org.owner.key) => (await bench.call(contract.getBilling, {}, { key })).body;
const subscriptions = async () =>
  (await bench.stripe.subscriptions.list({ customer: org.customerId, status: 'all' })).data;

describe('deleting an organization', () => {
  test('ends payments with the period; restored, they go on', async () => {
    expect((await remove()).body).toMatchObject({ delete_date: END });
    expect((await remove()).body).toMatchObject({ delete_date: END });
    await bench.catchUp();
    expect(await shown()).toMatchObject({ delete_date: END, next_billing_date: null, upcoming_total: 0 });
    expect((await restore()).status).toBe(200);
    expect((await restore()).status).toBe(409);
    await bench.catchUp();
    expect(await shown()).toMatchObject({ delete_date: null, next_billing_date: END, upcoming_total: 3500 });
    bench.dependencies.clock.set(new Date('2026-12-01T02:00:00Z'));
    expect((await subscriptions())[0]).toMatchObject({ status: 'active' });
  });

  test('charges nothing on the 1st and is read-only then; restored later, a card starts anew', async () => {
    await remove();
    bench.dependencies.clock.set(new Date('2026-12-02T12:00:00Z'));
    expect(await subscriptions()).toMatchObject([{ status: 'canceled' }]);
    await bench.catchUp();
    expect((await bench.stripe.invoices.list({ customer: org.customerId })).data).toHaveLength(1);
    expect(await shown()).toMatchObject({ read_only: true, delete_date: END });
    expect((await restore()).status).toBe(200);
    expect((await bench.payWith(org)).status).toBe(200);
    await bench.catchUp();
    expect(await shown()).toMatchObject({ read_only: false, delete_date: null, upcoming_total: 3500 });
    expect((await subscriptions()).map(({ status }) => status)).toEqual(['active', 'canceled']);
  });

  test('is the owner’s', async () => {
    const admin = await mintUser(bench.dependencies, org.organizationId, 'admin');
    expect((await remove(admin.key)).status).toBe(403);
    expect((await restore(admin.key)).status).toBe(403);
  });

  test('a deletion whose commit was lost shows as soon as the provider tells of it', async () => {
    const [subscription] = await subscriptions();
    await bench.stripe.subscriptions.update(subscription?.id ?? '', { cancel_at_period_end: true });
    await bench.catchUp();
    expect(await shown()).toMatchObject({ delete_date: END });
  });
});

test('a read-only organization can read, pay and leave, and change nothing else', async () => {
  await bench.payWith(org, CARDS.declinedLater);
  bench.dependencies.clock.set(new Date('2026-12-08T03:00:00Z'));
  expect((await subscriptions())[0]).toMatchObject({ status: 'unpaid' });
  await bench.catchUp();
  const key = await signInAgain(bench.dependencies, org);
  const addKey = () => bench.call(keys.addSshKey, { body: { name: 'x', public_key: 'not a key' } }, { key });
  const refused = await addKey();
  expect(refused.status).toBe(402);
  expect(refused.body.message).toMatch(/Pay the open invoice under Billing/);
  expect((await bench.call(keys.listSshKeys, {}, { key })).status).toBe(200);
  const { open_invoice: open, read_only } = await shown(key);
  expect(read_only).toBe(true);
  const known = async () => (await bench.call(currentUser, {}, { key })).body.organization.read_only;
  expect(await known()).toBe(true);
  const paying = { ...org, owner: { ...org.owner, key } };
  expect((await bench.payWith(paying)).status).toBe(200);
  const paid = await bench.call(contract.payInvoice, { body: { invoice_id: open?.id ?? '' } }, { key });
  expect(paid.status).toBe(200);
  expect((await addKey()).status).toBe(422);
  expect(await known()).toBe(false);
});
