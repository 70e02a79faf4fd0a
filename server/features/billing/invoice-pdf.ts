import { PDFDocument, type PDFFont, type PDFPage, rgb } from 'pdf-lib';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { cents } from '#shared/features/billing/model.ts';
import { embedFonts, type FontPair } from './invoice-fonts.ts';
import { amountText, dayText } from './tell-owner.ts';

const A4 = { width: 595, height: 842 } as const;
const MARGIN = 56;
const RIGHT = A4.width - MARGIN;
const LINE = 16;
const INK = rgb(0.11, 0.14, 0.19);
const SOFT = rgb(0.36, 0.4, 0.46);
const RULE = rgb(0.87, 0.89, 0.92);
const STATUS = { paid: 'Paid', open: 'Due', draft: 'Draft', void: 'Void', uncollectible: 'Not collected' } as const;

interface Pen {
  document: PDFDocument;
  page: PDFPage;
  fonts: FontPair[];
  /** Baseline of the next line, from the bottom of the page. */
  y: number;
}

/** An invoice as a PDF of A4 pages. Letters that no font has are written without accents, or as '?'. */
export async function invoicePdf(invoice: Invoice): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`Invoice ${invoice.customer_invoice_id}`);
  document.setProducer('Slipway');
  document.setCreationDate(new Date(invoice.invoice_date));
  const fonts = await embedFonts(document, billedTo(invoice).join('').normalize('NFC'));
  const page = document.addPage([A4.width, A4.height]);
  const pen: Pen = { document, page, fonts, y: A4.height - MARGIN };
  drawHead(pen, invoice);
  drawLines(pen, invoice);
  drawTotals(pen, invoice);
  return document.save();
}

function drawHead(pen: Pen, invoice: Invoice): void {
  write(pen, 'Slipway', { bold: true, size: 20 });
  write(pen, STATUS[invoice.status], { bold: true, size: 12, right: RIGHT });
  pen.y -= 34;
  write(pen, `Invoice ${invoice.customer_invoice_id}`, { bold: true, size: 14 });
  pen.y -= LINE + 4;
  write(pen, `Date: ${dayText(new Date(invoice.invoice_date))}`, { soft: true });
  if (invoice.paid_date) write(pen, `Paid: ${dayText(new Date(invoice.paid_date))}`, { soft: true, right: RIGHT });
  pen.y -= 30;
  write(pen, 'Billed to', { soft: true });
  pen.y -= LINE;
  for (const text of billedTo(invoice)) {
    write(pen, text);
    pen.y -= LINE;
  }
  pen.y -= LINE;
}

function drawLines(pen: Pen, invoice: Invoice): void {
  write(pen, 'Description', { soft: true });
  write(pen, 'Quantity', { soft: true, right: RIGHT - 110 });
  write(pen, 'Amount', { soft: true, right: RIGHT });
  rule(pen);
  for (const line of invoice.item_configuration) {
    turnPageBelow(pen, MARGIN + 60);
    write(pen, line.description, { bold: true });
    write(pen, String(line.quantity), { right: RIGHT - 110 });
    write(pen, amountText(cents(line.line_total)), { right: RIGHT });
    pen.y -= LINE - 2;
    write(pen, periodText(line.period_start, line.period_end), { soft: true, size: 9 });
    rule(pen);
  }
}

function drawTotals(pen: Pen, invoice: Invoice): void {
  const rows: [label: string, amount: number][] = [['Total', invoice.invoice_total]];
  if (invoice.credit_applied !== 0) rows.push(['Credit applied', -invoice.credit_applied]);
  if (invoice.carried_over > 0) rows.push(['Left to the next invoice', -invoice.carried_over]);
  if (invoice.carried_over < 0) rows.push(['From an earlier invoice', -invoice.carried_over]);
  rows.push([invoice.status === 'paid' ? 'Paid by card' : 'Amount due', invoice.amount_due]);
  turnPageBelow(pen, MARGIN + rows.length * LINE);
  for (const [index, [label, amount]] of rows.entries()) {
    const bold = index === rows.length - 1;
    write(pen, label, { bold, right: RIGHT - 110 });
    write(pen, amountText(cents(amount)), { bold, right: RIGHT });
    pen.y -= LINE + 2;
  }
}

/** The last day that is covered is the one before the period's end. */
function periodText(start: string, end: string): string {
  return `${dayText(new Date(start))} – ${dayText(new Date(Date.parse(end) - 1))}`;
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
  for (const word of text.normalize('NFC').split(/(?<=\s)/)) {
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
