import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from 'pdf-lib';
import type { Invoice } from '#shared/features/billing/contract.ts';
import { cents } from '#shared/features/billing/model.ts';
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
  regular: PDFFont;
  bold: PDFFont;
  /** Baseline of the next line, from the bottom of the page. */
  y: number;
}

/** An invoice as a PDF of A4 pages. Letters that its built-in fonts lack are written without accents, or as '?'. */
export async function invoicePdf(invoice: Invoice): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`Invoice ${invoice.customer_invoice_id}`);
  document.setProducer('Slipway');
  document.setCreationDate(new Date(invoice.invoice_date));
  const [regular, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ]);
  const page = document.addPage([A4.width, A4.height]);
  const pen: Pen = { document, page, regular, bold, y: A4.height - MARGIN };
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
  for (const text of [invoice.organization_name, ...invoice.address.split(', ')].filter(Boolean)) {
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
  const font = bold ? pen.bold : pen.regular;
  const shown = encodable(font, text);
  const x = right === undefined ? MARGIN : right - font.widthOfTextAtSize(shown, size);
  pen.page.drawText(shown, { x, y: pen.y, size, font, color: soft ? SOFT : INK });
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

function encodable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet());
  const has = (letter: string) => known.has(letter.codePointAt(0) ?? 0);
  return Array.from(text.normalize('NFC'), (letter) => {
    if (has(letter)) return letter;
    const plain = Array.from(letter.normalize('NFKD')).filter(has).join('');
    return plain || '?';
  }).join('');
}
