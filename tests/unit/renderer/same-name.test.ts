import { expect, test } from 'vitest';
import { isSameName } from '#renderer/lib/same-name.ts';
import { fc } from '#tests/support/fast-check.ts';

const name = fc.oneof(
  fc.constantFrom('Quist & Co', 'Müller', 'Mu\u0308ller', '支払い', 'مرحبا', '  x ', '.*'),
  fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).filter((text) => text.trim() !== ''),
);

test('a name is the same as it is shown, however its letters are spelled and its gaps are typed', () => {
  fc.assert(
    fc.property(name, (each) => {
      expect(isSameName(` ${each.normalize('NFD')}\t`, each)).toBe(true);
      expect(isSameName(each.replaceAll(' ', '\u00a0 '), each)).toBe(true);
    }),
  );
});

test('a part of it, another case and nothing are not', () => {
  fc.assert(
    fc.property(name, (each) => {
      expect(isSameName('', each)).toBe(false);
      expect(isSameName(`${each}x`, each)).toBe(false);
    }),
  );
  expect(isSameName('quist & co', 'Quist & Co')).toBe(false);
});
