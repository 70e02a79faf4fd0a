import { describe, expect, test } from 'vitest';
import { cents } from '#shared/features/billing/model.ts';
import { type Bench, bench, withCard } from './payments/set-up.ts';

/**
 * What an organization does, in order; `at` moves time there first:
 * start with so many extra users, then set the number of extra users or of servers ($40), grant a credit in cents,
 * end with the period or take that back, or only let time pass.
 */
type Step =
  | { at: string; start: number }
  | { at: string; users: number }
  | { at: string; servers: number }
  | { at: string; credit: number }
  | { at: string; ends: boolean }
  | { at: string };

interface Case {
  name: string;
  steps: Step[];
  /** `[total, charged to the card]` in cents of every invoice, oldest first. */
  invoices: [total: number, card: number][];
  /** What is left in the organization's favour at the end; 0 when left out. */
  credit?: number;
}

const one = (name: string, at: string, total: number): Case => ({
  name,
  steps: [{ at, start: 0 }],
  invoices: [[total, total]],
});

/** A quarter of November 2026 is left: 7.5 of 30 days, 648,000 of 2,592,000 seconds. */
const QUARTER = '2026-11-23T12:00:00Z';
const quarter = { at: QUARTER, start: 0 };
const DECEMBER = { at: '2026-12-01T02:00:00Z' };

const FIRST_MONTHS: Case[] = [
  // 3500 × 2,592,000/2,592,000 = 3500
  one('a whole November', '2026-11-01T00:00:00Z', 3500),
  // 3500 × 2,591,999/2,592,000 = 3499.9986
  one('one second less', '2026-11-01T00:00:01Z', 3500),
  // 3500 × 15/30 = 1750
  one('half of November', '2026-11-16T00:00:00Z', 1750),
  // 3500 × 10/30 = 1166.67
  one('a third of November', '2026-11-21T00:00:00Z', 1167),
  // 3500 × 7.5/30 = 875
  one('a quarter of November', QUARTER, 875),
  // 3500 × 14/28 = 1750
  one('half of a short February', '2027-02-15T00:00:00Z', 1750),
  // 3500 × 15/29 = 1810.34
  one('the same days of a leap February', '2028-02-15T00:00:00Z', 1810),
  // 3500 × 1/29 = 120.69
  one('the leap day', '2028-02-29T00:00:00Z', 121),
  // 3500 × 1/28 = 125
  one('the last day of a short February', '2027-02-28T00:00:00Z', 125),
  // 3500 × 1/31 = 112.90
  one('New Year’s Eve', '2026-12-31T00:00:00Z', 113),
  // 3500 × 0.5/31 = 56.45
  one('the last half day of the year', '2026-12-31T12:00:00Z', 56),
  // 3500 × 46,129/2,678,400 = 60.28
  one('the 31st of January', '2027-01-31T11:11:11Z', 60),
  // 3500 × 342,000/2,678,400 = 446.91: 3 days 23 hours, although clocks in Europe go from 2 to 3
  one('the night clocks go forward', '2027-03-28T01:00:00Z', 447),
  // 3500 × 77,400/2,678,400 = 101.14: 21.5 hours, although clocks in Europe go from 3 to 2
  one('the night clocks go back', '2027-10-31T02:30:00Z', 101),
  // 3500 × 75,168/2,592,000 = 101.5 exactly
  one('half a cent, which rounds up', '2026-11-30T03:07:12Z', 102),
  // 3500 × 2,355,270/2,678,400 = 3077.75
  one('an afternoon in July', '2027-07-04T17:45:30Z', 3078),
  // 3500 × 37,888/2,678,400 = 49.51, the least that a card can be charged
  one('exactly the least charge', '2026-12-31T13:28:32Z', 50),
];

