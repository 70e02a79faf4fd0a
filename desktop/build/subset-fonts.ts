import { globSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import subsetFont from 'subset-font';

/**
 * Makes the part of Inter that the login page waits for: the letters of the catalogues in Latin script, in the weights
 * the theme uses. Run it after texts with new letters; until then those come from the whole font.
 */
const root = path.resolve(import.meta.dirname, '../..');
const folder = path.join(root, 'desktop/renderer/ui/fonts');
const whole = createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2');
const ASCII = Array.from({ length: 0x7f - 0x20 }, (_, index) => 0x20 + index);
/** Characters that `Intl` writes in amounts and dates, and those between texts. */
const SIGNS = [...'\u00a0\u202f€©×–—→−'].map((sign) => sign.codePointAt(0) ?? 0x20);
/** What the whole file has above ASCII; other scripts have their own files. */
const isLatin = (point: number) => (point >= 0xa0 && point <= 0xff) || (point >= 0x2010 && point <= 0x2044);

const texts = globSync('shared/i18n/*/*.json', { cwd: root })
  .map((file) => readFileSync(path.join(root, file), 'utf8'))
  .join('');
const points = [
  ...new Set([...ASCII, ...SIGNS, ...[...texts].map((letter) => letter.codePointAt(0) ?? 0x20).filter(isLatin)]),
];
points.sort((a, b) => a - b);

const font = await subsetFont(readFileSync(whole), String.fromCodePoint(...points), {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
});
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, 'inter-first.woff2'), font);
await writeFile(
  path.join(folder, 'fonts.css'),
  `/* Made by desktop/build/subset-fonts.ts. Comes after the whole font's faces, so that these letters are taken from here. */
@font-face {
  font-family: "Inter Variable";
  font-style: normal;
  font-display: swap;
  font-weight: 400 700;
  src: url("./inter-first.woff2") format("woff2-variations");
  unicode-range:
    ${ranges(points)};
}
`,
);

function ranges(sorted: number[]): string {
  const spans: [first: number, last: number][] = [];
  for (const point of sorted) {
    const span = spans.at(-1);
    if (span && span[1] === point - 1) span[1] = point;
    else spans.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase().padStart(4, '0');
  return spans.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ');
}
