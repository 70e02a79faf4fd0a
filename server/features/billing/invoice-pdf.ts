import { PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { cents } from '#shared/features/billing/model.ts';
import en from '#shared/i18n/en/billing.json' with { type: 'json' };
import { dayIn, readCatalogues, translate } from '../../platform/translate.ts';
import { embedFonts, type FontPair } from './invoice-fonts.ts';
import { amountText } from './tell-owner.ts';

const A4 = { width: 595, height: 842 } as const;
const MARGIN = 56;
const RIGHT = A4.width - MARGIN;
const LINE = 16;
const INK = rgb(0.11, 0.14, 0.19);
const SOFT = rgb(0.36, 0.4, 0.46);
const RULE = rgb(0.87, 0.89, 0.92);
/** By locale: the words of the invoice's page. */
const WORDS = readCatalogues<Pick<typeof en, 'invoice' | 'status'>>('billing');

type Line = Invoice['item_configuration'][number];

interface Pen {
  locale: string;
  words: Pick<typeof en, 'invoice' | 'status'>;
  document: PDFDocument;
  page: PDFPage;
  fonts: FontPair[];
  /** Baseline of the next line, from the bottom of the page. */
  y: number;
}

/**
 * An invoice as a PDF of A4 pages in the language of `wanted`, or English. Letters that no font has are written without
 * accents, or as '?'.
 */
export async function invoicePdf(invoice: Invoice, wanted: string | null): Promise<Uint8Array> {
  const words = WORDS.get(wanted ?? 'en') ?? en;
  const locale = words === en ? 'en' : (wanted ?? 'en');
  const document = await PDFDocument.create();
  document.setTitle(fill(words.invoice.number, { number: invoice.customer_invoice_id }));
  document.setProducer('Slipway');
  document.setCreationDate(new Date(invoice.invoice_date));
  const fonts = await embedFonts(document, lettersOf(invoice, words, locale));
  const page = document.addPage([A4.width, A4.height]);
  const pen: Pen = { locale, words, document, page, fonts, y: A4.height - MARGIN };
  drawHead(pen, invoice);
  drawLines(pen, invoice);
  drawTotals(pen, invoice);
  return document.save();
}

function drawHead(pen: Pen, invoice: Invoice): void {
  const { words, locale } = pen;
  const day = (date: string) => dayIn(locale, new Date(date));
  write(pen, 'Slipway', { bold: true, size: 20 });
  write(pen, words.status[invoice.status], { bold: true, size: 12, right: RIGHT });
  pen.y -= 34;
  write(pen, fill(words.invoice.number, { number: invoice.customer_invoice_id }), { bold: true, size: 14 });
  pen.y -= LINE + 4;
  write(pen, `${words.invoice.date}: ${day(invoice.invoice_date)}`, { soft: true });
  const paid = invoice.paid_date && `${words.invoice.paid}: ${day(invoice.paid_date)}`;
  if (paid) write(pen, paid, { soft: true, right: RIGHT });
  pen.y -= 30;
  write(pen, words.invoice.billedTo, { soft: true });
  pen.y -= LINE;
  for (const text of billedTo(invoice)) {
    write(pen, text);
    pen.y -= LINE;
  }
  pen.y -= LINE;
}

function drawLines(pen: Pen, invoice: Invoice): void {
  const { words, locale } = pen;
  write(pen, words.invoice.description, { soft: true });
  write(pen, words.invoice.quantity, { soft: true, right: RIGHT - 110 });
  write(pen, words.invoice.amount, { soft: true, right: RIGHT });
  rule(pen);
  for (const line of invoice.item_configuration) {
    turnPageBelow(pen, MARGIN + 60);
    write(pen, translate(line.description, locale), { bold: true });
    write(pen, String(line.quantity), { right: RIGHT - 110 });
    write(pen, amountText(cents(line.line_total), locale), { right: RIGHT });
    pen.y -= LINE - 2;
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
  turnPageBelow(pen, MARGIN + rows.length * LINE);
  for (const [index, [label, amount]] of rows.entries()) {
    const bold = index === rows.length - 1;
    write(pen, label, { bold, right: RIGHT - 110 });
    write(pen, amountText(cents(amount), pen.locale), { bold, right: RIGHT });
    pen.y -= LINE + 2;
  }
}

/** The last day that is covered is the one before the period's end. */
function periodText({ words, locale }: Pick<Pen, 'words' | 'locale'>, line: Line): string {
  const from = dayIn(locale, new Date(line.period_start));
  const to = dayIn(locale, new Date(Date.parse(line.period_end) - 1));
  return fill(words.invoice.period, { from, to });
}

function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

/** All that a font may be needed for: digits and Latin letters too, which stand in words of another script. */
function lettersOf(invoice: Invoice, words: Pen['words'], locale: string): string {
  const lines = invoice.item_configuration;
  const names = lines.map(({ description }) => translate(description, locale));
  const periods = lines.map((line) => periodText({ words, locale }, line));
  const own = [...Object.values(words.invoice), ...Object.values(words.status)];
  return plain([...billedTo(invoice), invoice.customer_invoice_id, ...names, ...periods, ...own].join(': '));
}

/** Composed letters, and spaces that every font has. */
function plain(text: string): string {
  return text.normalize('NFC').replace(/[\u00a0\u202f]/g, ' ');
}

interface Look {
  bold?: boolean;
  soft?: boolean;
  size?: number;
  /** Ends here instead of beginning at the margin. */
  right?: number;
}

function write(pen: Pen, text: string, { bold = false, soft = false, size = 10.5, right }: Look = {}): void {
  const runs = toRuns(pen.fonts, text, bold);
  const width = runs.reduce((sum, run) => sum + run.font.widthOfTextAtSize(run.text, size), 0);
  let x = right === undefined ? MARGIN : right - width;
  for (const run of runs) {
    pen.page.drawText(run.text, { x, y: pen.y, size, font: run.font, color: soft ? SOFT : INK });
    x += run.font.widthOfTextAtSize(run.text, size);
  }
}

function rule(pen: Pen): void {
  pen.y -= 9;
  pen.page.drawLine({ start: { x: MARGIN, y: pen.y }, end: { x: RIGHT, y: pen.y }, thickness: 0.7, color: RULE });
  pen.y -= LINE + 2;
}

function turnPageBelow(pen: Pen, bottom: number): void {
  if (pen.y >= bottom) return;
  pen.page = pen.document.addPage([A4.width, A4.height]);
  pen.y = A4.height - MARGIN;
}

/** Whole words in one font, so that a name does not change its face in the middle. */
function toRuns(fonts: FontPair[], text: string, bold: boolean): { text: string; font: PDFFont }[] {
  const runs: { text: string; font: PDFFont }[] = [];
  for (const word of plain(text).split(/(?<=\s)/)) {
    const whole = fonts.find(({ has }) => Array.from(word).every(has));
    const chosen = whole ?? fonts.at(-1);
    if (!chosen) continue;
    const font = bold ? chosen.bold : chosen.regular;
    const shown = whole ? word : Array.from(word, (letter) => encodable(chosen, letter)).join('');
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ text: shown, font });
  }
  return runs;
}

function encodable({ has }: FontPair, letter: string): string {
  if (has(letter)) return letter;
  return Array.from(letter.normalize('NFKD')).filter(has).join('') || '?';
}

function billedTo(invoice: Invoice): string[] {
  return [invoice.organization_name, ...invoice.address.split(', ')].filter(Boolean);
}
