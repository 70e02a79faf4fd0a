import { z } from 'zod';
import { CONTROLS, REDIRECTING } from './one-line.ts';

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
