import { z } from 'zod';

/** Overrides and isolates disguise text; plain direction marks are needed in names. */
const REDIRECTING = '\\u202a-\\u202e\\u2066-\\u2069';
const CONTROLS = '\\p{Cc}\\p{Cs}\\p{Noncharacter_Code_Point}\\u2028\\u2029';
const NOT_IN_LINES = new RegExp(`[${REDIRECTING}${CONTROLS}]`, 'u');
/** A line may end, and be indented. */
const NOT_IN_TEXTS = new RegExp(`(?![\\n\\t])[${REDIRECTING}${CONTROLS}]`, 'u');
/** Text of only spaces and invisible letters can't be seen; neither can the empty braille pattern. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u;
const NEW_LINES = /\r\n?|\u0085|\u2028|\u2029/g;

/** One line that people write: composed (NFC), trimmed, without control characters. May be empty. */
export function lineText(max: number) {
  return z
    .string()
    .normalize('NFC')
    .trim()
    .refine((text) => !NOT_IN_LINES.test(text), 'validation.characters')
    .max(max, 'validation.long');
}

/** The name of something or somebody: one line with something visible. */
export function nameText(max: number) {
  return lineText(max)
    .min(1, 'validation.required')
    .refine((text) => VISIBLE.test(text), 'validation.required');
}

/** Several lines that people write: like `lineText`, with line breaks (`\n`) and tabs. May be empty. */
export function longText(max: number) {
  return z
    .string()
    .overwrite((text) => text.normalize('NFC').replace(NEW_LINES, '\n').trim())
    .refine((text) => !NOT_IN_TEXTS.test(text), 'validation.characters')
    .max(max, 'validation.long');
}

/** On one line, shown as it is written: for text from elsewhere, or from before names were checked. */
export function oneLine(text: string): string {
  return text.replace(new RegExp(`[\\s${REDIRECTING}${CONTROLS}]+`, 'gu'), ' ').trim();
}