const SMALL_AMOUNTS: Case[] = [
  {
    name: 'one cent too little for a card goes to the next invoice',
    steps: [{ at: '2026-12-31T13:28:50Z', start: 0 }, { at: '2027-01-01T02:00:00Z' }],
    // 3500 × 37,870/2,678,400 = 49.49; then 3500 + 49
    invoices: [
      [49, 0],
      [3500, 3549],
    ],
  },
  {
    name: 'the last second of the year costs nothing',
    steps: [{ at: '2026-12-31T23:59:59Z', start: 0 }, { at: '2027-01-01T02:00:00Z' }],
    // 3500 × 1/2,678,400 = 0.0013
    invoices: [
      [0, 0],
      [3500, 3500],
    ],
  },
  {
    name: 'two small amounts add up',
    steps: [quarter, { at: '2026-11-30T22:00:00Z', users: 1 }, { at: '2026-11-30T22:00:00Z', users: 2 }, DECEMBER],
    // 2000 × 7,200/2,592,000 = 5.56; two users less the one before: 11.11 − 5.56 as lines of 11 and −6; then 7500 + 6 + 5
    invoices: [
      [875, 875],
      [6, 0],
      [5, 0],
      [7500, 7511],
    ],
  },
  {
    name: 'what is owed rides on the next charge of the month',
    steps: [
      { at: '2027-04-30T18:00:00Z', start: 0 },
      { at: '2027-04-30T18:00:00Z', users: 3 },
    ],
    // 3500 × 21,600/2,592,000 = 29.17; 6000 × 21,600/2,592,000 = 50, and 29 of before
    invoices: [
      [29, 0],
      [50, 79],
    ],
  },
  {
    name: 'what is owed is met by a credit first',
    steps: [
      { at: '2026-12-31T21:00:00Z', start: 0 },
      { at: '2026-12-31T21:30:00Z', credit: 1000 },
      { at: '2027-01-01T02:00:00Z' },
    ],
    // 3500 × 10,800/2,678,400 = 14.11; 1000 − 14 = 986; 3500 − 986 = 2514
    invoices: [
      [14, 0],
      [3500, 2514],
    ],
  },
];

const USERS_AND_SERVERS: Case[] = [
  {
    name: 'extra users from the beginning',
    steps: [{ at: QUARTER, start: 2 }],
    // 3500/4 + 4000/4 = 875 + 1000
    invoices: [[1875, 1875]],
  },
  {
    name: 'each line is rounded by itself',
    steps: [{ at: '2026-11-20T07:13:21Z', start: 3 }],
    // 924,399/2,592,000 of 3500 = 1248.22, of 6000 = 2139.81: 1248 + 2140
    invoices: [[3388, 3388]],
  },
  {
    name: 'a user in the middle of the month',
    steps: [{ at: '2026-11-01T00:00:00Z', start: 0 }, { at: '2026-11-16T00:00:00Z', users: 1 }, DECEMBER],
    // 3500; 2000 × 15/30 = 1000; 3500 + 2000
    invoices: [
      [3500, 3500],
      [1000, 1000],
      [5500, 5500],
    ],
  },
  {
    name: 'two users on two days',
    steps: [
      { at: '2026-11-16T00:00:00Z', start: 0 },
      { at: '2026-11-21T00:00:00Z', users: 1 },
      { at: '2026-11-26T00:00:00Z', users: 2 },
      DECEMBER,
    ],
    // 3500/2; 2000 × 10/30 = 666.67; two users less the one before: lines of 666.67 and −333.33; 3500 + 4000
    invoices: [
      [1750, 1750],
      [667, 667],
      [334, 334],
      [7500, 7500],
    ],
  },
  {
    name: 'three users at once are one line',
    steps: [quarter, { at: '2026-11-24T00:00:00Z', users: 2 }],
    // 4000 × 7/30 = 933.33, where two single lines would be 467 each
    invoices: [
      [875, 875],
      [933, 933],
    ],
  },
  {
    name: 'a user at an odd second',
    steps: [quarter, { at: '2026-11-27T09:17:31Z', users: 1 }],
    // 2000 × 312,149/2,592,000 = 240.86
    invoices: [
      [875, 875],
      [241, 241],
    ],
  },
  {
    name: 'a user at midnight of the 1st is billed once',
    steps: [quarter, { at: '2026-12-01T00:00:00Z', users: 1 }, { at: '2026-12-31T23:00:00Z' }],
    // 875; 3500 for December, and 2000 × 31/31
    invoices: [
      [875, 875],
      [3500, 3500],
      [2000, 2000],
    ],
  },
  {
    name: 'a user at noon of the leap day, too little for a card',
    steps: [
      { at: '2028-02-01T00:00:00Z', start: 0 },
      { at: '2028-02-29T12:00:00Z', users: 1 },
      { at: '2028-03-01T02:00:00Z' },
    ],
    // 3500; 2000 × 0.5/29 = 34.48; 5500 + 34
    invoices: [
      [3500, 3500],
      [34, 0],
      [5500, 5534],
    ],
  },
  {
    name: 'seven users in a short February',
    steps: [
      { at: '2027-02-01T00:00:00Z', start: 0 },
      { at: '2027-02-11T08:00:00Z', users: 7 },
    ],
    // 14,000 × 1,526,400/2,419,200 = 8833.33
    invoices: [
      [3500, 3500],
      [8833, 8833],
    ],
  },
  {
    name: 'fifty users',
    steps: [quarter, { at: QUARTER, users: 50 }, DECEMBER],
    // 100,000/4 = 25,000; 3500 + 100,000
    invoices: [
      [875, 875],
      [25_000, 25_000],
      [103_500, 103_500],
    ],
  },
  {
    name: 'a server',
    steps: [quarter, { at: '2026-11-26T00:00:00Z', servers: 1 }, DECEMBER],
    // 4000 × 5/30 = 666.67; 3500 + 4000
    invoices: [
      [875, 875],
      [667, 667],
      [7500, 7500],
    ],
  },
  {
    name: 'servers and users side by side',
    steps: [quarter, { at: QUARTER, servers: 2 }, { at: '2026-11-24T00:00:00Z', users: 2 }, DECEMBER],
    // 8000/4; 4000 × 7/30 = 933.33; 3500 + 8000 + 4000
    invoices: [
      [875, 875],
      [2000, 2000],
      [933, 933],
      [15_500, 15_500],
    ],
  },
];

