import { describe, expect, test } from 'vitest';
import {
  type ChargePreview,
  presentCharge,
  requireAccepted,
  splitCharge,
} from '#server/features/billing/charge-preview.ts';
import { differences } from '#server/features/billing/difference.ts';
import { hasEnded, isReadOnlyStatus, monthlyAmount, quantityOf } from '#server/features/billing/monthly-amount.ts';
import { isValidPrice, PRICE_VALID_MS, priceInstant } from '#server/features/billing/price-validity.ts';
import type { PriceKey, Subscription, SubscriptionStatus } from '#server/payments/types.ts';
import { PriceChanged } from '#server/platform/errors.ts';
import { cents } from '#shared/features/billing/model.ts';

test('only what differs is told, with both sides', () => {
  expect(differences({ a: 1, b: 'x', c: null }, { a: 1, b: 'x', c: null })).toEqual([]);
  expect(differences({ a: 1, b: false, c: null }, { a: 2, b: false, c: 'y' })).toEqual([
    { what: 'a', ours: 1, theirs: 2 },
    { what: 'c', ours: null, theirs: 'y' },
  ]);
  expect(differences({ a: 0, b: false }, { a: null, b: null } as never)).toEqual([
    { what: 'a', ours: 0, theirs: null },
    { what: 'b', ours: false, theirs: null },
  ]);
  expect(differences({} as Record<string, number>, { a: 0 })).toEqual([{ what: 'a', ours: null, theirs: 0 }]);
  expect(differences({ a: 1 } as Record<string, number | undefined> as never, { a: undefined } as never)).toEqual([
    { what: 'a', ours: 1, theirs: null },
  ]);
});

const item = (priceKey: PriceKey | null, unitPrice: number, quantity: number) => ({
  ...{ id: 'i', priceKey, unitPrice: cents(unitPrice), quantity },
});

test('a month costs the sum of its lines', () => {
  expect(monthlyAmount([])).toBe(0);
  expect(monthlyAmount([item('subscription', 3500, 1)])).toBe(3500);
  expect(monthlyAmount([item('subscription', 3500, 1), item('extra-user', 2000, 3)])).toBe(9500);
});

test('a quantity is that of its own line', () => {
  const subscription = { items: [item('subscription', 3500, 1), item('extra-user', 2000, 3)] } as never as Subscription;
  expect([quantityOf(subscription, 'subscription'), quantityOf(subscription, 'extra-user')]).toEqual([1, 3]);
  expect(quantityOf({ ...subscription, items: [] }, 'extra-user')).toBe(0);
});

test.each<[status: SubscriptionStatus | null, ended: boolean, readOnly: boolean]>([
  [null, false, false],
  ['active', false, false],
  ['incomplete', false, false],
  ['past-due', false, false],
  ['paused', false, false],
  ['trialing', false, false],
  ['unpaid', false, true],
  ['cancelled', true, true],
  ['incomplete-expired', true, true],
])('a subscription that is %s has ended: %s, and nothing may be changed: %s', (status, ended, readOnly) => {
  if (status) expect(hasEnded(status)).toBe(ended);
  expect(isReadOnlyStatus(status)).toBe(readOnly);
});

test('a price counts from a whole second', () => {
  expect(priceInstant(new Date('2026-11-23T12:00:00.999Z'))).toEqual(new Date('2026-11-23T12:00:00Z'));
  expect(priceInstant(new Date('2026-11-23T12:00:01Z'))).toEqual(new Date('2026-11-23T12:00:01Z'));
});

test.each<[at: string, now: string, valid: boolean]>([
  ['2026-11-23T12:00:00.000Z', '2026-11-23T12:00:00.000Z', true],
  ['2026-11-23T12:00:00.000Z', '2026-11-23T12:10:00.000Z', true],
  ['2026-11-23T12:00:00.000Z', '2026-11-23T12:10:00.001Z', false],
  ['2026-11-23T12:00:05.000Z', '2026-11-23T12:00:00.000Z', true],
  ['2026-11-23T12:00:05.001Z', '2026-11-23T12:00:00.000Z', false],
  ['2026-11-30T23:59:59.999Z', '2026-12-01T00:00:00.000Z', false],
  ['2026-12-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z', true],
  ['2026-12-01T00:00:00.000Z', '2026-12-01T00:09:00.000Z', true],
])('a price of %s may be charged at %s: %s', (at, now, valid) => {
  expect(PRICE_VALID_MS).toBe(600_000);
  expect(isValidPrice(new Date(at), new Date(now))).toBe(valid);
});

test.each<[amount: number, credit: number, card: number, fromCredit: number, carriedOver: number]>([
  [875, 0, 875, 0, 0],
  [875, 100, 775, 100, 0],
  [875, 875, 0, 875, 0],
  [875, 874, 0, 874, 1],
  [875, 826, 0, 826, 49],
  [875, 825, 50, 825, 0],
  [875, 2000, 0, 875, 0],
  [50, 0, 50, 0, 0],
  [49, 0, 0, 0, 49],
  [49, -1, 50, 0, -1],
  [49, -29, 78, 0, -29],
  [1, -48, 0, 0, 1],
  [0, 0, 0, 0, 0],
  [0, -100, 0, 0, 0],
  [1, -100, 101, 0, -100],
  [-100, 0, 0, 0, -100],
  [-100, -500, 0, 0, -100],
  [-100, 500, 0, 0, -100],
])(
  '%i cents with a credit of %i: %i from the card, %i from the credit, %i later',
  (amount, credit, card, used, later) => {
    expect(splitCharge(cents(amount), cents(credit))).toEqual({
      ...{ amount, cardAmount: card, creditAmount: used, carriedOver: later },
    });
  },
);

describe('a preview', () => {
  const preview: ChargePreview = {
    ...splitCharge(cents(875), cents(100)),
    ...{ at: new Date('2026-12-23T12:00:00Z'), monthlyBefore: cents(1), monthlyAfter: cents(3500), lines: [] },
  };
  const charge = {
    ...{ at: '2026-12-23T12:00:00.000Z', valid_until: '2026-12-23T12:10:00.000Z' },
    ...{ amount: 875, card_amount: 775, credit_amount: 100, carried_over: 0 },
    ...{ next_billing_date: '2027-01-01T00:00:00.000Z', monthly_before: 1, monthly_after: 3500 },
  };

  test('is shown with its figures and how long it is good', () => expect(presentCharge(preview)).toEqual(charge));

  test('is charged when it is what was accepted, or nothing was said; otherwise the right one is told', () => {
    expect(requireAccepted(preview, 775)).toBeUndefined();
    expect(requireAccepted(preview, undefined)).toBeUndefined();
    for (const said of [0, 774, 776, 875]) {
      let refused: unknown;
      try {
        requireAccepted(preview, said);
      } catch (error) {
        refused = error;
      }
      expect(refused).toBeInstanceOf(PriceChanged);
      expect(refused).toMatchObject({ charge });
    }
  });
});
