import { PDFDocument } from 'pdf-lib';
import { expect, test } from 'vitest';
import { embedFonts } from '#server/features/billing/invoice-fonts.ts';

async function fontsFor(text: string) {
  const fonts = await embedFonts(await PDFDocument.create(), text);
  const missing = Array.from(text).filter((letter) => !fonts.some(({ has }) => has(letter)));
  return { count: fonts.length, missing: missing.join('') };
}

test('an invoice has a font for every letter of its customer, and no more fonts than needed', async () => {
  expect(await fontsFor('Müller & Søn, Straße 7')).toEqual({ count: 1, missing: '' });
  expect(await fontsFor('Łódź, Ελλάδα, Москва')).toEqual({ count: 2, missing: '' });
  expect(await fontsFor('株式会社スリップウェイ')).toEqual({ count: 3, missing: '' });
});
