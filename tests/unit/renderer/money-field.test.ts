import { expect, test } from 'vitest';
import { moneyField } from '#renderer/features/billing/money.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test.each([
  ['en', ['$', '', ',', '.']],
  ['de', ['', ' $', '.', ',']],
  ['es', ['', ' US$', '.', ',']],
  ['ja', ['$', '', ',', '.']],
])('an amount is typed as %s writes it', (language, expected) => {
  const { prefix, suffix, thousandSeparator, decimalSeparator } = moneyField(language);
  expect([prefix, suffix, thousandSeparator, decimalSeparator].map(plain)).toEqual(expected);
});
