import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addLicence, grantCredit, previewLicence } from '#server/features/billing/index.ts';
import { removeUnusedLicences } from '#server/features/billing/remove-unused-licences.ts';
import { setSpendingCap } from '#server/features/billing/set-spending-cap.ts';
import { billingAccounts } from '#server/features/billing/tables.ts';
import type { Context } from '#server/features/context.ts';
import { seatsTaken } from '#server/features/people/index.ts';
import { organizations } from '#server/features/people/tables.ts';
import { PaymentDeclined, PaymentUnavailable } from '#server/payments/errors.ts';
import { Conflict, Forbidden, PaymentRequired } from '#server/platform/errors.ts';
import { cents } from '#shared/features/billing/model.ts';
import { type MintedOrganization, mintUser } from '#tests/support/mint.ts';
import { type BillingBench, billingBench, CARDS, contextOf, newMember, orderFault } from './billing-support.ts';

/** A quarter of November 2026 is left, so that an extra user costs 2000 × 7.5/30 = 500 cents. */
const START = new Date('2026-11-23T12:00:00Z');

let bench: BillingBench;
let org: MintedOrganization & { customerId: string };
let owner: Context;
beforeAll(async () => {
  bench = await billingBench(START);
});
beforeEach(async () => {
  bench.dependencies.clock.set(START);
  org = await bench.subscribed();
  owner = await contextOf(bench.dependencies, org.owner.key);
});
afterAll(() => bench?.dependencies.close());

const add = (attempt: string, at = START, context = owner) => addLicence(context, { attempt, at }, newMember(context));
const members = () => seatsTaken(bench.dependencies.db, org.organizationId);
const licences = async () =>
  (await bench.dependencies.db.select().from(organizations).where(eq(organizations.id, org.organizationId)))[0]
    ?.userLicenses;
const invoices = async () => (await bench.stripe.invoices.list({ customer: org.customerId })).data;

describe('adding a licence', () => {
  test('costs exactly what the preview said, also minutes later', async () => {
    const { freeSeats, charge } = await previewLicence(owner);
    expect(freeSeats).toBe(0);
    expect(charge).toMatchObject({
      at: START,
      amount: 500,
      cardAmount: 500,
      monthlyBefore: 3500,
      monthlyAfter: 5500,
      creditAmount: 0,
      carriedOver: 0,
    });
    bench.dependencies.clock.set(new Date('2026-11-23T12:09:59Z'));
    await add('one', charge?.at);
    expect((await invoices())[0]).toMatchObject({ total: 500, amount_paid: 500, status: 'paid' });
    expect([await members(), await licences()]).toEqual([2, 2]);
  });

  test('twenty clicks at once make one member and one charge', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => add('click')));
    expect(new Set(ids).size).toBe(1);
    expect(await invoices()).toHaveLength(2);
    expect([await members(), await licences()]).toEqual([2, 2]);
  });

  test('two people at once are two members and two charges', async () => {
    await Promise.all([add('first'), add('second')]);
    expect((await invoices()).map(({ total }) => total)).toEqual([500, 500, 875]);
    expect([await members(), await licences()]).toEqual([3, 3]);
  });

  test('a free seat is used before the card', async () => {
    await add('one');
    await bench.dependencies
      .sql`update memberships set status = 'deleted' where organization_id = ${org.organizationId} and role = 'user'`;
    expect(await previewLicence(owner)).toEqual({ freeSeats: 1, charge: null });
    await add('two');
    expect(await invoices()).toHaveLength(2);
    expect([await members(), await licences()]).toEqual([2, 2]);
  });

  test('a price of eleven minutes ago, of the future, or of last month is not charged', async () => {
    bench.dependencies.clock.set(new Date('2026-11-23T12:11:00Z'));
    await expect(add('late')).rejects.toThrow(Conflict);
    await expect(add('early', new Date('2026-11-23T13:00:00Z'))).rejects.toThrow(Conflict);
    bench.dependencies.clock.set(new Date('2026-12-01T00:02:00Z'));
    await expect(add('month', new Date('2026-11-30T23:58:00Z'))).rejects.toThrow('out of date');
    expect([await members(), await licences()]).toEqual([1, 1]);
  });

  test('credit is used before the card, to the cent', async () => {
    await grantCredit(bench.dependencies.db, {
      organizationId: org.organizationId,
      reason: 'support:late-start',
      amount: cents(300),
    });
    await bench.runJobs();
    const { charge } = await previewLicence(owner);
    expect(charge).toMatchObject({ amount: 500, cardAmount: 200 });
    await add('one');
    expect((await invoices())[0]).toMatchObject({ total: 500, amount_paid: 200 });
  });
});

