import { expect, test } from 'vitest';
import { csvLine } from '#server/features/audit/csv.ts';
import { fc } from '#tests/support/fast-check.ts';

const cellOf = (text: string) => csvLine([text, 'end']).replace(/,end\r\n$/, '');

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '﹦1',
  '﹣1',
  ' =1',
  '\u200b=1',
  '\ufeff＝1',
])('the formula %j is kept from being run', (formula) => expect(cellOf(formula)).toMatch(/^"?'/));

test.each(['\t=1', '\r=1', '\n=1', '\tplain'])('a cell that begins with white space is a text: %j', (text) =>
  expect(cellOf(text)).toBe(`"'${text}"`),
);

test('what people write is left as it is', () => {
  for (const name of ['株式会社テスト', 'O’Brien', '1-2', 'a=b', '']) expect(cellOf(name)).toBe(name);
});

test('no cell begins as a formula, and each is read back as it was', () => {
  const starts = fc.constantFrom('', '=', '＝', '＋', '－', '＠', '@', '\t', '\r', '\u00a0', '\u200b', '"', ';');
  fc.assert(
    fc.property(starts, starts, fc.string({ unit: 'binary' }), (first, second, rest) => {
      const text = first + second + rest;
      const written = cellOf(text);
      const read = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      expect(read.replace(/^'/, '')).toBe(text.replace(/^'/, ''));
      expect(read.normalize('NFKC')).not.toMatch(/^[=+\-@\t\r]/);
    }),
  );
});
