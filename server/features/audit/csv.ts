/** One line after RFC 4180. An apostrophe keeps a spreadsheet from running a cell as a formula. */
export function csvLine(cells: string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Spreadsheets treat a wide or small `＝` like the plain one, and may drop invisible characters before it. */
const UNSEEN = /^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u;

function cell(text: string): string {
  const isFormula = /^[=+\-@]/.test(text.normalize('NFKC').replace(UNSEEN, ''));
  const harmless = isFormula || /^[\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
