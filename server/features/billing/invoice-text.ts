import bidiFactory from 'bidi-js';
import type PDFDocument from 'pdfkit';
import type { InvoiceFonts, Letter } from './invoice-fonts.ts';

const bidi = bidiFactory();
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;

export interface Style {
  bold: boolean;
  size: number;
}

/** Text in one direction and typeface. */
export interface Span {
  text: string;
  font: string;
  /** Its shapes come in another order than its letters. */
  reordered: boolean;
}

/** A line of text, ready to be drawn from left to right. */
export interface TextLine {
  /** In reading order. */
  text: string;
  spans: Span[];
  width: number;
}

/** Lays out text for one document. */
export interface Typesetter {
  /** Lines at most `width` points wide: broken between words, and inside a word that alone is wider. */
  wrap(text: string, style: Style, width: number): TextLine[];
  line(text: string, style: Style): TextLine;
}

export function createTypesetter(document: InstanceType<typeof PDFDocument>, fonts: InvoiceFonts): Typesetter {
  const line = (text: string, style: Style, direction = directionOf(text)): TextLine => {
    const spans = visualSpans(text, direction, fonts.letters(text, style.bold));
    const widths = spans.map((span) => document.font(span.font, style.size).widthOfString(span.text, WHOLE));
    return { text, spans, width: widths.reduce((sum, width) => sum + width, 0) };
  };
  return {
    line: (text, style) => line(plain(text), style),
    wrap(text, style, width) {
      const whole = plain(text);
      const direction = directionOf(whole);
      const fits = (part: string) => line(part.trimEnd(), style, direction).width <= width;
      return breakText(whole, fits).map((part) => line(part.trim(), style, direction));
    },
  };
}

/** Keeps `pdfkit` from splitting a span at spaces, which would reorder right-to-left words. */
export const WHOLE = { features: [], lineBreak: false };

/** Composed letters, and spaces every font has. */
function plain(text: string): string {
  return text.normalize('NFC').replace(/\s/gu, ' ');
}

function directionOf(text: string): 'ltr' | 'rtl' {
  const [paragraph] = bidi.getEmbeddingLevels(text).paragraphs;
  return paragraph && paragraph.level % 2 === 1 ? 'rtl' : 'ltr';
}

function breakText(text: string, fits: (part: string) => boolean): string[] {
  const lines = [''];
  for (const word of pieces(text)) {
    const candidates = fits(word) ? [word] : Array.from(CLUSTERS.segment(word), ({ segment }) => segment);
    for (const piece of candidates) {
      const last = lines.at(-1) ?? '';
      if (last === '' || fits(last + piece)) lines[lines.length - 1] = last + piece;
      else lines.push(piece);
    }
  }
  return lines;
}

/** Words with the spaces and punctuation after them; an opening bracket goes with the next word. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of WORDS.segment(text)) {
    const last = found.at(-1);
    const joins =
      last !== undefined && (/[\p{Ps}\p{Pi}]$/u.test(last) || (!isWordLike && !/^[\p{Ps}\p{Pi}\p{So}]/u.test(segment)));
    if (joins) found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

/** The line's runs of one direction and typeface from left to right (UAX #9, rule L2). */
function visualSpans(text: string, direction: 'ltr' | 'rtl', letters: Letter[]): Span[] {
  const { levels } = bidi.getEmbeddingLevels(text, direction);
  const spans: (Span & { level: number })[] = [];
  let at = 0;
  for (const letter of letters) {
    const level = levels[at] ?? 0;
    const last = spans.at(-1);
    if (last?.font === letter.font && last.level === level) last.text += letter.text;
    else spans.push({ text: letter.text, font: letter.font, reordered: letter.reordered, level });
    at += letter.length;
  }
  for (let level = Math.max(0, ...spans.map((span) => span.level)); level > 0; level--) reverseFrom(spans, level);
  return spans.map(({ level, text: part, ...span }) => ({ ...span, text: level % 2 === 1 ? turned(part) : part }));
}

function reverseFrom(spans: { level: number }[], level: number): void {
  for (let start = 0; start < spans.length; start++) {
    let end = start;
    while ((spans[end]?.level ?? -1) >= level) end++;
    spans.splice(start, end - start, ...spans.slice(start, end).reverse());
    start = end;
  }
}

/** The shaper reverses and mirrors only text with right-to-left letters, and treats the rest as left-to-right. */
function turned(text: string): string {
  if (RIGHT_TO_LEFT.test(text)) return text;
  const clusters = Array.from(CLUSTERS.segment(text), ({ segment }) => bidi.getMirroredCharacter(segment) ?? segment);
  return clusters.reverse().join('');
}