describe('charge and effect happen together or not at all', () => {
  test('a declined card adds nobody, and a new card works at once', async () => {
    await bench.payWith(org, CARDS.declinedLater);
    await expect(add('one')).rejects.toThrow(PaymentDeclined);
    await expect(add('one')).rejects.toThrow(PaymentDeclined);
    expect([await members(), await licences()]).toEqual([1, 1]);
    expect(await invoices()).toHaveLength(1);
    await bench.payWith(org);
    await add('one');
    expect([await members(), await licences()]).toEqual([2, 2]);
    expect((await invoices())[0]).toMatchObject({ total: 500, status: 'paid' });
  });

  test('what can’t be written is not charged', async () => {
    await expect(
      addLicence(owner, { attempt: 'bad', at: START }, async () => {
        throw new Conflict('This address is taken.');
      }),
    ).rejects.toThrow('This address is taken.');
    expect(await invoices()).toHaveLength(1);
    expect(await licences()).toBe(1);
  });

  test('an outage adds nobody and charges nothing', async () => {
    await orderFault(bench.dependencies, 'unavailable', `/v1/subscriptions/${await subscriptionId()}`, 3);
    await expect(add('one')).rejects.toThrow(PaymentUnavailable);
    expect([await members(), await licences()]).toEqual([1, 1]);
    expect(await invoices()).toHaveLength(1);
  });

  test('a charge whose commit was lost is not charged again: the next try finds it paid', async () => {
    const broken: Context = { ...owner, payments: { ...owner.payments, changeQuantity: lostAfterCharge } };
    await expect(add('one', START, broken)).rejects.toThrow('the server stopped');
    expect([await members(), await licences()]).toEqual([1, 1]);
    await add('one');
    expect([await members(), await licences()]).toEqual([2, 2]);
    expect((await invoices()).map(({ total }) => total)).toEqual([500, 875]);
  });

  test('a charge whose commit was lost and that nobody tries again becomes a free seat', async () => {
    const broken: Context = { ...owner, payments: { ...owner.payments, changeQuantity: lostAfterCharge } };
    await expect(add('one', START, broken)).rejects.toThrow('the server stopped');
    await bench.catchUp();
    expect(await previewLicence(owner)).toEqual({ freeSeats: 1, charge: null });
  });

  const lostAfterCharge: Context['payments']['changeQuantity'] = async (input) => {
    await owner.payments.changeQuantity(input);
    throw new Error('the server stopped');
  };
  const subscriptionId = async () =>
    (await bench.stripe.subscriptions.list({ customer: org.customerId })).data[0]?.id ?? '';
});

