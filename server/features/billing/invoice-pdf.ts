import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { cents } from '#shared/features/billing/model.ts';
import en from '#shared/i18n/en/billing.json' with { type: 'json' };
import { dayIn, readCatalogues, translate } from '../../platform/translate.ts';
import { loadFonts } from './invoice-fonts.ts';
import { createTypesetter, type TextLine, type Typesetter, WHOLE } from './invoice-text.ts';
import { amountText } from './tell-owner.ts';

const A4 = { width: 595, height: 842 } as const;
const MARGIN = 56;
const RIGHT = A4.width - MARGIN;
const LINE = 16;
/** Width of the item column, beside quantity and amount. */
const ITEM_WIDTH = 320;
const INK = '#1c2430';
const SOFT = '#5c6675';
const RULE = '#dee3eb';
/** By locale: the texts of the invoice's page. */
const WORDS = readCatalogues<Pick<typeof en, 'invoice' | 'status'>>('billing');

type Line = Invoice['item_configuration'][number];

interface Pen {
  locale: string;
  words: Pick<typeof en, 'invoice' | 'status'>;
  document: InstanceType<typeof PDFDocument>;
  typesetter: Typesetter;
  /** Baseline of the next line, in points from the top of the page. */
  y: number;
}

/** An invoice as a PDF of A4 pages in the language `wanted`, or English. */
export async function invoicePdf(invoice: Invoice, wanted: string | null): Promise<Uint8Array> {
  const words = WORDS.get(wanted ?? 'en') ?? en;
  const locale = words === en ? 'en' : (wanted ?? 'en');
  const info = {
    Title: fill(words.invoice.number, { number: invoice.customer_invoice_id }),
    Author: invoice.seller.name,
    Producer: 'Slipway',
    Creator: 'Slipway',
    CreationDate: new Date(invoice.invoice_date),
  };
  // No first font: it would be Helvetica, which isn't used.
  const document = new PDFDocument({ size: 'A4', margin: 0, lang: locale, info, font: '' });
  const fonts = await loadFonts(document, JSON.stringify([invoice, words]));
  const typesetter = createTypesetter(document, fonts);
  const pen: Pen = { locale, words, document, typesetter, y: MARGIN };
  drawSeller(pen, invoice);
  drawHead(pen, invoice);
  drawLines(pen, invoice);
  drawTotals(pen, invoice);
  document.end();
  return buffer(document);
}

function drawSeller(pen: Pen, { seller, status }: Invoice): void {
  write(pen, pen.words.status[status], { bold: true, size: 12, right: RIGHT });
  block(pen, seller.name, { bold: true, size: 20 });
  pen.y += 2;
  for (const line of addressLines(seller.address ?? '')) block(pen, line, { soft: true, size: 9 });
  if (seller.tax_id) block(pen, fill(pen.words.invoice.taxId, { id: seller.tax_id }), { soft: true, size: 9 });
  pen.y += 22;
}

function drawHead(pen: Pen, invoice: Invoice): void {
  const { words, locale } = pen;
  const day = (date: string) => dayIn(locale, new Date(date));
  block(pen, fill(words.invoice.number, { number: invoice.customer_invoice_id }), { bold: true, size: 14 });
  pen.y += 4;
  const paid = invoice.paid_date && `${words.invoice.paid}: ${day(invoice.paid_date)}`;
  if (paid) write(pen, paid, { soft: true, right: RIGHT });
  block(pen, `${words.invoice.date}: ${day(invoice.invoice_date)}`, { soft: true });
  pen.y += 14;
  block(pen, words.invoice.billedTo, { soft: true });
  for (const text of [invoice.organization_name, ...addressLines(invoice.address)]) block(pen, text);
  pen.y += LINE;
}

