/** Overrides and isolates disguise text; plain direction marks are needed in names. */
export const REDIRECTING = '\\u202a-\\u202e\\u2066-\\u2069';
export const CONTROLS = '\\p{Cc}\\p{Cs}\\p{Noncharacter_Code_Point}\\u2028\\u2029';

/** On one line, shown as it is written: for text from elsewhere, or from before names were checked. */
export function oneLine(text: string): string {
  return text.replace(new RegExp(`[\\s${REDIRECTING}${CONTROLS}]+`, 'gu'), ' ').trim();
}
