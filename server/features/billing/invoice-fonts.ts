import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { convert } from 'fontverter';
import type PDFDocument from 'pdfkit';
import { openShapedFont, type ShapedFont } from './shaped-font.ts';

const require = createRequire(import.meta.url);

/** A script that needs its own typeface. */
interface Family {
  name: string;
  /** A letter of the script, anywhere in a cluster. */
  letters: RegExp;
  regular: string;
  /** If there is none, the regular one is used. */
  bold?: string;
  /** Shapes come in another order than letters: a vowel may come before its consonant. */
  reordered?: boolean;
}

/** What Japanese and Chinese typefaces share, and their wide punctuation. */
const EASTERN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const JAPANESE: Family = {
  name: 'japanese',
  letters: EASTERN,
  regular: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
};
const CHINESE = embedpdf('sc', ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'], EASTERN);
const KOREAN = embedpdf('kr', ['NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'], /\p{sc=Hangul}/u);
/** Newer versions draw a letter and its dots separately, which makes copied text unreadable. */
const ARABIC = embedpdf('arabic', ['NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'], /\p{sc=Arabic}/u);
/** Scripts with one typeface each, which has nothing else. */
const OTHERS = [
  ARABIC,
  ...['armenian', 'ethiopic', 'georgian', 'hebrew', 'lao', 'thai'].map((name) => script(name)),
  ...['bengali', 'devanagari', 'gujarati', 'gurmukhi', 'kannada', 'khmer', 'malayalam'].map((name) =>
    script(name, true),
  ),
  ...['myanmar', 'sinhala', 'tamil', 'telugu'].map((name) => script(name, true)),
];
const EMOJI: Family = {
  name: 'emoji',
  letters: /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u,
  regular: '@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
};
/** Latin with all accents, Greek, Cyrillic. */
const LATIN: Family = {
  name: 'latin',
  letters: /./su,
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

/** What a reader sees as one letter, with the typeface that draws it. */
export interface Letter {
  /** A '?' if no typeface has it, nor its plain form. */
  text: string;
  /** Its name in `pdfkit`. */
  font: string;
  /** Length of the text it stands for, in UTF-16 units. */
  length: number;
  reordered: boolean;
}

export interface InvoiceFonts {
  letters(text: string, bold: boolean): Letter[];
}

/**
 * Typefaces for one document. Only those needed for `all` are read, and only used shapes are embedded.
 * @param all every letter that may be drawn
 */
export async function loadFonts(document: InstanceType<typeof PDFDocument>, all: string): Promise<InvoiceFonts> {
  const opened = new Map<string, ShapedFont>();
  const open = async (file: string) => {
    const font = openShapedFont(await convert(await readFile(require.resolve(file)), 'sfnt'));
    document.registerFont(file, font.source);
    opened.set(file, font);
  };
  const has = ({ regular }: Family, text: string) =>
    Array.from(text).every((letter) => IGNORABLE.test(letter) || opened.get(regular)?.has(letter));
  const han = all.match(/\p{sc=Han}/gu)?.join('') ?? '';
  for (const family of [LATIN, ...OTHERS, EMOJI, JAPANESE, KOREAN, CHINESE]) {
    const spared = family === CHINESE && has(JAPANESE, han);
    if (!family.letters.test(all) || spared) continue;
    await open(family.regular);
    if (family.bold) await open(family.bold);
  }
  return {
    letters(text, bold) {
      const families = order(text, has);
      let last: Family = LATIN;
      return Array.from(CLUSTERS.segment(text), ({ segment }) => {
        const chosen = choose(families, last, segment, has);
        last = chosen.family;
        const font = (bold && last.bold) || last.regular;
        return { text: chosen.text, font, length: segment.length, reordered: last.reordered ?? false };
      });
    },
  };
}

type Has = (family: Family, cluster: string) => boolean;

const CLUSTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Joiners and variation selectors, which have no shape. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** Takes the typeface of what precedes it: spaces, digits, punctuation. */
const NEUTRAL = /^\p{sc=Common}+$/u;

/** Chinese letters look different in Japan and Korea; the rest of the text tells which. */
function order(text: string, has: Has): Family[] {
  const han = text.match(/\p{sc=Han}/gu)?.join('') ?? '';
  const isKorean = /\p{sc=Hangul}/u.test(text);
  const isJapanese = /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text) || (han !== '' && has(JAPANESE, han));
  const eastern = isKorean ? [KOREAN, { ...KOREAN, letters: EASTERN }, CHINESE, JAPANESE] : [JAPANESE, CHINESE, KOREAN];
  return [...OTHERS, ...(isJapanese || isKorean ? eastern : [CHINESE, JAPANESE, KOREAN]), EMOJI, LATIN];
}

function choose(families: Family[], last: Family, cluster: string, has: Has): { family: Family; text: string } {
  if (NEUTRAL.test(cluster) && !EMOJI.letters.test(cluster) && has(last, cluster))
    return { family: last, text: cluster };
  const family = families.find((each) => each.letters.test(cluster) && has(each, cluster));
  if (family) return { family, text: cluster };
  const plain = Array.from(cluster.normalize('NFKD')).filter((letter) => has(LATIN, letter));
  return { family: LATIN, text: plain.join('').trim() || '?' };
}

function script(name: string, reordered = false): Family {
  const folder = `@fontsource/noto-sans-${name}/files/noto-sans-${name}-${name}`;
  const letters = new RegExp(`\\p{sc=${name[0]?.toUpperCase()}${name.slice(1)}}`, 'u');
  return { name, letters, regular: `${folder}-400-normal.woff`, bold: `${folder}-700-normal.woff`, reordered };
}

function embedpdf(name: string, [regular, bold]: [string, string], letters: RegExp): Family {
  // The package exports file names, not files.
  const folder = path.join(require.resolve(`@embedpdf/fonts-${name}`), '../../fonts');
  return { name, letters, regular: path.join(folder, regular), bold: path.join(folder, bold) };
}
