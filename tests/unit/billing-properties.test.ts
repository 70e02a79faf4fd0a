import { expect, test } from 'vitest';
import { cents, MONTHLY_PRICE, nextBillingDate, prorate, sumCents } from '#shared/features/billing/model.ts';
import { fc } from '#tests/support/fast-check.ts';
import { bench, withCard } from './payments/set-up.ts';

/** Runs that go through the provider take a few calls each; fast-check shrinks what fails. */
const RUNS = { numRuns: 20 };
const instant = fc
  .integer({ min: Date.UTC(2026, 10, 22) / 1000, max: Date.UTC(2028, 3, 30) / 1000 })
  .map((seconds) => new Date(seconds * 1000));

/** A subscription that began at `at`, with credit of so many cents. */
async function subscribed(at: Date, credit: number) {
  const setup = await bench();
  setup.clock.set(at);
  const customerId = await withCard(setup);
  if (credit > 0) {
    const grant = { customerId, amount: cents(credit), reason: 'Credit', idempotencyKey: 'credit' };
    await setup.payments.addCustomerCredit(grant);
  }
  const start = { customerId, organizationId: 'org-1', idempotencyKey: 'start' };
  const { id: subscriptionId } = await setup.payments.startSubscription(start);
  const setUsers = (quantity: number, key: string) =>
    setup.payments.changeQuantity({
      subscriptionId,
      priceKey: 'extra-user',
      quantity,
      at: setup.clock.now(),
      idempotencyKey: key,
    });
  return { ...setup, customerId, subscriptionId, setUsers };
}

test('what is left of a month never costs more than the month, nor less the earlier it starts', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: 0, max: 90_000 }), fc.integer({ min: 0, max: 500 }), (at, price, count) => {
      const now = prorate(cents(price), at, count);
      const later = new Date(Math.min(at.getTime() + 3_600_000, nextBillingDate(at).getTime() - 1000));
      expect(now).toBeGreaterThanOrEqual(prorate(cents(price), later, count));
      expect(now).toBeLessThanOrEqual(price * count);
      expect(now).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 2000 },
  );
});

test('the sum of the lines is the total, whatever the amounts', () => {
  const amounts = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { maxLength: 50 });
  fc.assert(
    fc.property(amounts, (values) => {
      const total = values.reduce((sum, value) => sum + value, 0);
      expect(sumCents(values.map((value) => cents(value)))).toBe(total);
    }),
  );
});

test('preview = charge, lines = total, and no card is ever charged less than nothing', async () => {
  const credits = fc.integer({ min: 0, max: 6000 });
  await fc.assert(
    fc.asyncProperty(instant, credits, fc.integer({ min: 1, max: 30 }), async (at, credit, quantity) => {
      const { payments, clock, emulator, customerId, subscriptionId } = await subscribed(at, credit);
      try {
        const change = { subscriptionId, priceKey: 'extra-user' as const, quantity, at };
        const preview = await payments.previewInvoice({ kind: 'change-quantity', ...change });
        const isSameMonth = at.getTime() + 60_000 < nextBillingDate(at).getTime();
        if (isSameMonth) clock.set(new Date(at.getTime() + 60_000));
        await payments.changeQuantity({ ...change, idempotencyKey: 'users' });
        const { rows } = await payments.listInvoices({ customerId });
        const charged = rows.find(({ lines }) => lines.some(({ priceKey }) => priceKey === 'extra-user'));
        expect(charged?.total).toBe(preview.total);
        expect(preview.total).toBe(prorate(MONTHLY_PRICE.extraUser, at, quantity));
        for (const invoice of rows) {
          expect(sumCents(invoice.lines.map(({ amount }) => amount))).toBe(invoice.total);
          expect(invoice.amountPaid).toBeGreaterThanOrEqual(0);
          expect(invoice.amountPaid).toBeLessThanOrEqual(
            Math.max(invoice.total - Math.min(0, invoice.creditBefore), 0),
          );
        }
      } finally {
        await emulator.close();
      }
    }),
    RUNS,
  );
});

test('adding and removing in any order ends in the same monthly amount', async () => {
  const steps = fc.array(fc.constantFrom(1, -1), { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(instant, steps, fc.integer({ min: 0, max: 4 }), async (at, changes, wanted) => {
      const { payments, emulator, subscriptionId, setUsers } = await subscribed(at, 0);
      try {
        let users = 0;
        const path = changes.map((change) => {
          users = Math.max(0, users + change);
          return users;
        });
        while (users !== wanted) {
          users += Math.sign(wanted - users);
          path.push(users);
        }
        for (const [index, count] of path.entries()) await setUsers(count, `step-${index}`);
        const next = await payments.previewInvoice({ kind: 'next-monthly', subscriptionId });
        expect(next.total).toBe(MONTHLY_PRICE.subscription + wanted * MONTHLY_PRICE.extraUser);
      } finally {
        await emulator.close();
      }
    }),
    RUNS,
  );
});
