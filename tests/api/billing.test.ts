import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addLicence } from '#server/features/billing/index.ts';
import { invoicePdf } from '#server/features/billing/invoice-pdf.ts';
import { MINUTE } from '#server/platform/clock.ts';
import * as contract from '#shared/features/billing/contract.ts';
import { getOrganization } from '#shared/features/organizations/contract.ts';
import { type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { pdfText, plainLetters } from '#tests/support/pdf.ts';
import {
  type BillingBench,
  billingBench,
  CARDS,
  contextOf,
  newMember,
  orderFault,
  signInAgain,
} from './billing-support.ts';

/** A quarter of November 2026 is left: 7.5 of 30 days. */
const START = new Date('2026-11-23T12:00:00Z');
const FIRST = new Date('2026-12-01T02:00:00Z');

let bench: BillingBench;
let org: MintedOrganization & { customerId: string };
beforeAll(async () => {
  bench = await billingBench(START);
  org = await bench.subscribed();
  const owner = await contextOf(bench.dependencies, org.owner.key);
  // A minute later: 2000 × 647,940/2,592,000 = 499.95, which is 500.
  bench.dependencies.clock.advance(MINUTE);
  await addLicence(owner, { attempt: 'one', at: bench.dependencies.clock.now() }, newMember(owner));
  await bench.stripe.customers.createBalanceTransaction(org.customerId, { amount: -6000, currency: 'usd' });
  await bench.catchUp();
});
afterAll(() => bench?.dependencies.close());

async function newKey(): Promise<string> {
  const key = await signInAgain(bench.dependencies, org);
  org = { ...org, owner: { ...org.owner, key } };
  return key;
}

const get = (key = org.owner.key) => bench.call(contract.getBilling, {}, { key });

describe('what is billed next', () => {
  const organization = (key: string) => bench.call(getOrganization, {}, { key });
  const nothing = {
    upcoming_total: null,
    upcoming_amount_due: null,
    current_balance: null,
    upcoming_ending_balance: null,
  };

  test('is told with the organization to those who see the bill', async () => {
    const amounts = {
      upcoming_total: 5500,
      upcoming_amount_due: 0,
      current_balance: 6000,
      upcoming_ending_balance: 500,
    };
    expect((await organization(org.owner.key)).body).toMatchObject(amounts);
    const lead = await mintUser(bench.dependencies, org.organizationId, 'lead');
    expect((await organization(lead.key)).body).toMatchObject(nothing);
    await bench.dependencies.sql`delete from users where id = ${lead.userId}`;
    expect((await organization((await mintOrganization(bench.dependencies)).owner.key)).body).toMatchObject(nothing);
  });

  test('is left out while the provider is away', async () => {
    await orderFault(bench.dependencies, 'unavailable', '/v1/invoices/create_preview', 3);
    expect(await organization(org.owner.key)).toMatchObject({ status: 200, body: nothing });
  });
});

describe('the billing page', () => {
  test('shows the upcoming invoice, credit, balance, licences, card and months', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      bill: {
        subscription_charge: 3500,
        user_licenses: 2,
        user_charge: 2000,
        servers: { count: 0, line_price: 0 },
        found_servers: [],
        // 3500 + 2000 = 5500, all of it from the credit of 6000
        credit_amount: 5500,
      },
      upcoming_total: 5500,
      upcoming_amount_due: 0,
      current_balance: 6000,
      upcoming_ending_balance: 500,
      user_licenses: 2,
      users: 2,
      next_billing_date: '2026-12-01T00:00:00.000Z',
      subscription_status: 'active',
      read_only: false,
      open_invoice: null,
      card: { brand: 'visa', last4: '4242' },
      monthly_cap: null,
      test_mode: true,
    });
    expect(body.bill.found_users).toHaveLength(2);
    expect(body.months).toHaveLength(12);
    expect([body.months[0], body.months[11]]).toEqual([
      { month: '2025-12', total: 0 },
      // 3500 × 7.5/30 + 2000 × 7.5/30 = 875 + 500
      { month: '2026-11', total: 1375 },
    ]);
    expect(body.invoices.map(({ invoice_total, item }) => [invoice_total, item])).toEqual([
      [500, 'Extra users'],
      [875, 'Subscription'],
    ]);
  });

  test('is there before there is a card', async () => {
    const fresh = await mintOrganization(bench.dependencies);
    const { status, body } = await get(fresh.owner.key);
    expect(status).toBe(200);
    expect(body).toMatchObject({ upcoming_total: 0, next_billing_date: null, card: null, invoices: [] });
  });

  test.each(['lead', 'user'] as const)('is not for a %s', async (role) => {
    const { key } = await mintUser(bench.dependencies, org.organizationId, role);
    const routes = [contract.getBilling, contract.listInvoices, contract.removeUnusedUserLicenses] as const;
    for (const route of routes) expect((await bench.call(route, {}, { key })).status).toBe(403);
    await bench.dependencies
      .sql`delete from memberships where role = ${role} and organization_id = ${org.organizationId} and user_id in (select user_id from sessions)`;
  });
});