describe('unused licences', () => {
  test('are given up from the next month, without a refund, and taken again for nothing until then', async () => {
    await add('one');
    await bench.dependencies
      .sql`update memberships set status = 'deleted' where organization_id = ${org.organizationId} and role = 'user'`;
    expect(await removeUnusedLicences(owner)).toBe(1);
    expect(await removeUnusedLicences(owner)).toBe(0);
    expect(await invoices()).toHaveLength(2);
    const { charge } = await previewLicence(owner);
    expect(charge).toMatchObject({ amount: 0, cardAmount: 0, monthlyBefore: 3500, monthlyAfter: 5500 });
    await add('two');
    expect(await invoices()).toHaveLength(2);
    expect(await licences()).toBe(2);
    await bench.dependencies
      .sql`update memberships set status = 'deleted' where organization_id = ${org.organizationId} and role = 'user'`;
    await removeUnusedLicences(owner);
    bench.dependencies.clock.set(new Date('2026-12-01T02:00:00Z'));
    expect((await invoices())[0]).toMatchObject({ total: 3500, billing_reason: 'subscription_cycle' });
  });

  test('are the owner’s and admins’ to give up', async () => {
    const member = await mintUser(bench.dependencies, org.organizationId, 'lead');
    const lead = await contextOf(bench.dependencies, member.key);
    expect(() => removeUnusedLicences(lead)).toThrow(Forbidden);
  });
});

describe('the spending cap', () => {
  test('refuses with the figures and charges nothing; raised, it lets through', async () => {
    await setSpendingCap(owner, { monthlyCap: cents(5000) });
    const refused = add('one');
    await expect(refused).rejects.toThrow(PaymentRequired);
    await expect(refused).rejects.toThrow(/from \$35\.00 to \$55\.00, which exceeds the spending cap of \$50\.00/);
    expect([await members(), (await invoices()).length]).toEqual([1, 1]);
    await setSpendingCap(owner, { monthlyCap: cents(5500) });
    await add('one');
    expect(await members()).toBe(2);
  });

  test('twenty at once fill it and no more; what was charged a moment ago counts, whether we heard of it or not', async () => {
    await setSpendingCap(owner, { monthlyCap: cents(9500) });
    const all = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => add(`at once ${at}`)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect([await members(), (await invoices()).length]).toEqual([4, 4]);

    await setSpendingCap(owner, { monthlyCap: cents(11500) });
    const { customerId: customer } = org;
    await bench.stripe.invoiceItems.create({ customer, amount: 9000, currency: 'usd' });
    const { id } = await bench.stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    await bench.stripe.invoices.pay(id ?? '');
    await expect(add('one more')).rejects.toThrow(/Together with the \$113\.75 already billed this month/);
    expect(await members()).toBe(4);
  });

  test('does not count an invoice that was voided', async () => {
    const { customerId: customer } = org;
    await bench.stripe.invoiceItems.create({ customer, amount: 9000, currency: 'usd' });
    const { id } = await bench.stripe.invoices.create({ customer, pending_invoice_items_behavior: 'include' });
    await bench.stripe.invoices.finalizeInvoice(id ?? '', { auto_advance: false });
    // 875 + 9000 are billed this month, and 500 more would be.
    await setSpendingCap(owner, { monthlyCap: cents(10_000) });
    await expect(add('before')).rejects.toThrow(/Together with the \$98\.75 already billed this month/);
    await bench.stripe.invoices.voidInvoice(id ?? '');
    await add('after');
    expect(await members()).toBe(2);
  });

  test('is the owner’s alone', async () => {
    const admin = await mintUser(bench.dependencies, org.organizationId, 'admin');
    const context = await contextOf(bench.dependencies, admin.key);
    await expect(setSpendingCap(context, { monthlyCap: null })).rejects.toThrow(Forbidden);
  });
});

describe('credits', () => {
  const creditOf = async (organizationId: string) => {
    await bench.runJobs();
    await bench.catchUp();
    const rows = bench.dependencies.db
      .select()
      .from(billingAccounts)
      .where(eq(billingAccounts.organizationId, organizationId));
    return (await rows)[0]?.creditCents ?? 0;
  };

  test('one reason pays once, however often it is granted', async () => {
    const grant = { organizationId: org.organizationId, reason: 'new-organization', amount: cents(1500) };
    expect(await grantCredit(bench.dependencies.db, grant)).toBe(true);
    expect(await grantCredit(bench.dependencies.db, grant)).toBe(false);
    expect(await creditOf(org.organizationId)).toBe(1500);
  });
});
