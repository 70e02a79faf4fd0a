/** One line after RFC 4180. A cell that a spreadsheet would run as a formula is kept from it by an apostrophe. */
export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Spreadsheets read a wide or a small `＝` as the plain one, and may drop what can't be seen before it. */
const UNSEEN = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u;

function cell(text: string): string {
  const isFormula = /^[=+\-@]/.test(text.normalize('NFKC').replace(UNSEEN, ''));
  const harmless = isFormula || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