describe('invoices', () => {
  test('lists them newest first, or as asked', async () => {
    const list = await bench.call(contract.listInvoices, {}, { key: org.owner.key });
    expect(list.body).toMatchObject({ records: 2, rows: [{ invoice_total: 500 }, { invoice_total: 875 }] });
    const sorted = { query: { sort: 'invoice_total', sortDir: 'desc' } };
    const byTotal = await bench.call(contract.listInvoices, sorted, { key: org.owner.key });
    expect(byTotal.body.rows.map(({ invoice_total }) => invoice_total)).toEqual([875, 500]);
  });

  test('one has lines that add up to its total', async () => {
    const list = await bench.call(contract.listInvoices, {}, { key: org.owner.key });
    const invoiceID = list.body.rows[1]?.id ?? '';
    const { body } = await bench.call(contract.getInvoice, { params: { invoiceID } }, { key: org.owner.key });
    expect(body).toMatchObject({
      invoice_type: 'adhoc',
      invoice_date: START.toISOString(),
      invoice_total: 875,
      status: 'paid',
      credit_applied: 0,
      carried_over: 0,
      amount_paid: 875,
      adhoc_item: 'Subscription',
      item_configuration: [{ description: 'Subscription', quantity: 1, line_total: 875, proration: true }],
    });
    const pdf = await bench.call(contract.getInvoicePdf, { params: { invoiceID } }, { key: org.owner.key });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(String(pdf.body).startsWith('%PDF-')).toBe(true);
  });

  test.each([
    ['de', 'Rechnung 7'],
    ['ja', '請求書 7'],
    [null, 'Invoice 7'],
  ])('a PDF is written in the language of the page: %s', async (locale, title) => {
    const list = await bench.call(contract.listInvoices, {}, { key: org.owner.key });
    const params = { invoiceID: list.body.rows[0]?.id ?? '' };
    const { body } = await bench.call(contract.getInvoice, { params }, { key: org.owner.key });
    const pdf = await invoicePdf({ ...body, customer_invoice_id: '7' }, locale);
    expect(await pdfText(pdf)).toContain(plainLetters(title));
  });

  test('another organization’s is not there', async () => {
    const other = await bench.subscribed();
    const list = await bench.call(contract.listInvoices, {}, { key: org.owner.key });
    const params = { invoiceID: list.body.rows[0]?.id ?? '' };
    for (const route of [contract.getInvoice, contract.getInvoicePdf]) {
      expect((await bench.call(route, { params }, { key: other.owner.key })).status).toBe(404);
    }
    const body = { invoice_id: params.invoiceID };
    expect((await bench.call(contract.payInvoice, { body }, { key: other.owner.key })).status).toBe(404);
  });
});

describe('over the 1st', () => {
  test('credit is used before the card, then unused licences go, then a failed bill is paid by hand', async () => {
    bench.dependencies.clock.set(FIRST);
    const key = await newKey();
    await get();
    await bench.catchUp();
    const { body } = await get();
    expect(body).toMatchObject({ current_balance: 500, upcoming_amount_due: 5000, upcoming_ending_balance: 0 });
    const monthly = body.invoices[0];
    expect(monthly).toMatchObject({ invoice_type: 'Monthly', invoice_total: 5500, status: 'paid' });
    const params = { invoiceID: monthly?.id ?? '' };
    const shown = await bench.call(contract.getInvoice, { params }, { key });
    expect(shown.body).toMatchObject({ credit_applied: 5500, amount_due: 0, adhoc_item: null });

    await bench.dependencies
      .sql`update memberships set status = 'deleted' where organization_id = ${org.organizationId} and role = 'user'`;
    expect((await bench.call(contract.removeUnusedUserLicenses, {}, { key })).body).toMatchObject({ removed: 1 });
    expect((await get()).body).toMatchObject({ user_licenses: 1, upcoming_total: 3500 });

    await bench.payWith(org, CARDS.declinedLater);
    bench.dependencies.clock.set(new Date('2027-01-01T02:00:00Z'));
    await newKey();
    await get();
    await bench.catchUp();
    const late = await get();
    // 3500 less the 500 of credit that was left
    expect(late.body.open_invoice).toMatchObject({ amount_due: 3000 });
    const pay = () =>
      bench.call(
        contract.payInvoice,
        { body: { invoice_id: late.body.open_invoice?.id ?? '' } },
        { key: org.owner.key },
      );
    expect((await pay()).status).toBe(402);
    await bench.payWith(org);
    expect((await Promise.all([pay(), pay()])).map(({ status }) => status)).toEqual([200, 200]);
    expect((await get()).body).toMatchObject({ open_invoice: null, subscription_status: 'active' });
  });
});

test('the cap is the owner’s to set', async () => {
  const admin = await mintUser(bench.dependencies, org.organizationId, 'admin');
  const set = (key: string, monthly_cap: number | null) =>
    bench.call(contract.setSpendingCap, { body: { monthly_cap } }, { key });
  expect((await set(admin.key, 100)).status).toBe(403);
  expect((await set(org.owner.key, -1)).status).toBe(422);
  expect((await set(org.owner.key, 9000)).status).toBe(200);
  expect((await get(admin.key)).body.monthly_cap).toBe(9000);
});
