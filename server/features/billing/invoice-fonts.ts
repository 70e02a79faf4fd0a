import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { convert } from 'fontverter';
import type PDFDocument from 'pdfkit';
import { openShapedFont, type ShapedFont } from './shaped-font.ts';

const require = createRequire(import.meta.url);

/** A script that needs a typeface of its own. */
interface Family {
  name: string;
  /** A letter of the script, somewhere in a cluster. */
  letters: RegExp;
  regular: string;
  /** The regular one serves where there is none. */
  bold?: string;
  /** Shapes stand in another order than letters: a vowel before the consonant that it is read after. */
  reordered?: boolean;
}

/** What the typefaces of Japan and China share, and their wide punctuation. */
const EASTERN = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\u3000-\u303f\uff00-\uffef]/u;
const JAPANESE: Family = {
  name: 'japanese',
  letters: EASTERN,
  regular: '@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf',
};
const CHINESE = embedpdf('sc', ['NotoSansHans-Regular.otf', 'NotoSansHans-Bold.otf'], EASTERN);
const KOREAN = embedpdf('kr', ['NotoSansKR-Regular.otf', 'NotoSansKR-Bold.otf'], /\p{sc=Hangul}/u);
/** Newer ones draw a letter and its dots apart, and what is copied out of the file is a riddle then. */
const ARABIC = embedpdf('arabic', ['NotoNaskhArabic-Regular.ttf', 'NotoNaskhArabic-Bold.ttf'], /\p{sc=Arabic}/u);
/** Scripts of which each has one typeface, that has nothing else. */
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
/** Latin with every accent, Greek, Cyrillic. */
const LATIN: Family = {
  name: 'latin',
  letters: /./su,
  regular: '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  bold: '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
};

/** What a reader takes for one letter, with the typeface that draws it. */
export interface Letter {
  /** A '?' where no typeface has it, nor its plain form. */
  text: string;
  /** As `pdfkit` knows it. */
  font: string;
  /** Of what it stands for, in UTF-16 units. */
  length: number;
  reordered: boolean;
}

export interface InvoiceFonts {
  letters(text: string, bold: boolean): Letter[];
}

/**
 * Typefaces for one document. Only those that `all` needs are read, and only the shapes that are used get into the file.
 * @param all every letter that may be asked for
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
/** Joiners and variation selectors, which have no shape of their own. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
/** Belongs to whatever stands before it: spaces, digits, punctuation. */
const NEUTRAL = /^\p{sc=Common}+$/u;

/** Chinese letters look different in Japan and Korea: the rest of the text says whose they are. */
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
  // The package exports the names of its files, and not the files.
  const folder = path.join(require.resolve(`@embedpdf/fonts-${name}`), '../../fonts');
  return { name, letters, regular: path.join(folder, regular), bold: path.join(folder, bold) };
}