const FEWER: Case[] = [
  {
    name: 'a user less is no refund, and less on the 1st',
    steps: [{ at: QUARTER, start: 2 }, { at: '2026-11-24T00:00:00Z', users: 1 }, DECEMBER],
    // 875 + 1000; 3500 + 2000
    invoices: [
      [1875, 1875],
      [5500, 5500],
    ],
  },
  {
    name: 'given up and taken again in one month costs nothing more',
    steps: [
      { at: QUARTER, start: 1 },
      { at: '2026-11-24T00:00:00Z', users: 0 },
      { at: '2026-11-26T00:00:00Z', users: 1 },
      DECEMBER,
    ],
    // 875 + 500; 3500 + 2000
    invoices: [
      [1375, 1375],
      [5500, 5500],
    ],
  },
  {
    name: 'only what goes beyond the units paid is charged',
    steps: [
      { at: QUARTER, start: 1 },
      { at: '2026-11-24T00:00:00Z', users: 0 },
      { at: '2026-11-26T00:00:00Z', users: 1 },
      { at: '2026-11-26T00:00:00Z', users: 2 },
    ],
    // 875 + 500; two users less the one paid for: lines of 666.67 and −333.33
    invoices: [
      [1375, 1375],
      [334, 334],
    ],
  },
  {
    name: 'given up in one month and taken again in the next is charged again',
    steps: [
      { at: QUARTER, start: 1 },
      { at: '2026-11-24T00:00:00Z', users: 0 },
      { at: '2026-12-16T12:00:00Z', users: 1 },
    ],
    // 875 + 500; 3500; 2000 × 15.5/31 = 1000
    invoices: [
      [1375, 1375],
      [3500, 3500],
      [1000, 1000],
    ],
  },
  {
    name: 'a server removed in January',
    steps: [
      { at: '2027-01-01T00:00:00Z', start: 0 },
      { at: '2027-01-10T12:00:00Z', servers: 1 },
      { at: '2027-01-20T00:00:00Z', servers: 0 },
      { at: '2027-02-01T02:00:00Z' },
    ],
    // 3500; 4000 × 21.5/31 = 2774.19; 3500
    invoices: [
      [3500, 3500],
      [2774, 2774],
      [3500, 3500],
    ],
  },
];

