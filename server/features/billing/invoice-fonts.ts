import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { type PDFDocument, type PDFFont, StandardFonts } from 'pdf-lib';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

/** Latin with every accent, Greek, Cyrillic; then Japanese, whose font has most Chinese letters too. */
const FAMILIES = [
  { name: 'noto-sans', regular: '400Regular/NotoSans_400Regular', bold: '700Bold/NotoSans_700Bold' },
  { name: 'noto-sans-jp', regular: '400Regular/NotoSansJP_400Regular', bold: '700Bold/NotoSansJP_700Bold' },
] as const;

export interface FontPair {
  regular: PDFFont;
  bold: PDFFont;
  has(letter: string): boolean;
}

/** Fonts that `text` needs, the plainest first: most invoices need only what every reader of PDFs has built in. */
export async function embedFonts(document: PDFDocument, text: string): Promise<FontPair[]> {
  const [regular, bold] = await Promise.all([
    document.embedFont(StandardFonts.Helvetica),
    document.embedFont(StandardFonts.HelveticaBold),
  ]);
  const fonts = [pair(regular, bold)];
  for (const family of FAMILIES) {
    if (Array.from(text).every((letter) => fonts.some((font) => font.has(letter)))) break;
    document.registerFontkit(fontkit);
    const files = [family.regular, family.bold].map((file) => embed(document, `${family.name}/${file}`, text));
    const [regular, bold] = await Promise.all(files);
    if (regular && bold) fonts.push(pair(regular, bold));
  }
  return fonts;
}

/** Only the letters that are used: the whole font is 5 MB. pdf-lib's own subsetting loses letters. */
async function embed(document: PDFDocument, file: string, text: string): Promise<PDFFont> {
  const whole = await readFile(require.resolve(`@expo-google-fonts/${file}.ttf`));
  return document.embedFont(await subsetFont(whole, `${text}?`, { targetFormat: 'truetype' }));
}

function pair(regular: PDFFont, bold: PDFFont): FontPair {
  const known = new Set(regular.getCharacterSet());
  return { regular, bold, has: (letter) => known.has(letter.codePointAt(0) ?? 0) };
}
