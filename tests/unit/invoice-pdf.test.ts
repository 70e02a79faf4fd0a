import { describe, expect, test } from 'vitest';
import { invoicePdf } from '#server/features/billing/invoice-pdf.ts';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { fc } from '#tests/support/fast-check.ts';
import { NAMES } from '#tests/support/names.ts';
import { pdfFonts, pdfRightEdge, pdfText, plainLetters } from '#tests/support/pdf.ts';

/** A4 without its margin, in points. */
const RIGHT_EDGE = 595 - 56;

const INVOICE: Invoice = {
  id: 'in_1',
  seller: { name: 'Musterhaus GmbH', address: 'Musterstraße 1, 10115 Berlin', tax_id: 'DE123456789' },
  customer_invoice_id: '7F3A-0001',
  invoice_date: '2026-05-13T09:00:00.000Z',
  invoice_type: 'adhoc',
  item: 'Subscription',
  invoice_total: 875,
  status: 'paid',
  organization_name: 'Acme',
  address: '1 Main Street, Springfield',
  item_configuration: [
    {
      description: 'Subscription',
      quantity: 1,
      line_total: 875,
      items: ['Subscription'],
      price_key: 'subscription',
      period_start: '2026-05-13T09:00:00.000Z',
      period_end: '2026-06-01T00:00:00.000Z',
      proration: true,
    },
  ],
  host_id: null,
  adhoc_item: 'Subscription',
  credit_applied: 0,
  carried_over: 0,
  amount_due: 875,
  amount_paid: 875,
  paid_date: '2026-05-13T09:00:00.000Z',
};

const print = (name: string, locale = 'en') => invoicePdf({ ...INVOICE, organization_name: name }, locale);

describe('an invoice', () => {
  test.each(Object.entries(NAMES))('has the customer’s name as it is read: %s', async (_, name) => {
    const pdf = await print(name);
    const text = await pdfText(pdf);
    for (const word of name.split(' ')) expect(text).toContain(plainLetters(word));
    expect(pdf.length).toBeLessThan(200_000);
    expect(await pdfRightEdge(pdf)).toBeLessThanOrEqual(RIGHT_EDGE + 1);
  });

  test('says who sells, and has no more typefaces than its letters need', async () => {
    const pdf = await print('Acme');
    const text = await pdfText(pdf);
    for (const part of ['MusterhausGmbH', 'Musterstraße1', '10115Berlin', 'DE123456789']) expect(text).toContain(part);
    expect(await pdfFonts(pdf)).toEqual(['NotoSans-Bold', 'NotoSans-Regular']);
    expect(await pdfFonts(await print('株式会社テスト'))).toHaveLength(3);
  });

  test.each([
    ['שלום', 'NotoSansHebrew-Regular'],
    ['测试有限公司们', 'NotoSansHans-Regular'],
    ['주식회사 漢字', 'NotoSansKR-Regular'],
    ['株式会社', 'NotoSansJP-Regular'],
  ])('%s is set in %s', async (name, font) => {
    expect(await pdfFonts(await print(name))).toContain(font);
  });

  test('a letter that no typeface has does not keep the rest from being read', async () => {
    expect(await pdfText(await print('\u{12000} Acme \u{1e900}'))).toContain('Acme');
  });

  test('is printed whatever the name is made of', async () => {
    const unit = fc.oneof(
      fc.constantFrom('grapheme' as const, 'binary' as const),
      fc.constant('grapheme-composite' as const),
    );
    const names = unit.chain((each) => fc.string({ unit: each, minLength: 1, maxLength: 120 }));
    await fc.assert(
      fc.asyncProperty(names, async (name) => {
        expect((await print(name)).length).toBeGreaterThan(1000);
      }),
      { numRuns: 25 },
    );
  });
});