const CREDITS: Case[] = [
  {
    name: 'a new organization’s $15 covers the first month and part of the second',
    steps: [{ at: QUARTER, credit: 1500 }, quarter, DECEMBER],
    // 1500 − 875 = 625; 3500 − 625 = 2875
    invoices: [
      [875, 0],
      [3500, 2875],
    ],
  },
  {
    name: 'credit that is exactly the total',
    steps: [{ at: QUARTER, credit: 875 }, quarter],
    invoices: [[875, 0]],
  },
  {
    name: 'credit that leaves too little for a card',
    steps: [{ at: QUARTER, credit: 850 }, quarter, DECEMBER],
    // 875 − 850 = 25, left to December: 3500 + 25
    invoices: [
      [875, 0],
      [3500, 3525],
    ],
  },
  {
    name: 'a share’s $5 for a charge in between',
    steps: [quarter, { at: QUARTER, credit: 500 }, { at: '2026-11-24T00:00:00Z', users: 2 }],
    // 933 − 500 = 433
    invoices: [
      [875, 875],
      [933, 433],
    ],
  },
  {
    name: 'two credits add up and last for months',
    steps: [quarter, { at: QUARTER, credit: 5000 }, { at: QUARTER, credit: 2500 }, { at: '2027-02-01T02:00:00Z' }],
    // 7500 − 3500 − 3500 = 500; 3500 − 500 = 3000
    invoices: [
      [875, 875],
      [3500, 0],
      [3500, 0],
      [3500, 3000],
    ],
  },
  {
    name: 'what is left of a credit stays',
    steps: [quarter, { at: QUARTER, credit: 10_000 }, DECEMBER],
    // 10,000 − 3500 = 6500
    invoices: [
      [875, 875],
      [3500, 0],
    ],
    credit: 6500,
  },
];

const OVER_THE_YEARS: Case[] = [
  {
    name: 'December to January',
    steps: [{ at: '2026-12-31T00:00:00Z', start: 0 }, { at: '2027-01-01T02:00:00Z' }],
    // 3500/31 = 112.90; 3500
    invoices: [
      [113, 113],
      [3500, 3500],
    ],
  },
  {
    name: 'from the 31st over a short February',
    steps: [{ at: '2027-01-31T11:11:11Z', start: 0 }, { at: '2027-04-01T02:00:00Z' }],
    // 60.28; three whole months
    invoices: [
      [60, 60],
      [3500, 3500],
      [3500, 3500],
      [3500, 3500],
    ],
  },
  {
    name: 'an end with the period: nothing on the 1st',
    steps: [quarter, { at: '2026-11-24T00:00:00Z', ends: true }, { at: '2027-02-01T02:00:00Z' }],
    invoices: [[875, 875]],
  },
  {
    name: 'an end that is taken back: all as before',
    steps: [quarter, { at: '2026-11-24T00:00:00Z', ends: true }, { at: '2026-11-29T00:00:00Z', ends: false }, DECEMBER],
    invoices: [
      [875, 875],
      [3500, 3500],
    ],
  },
];

/** Runs a case on a provider of its own; all that was billed, oldest first, and the credit that is left. */
async function play(setup: Bench, { steps }: Case) {
  const { payments, clock } = setup;
  clock.set(new Date(steps[0]?.at ?? 0));
  const customerId = await withCard(setup);
  let subscriptionId = '';
  for (const [index, step] of steps.entries()) {
    const at = new Date(step.at);
    clock.set(at);
    const idempotencyKey = `step-${index}`;
    const change = (priceKey: 'extra-user' | 'host-general-2', quantity: number) =>
      payments.changeQuantity({ subscriptionId, priceKey, quantity, at, idempotencyKey });
    if ('start' in step) {
      const input = { customerId, organizationId: 'org-1', extraUsers: step.start, idempotencyKey };
      subscriptionId = (await payments.startSubscription(input)).id;
    }
    if ('users' in step) await change('extra-user', step.users);
    if ('servers' in step) await change('host-general-2', step.servers);
    if ('credit' in step)
      await payments.addCustomerCredit({ customerId, amount: cents(step.credit), reason: 'Credit', idempotencyKey });
    if ('ends' in step) await payments.setCancelAtPeriodEnd({ subscriptionId, cancel: step.ends });
  }
  const { rows } = await payments.listInvoices({ customerId });
  return { invoices: rows.toReversed(), credit: (await payments.getCustomer(customerId)).credit };
}

describe.each([
  ['the first month', FIRST_MONTHS],
  ['amounts too small for a card', SMALL_AMOUNTS],
  ['users and servers', USERS_AND_SERVERS],
  ['fewer units', FEWER],
  ['credits', CREDITS],
  ['over the years', OVER_THE_YEARS],
])('%s', (_, cases) => {
  test.each(cases)('$name', async (each) => {
    const { invoices, credit } = await play(await bench(), each);
    expect(invoices.map(({ total, amountPaid }) => [total, amountPaid])).toEqual(each.invoices);
    expect(credit).toBe(each.credit ?? 0);
    for (const { status, lines, total } of invoices) {
      expect(status).toBe('paid');
      expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(total);
    }
  });
});