function drawLines(pen: Pen, invoice: Invoice): void {
  const { words, locale } = pen;
  write(pen, words.invoice.quantity, { soft: true, right: RIGHT - 110 });
  write(pen, words.invoice.amount, { soft: true, right: RIGHT });
  write(pen, words.invoice.description, { soft: true });
  rule(pen);
  for (const line of invoice.item_configuration) {
    turnPageBelow(pen, 60);
    write(pen, String(line.quantity), { right: RIGHT - 110 });
    write(pen, amountText(cents(line.line_total), locale), { right: RIGHT });
    block(pen, translate(line.description, locale), { bold: true, width: ITEM_WIDTH });
    pen.y -= 2;
    write(pen, periodText(pen, line), { soft: true, size: 9 });
    rule(pen);
  }
}

function drawTotals(pen: Pen, invoice: Invoice): void {
  const words = pen.words.invoice;
  const rows: [label: string, amount: number][] = [[words.total, invoice.invoice_total]];
  if (invoice.credit_applied !== 0) rows.push([words.credit, -invoice.credit_applied]);
  if (invoice.carried_over > 0) rows.push([words.carriedOn, -invoice.carried_over]);
  if (invoice.carried_over < 0) rows.push([words.carriedFrom, -invoice.carried_over]);
  rows.push([invoice.status === 'paid' ? words.charged : words.due, invoice.amount_due]);
  turnPageBelow(pen, rows.length * (LINE + 2));
  for (const [index, [label, amount]] of rows.entries()) {
    const bold = index === rows.length - 1;
    write(pen, label, { bold, right: RIGHT - 110 });
    write(pen, amountText(cents(amount), pen.locale), { bold, right: RIGHT });
    pen.y += LINE + 2;
  }
}

/** The last covered day is the one before the period's end. */
function periodText({ words, locale }: Pick<Pen, 'words' | 'locale'>, line: Line): string {
  const from = dayIn(locale, new Date(line.period_start));
  const to = dayIn(locale, new Date(Date.parse(line.period_end) - 1));
  return fill(words.invoice.period, { from, to });
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

interface Look {
  bold?: boolean;
  soft?: boolean;
  size?: number;
  /** Right-aligned at this position instead of starting at the margin. */
  right?: number;
}

/** One line; the pen stays where it is. */
function write(pen: Pen, text: string, { bold = false, size = 10.5, ...look }: Look = {}): void {
  draw(pen, pen.typesetter.line(text, { bold, size }), { size, ...look });
}

/** As many lines as the text needs; the pen moves below the last. */
function block(pen: Pen, text: string, look: Omit<Look, 'right'> & { width?: number } = {}): void {
  const { bold = false, size = 10.5, soft, width = RIGHT - MARGIN } = look;
  for (const line of pen.typesetter.wrap(text, { bold, size }, width)) {
    turnPageBelow(pen, 0);
    draw(pen, line, { size, soft });
    pen.y += Math.max(LINE - 2, size * 1.25) + (size === 10.5 ? 2 : 0);
  }
}

function draw({ document, y }: Pen, line: TextLine, { size, soft, right }: Look & { size: number }): void {
  let x = right === undefined ? MARGIN : right - line.width;
  for (const { text, font, reordered } of line.spans) {
    document.font(font, size).fillColor(soft ? SOFT : INK);
    const width = document.widthOfString(text, WHOLE);
    // Makes the text searchable and copyable in reading order.
    if (reordered) document.markContent('Span', { actual: text });
    document.text(text, x, y, { ...WHOLE, baseline: 'alphabetic' });
    if (reordered) document.endMarkedContent();
    x += width;
  }
}

function rule(pen: Pen): void {
  pen.y += 9;
  pen.document.moveTo(MARGIN, pen.y).lineTo(RIGHT, pen.y).lineWidth(0.7).stroke(RULE);
  pen.y += LINE + 2;
}

/** @param needed height of what follows, in points */
function turnPageBelow(pen: Pen, needed: number): void {
  if (pen.y + needed <= A4.height - MARGIN) return;
  pen.document.addPage();
  pen.y = MARGIN + LINE;
}

function addressLines(address: string): string[] {
  return address.split(/,\s+/).filter(Boolean);
}
