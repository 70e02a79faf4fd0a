import { expect, test } from 'vitest';
import { nameOf, routes } from '#tests/support/contract.ts';
import { type Field, fieldsOf } from '#tests/support/contract-fields.ts';

/** Parameters that sign-in providers add to the way back are ignored. An invalid page is the first one. */
const FREE = /^(get \/users\/(github|google)-auth .*|.* query page)$/;

const all = routes.flatMap((route) =>
  fieldsOf(route).map((field) => ({ ...field, name: `${nameOf(route)} ${field.part} ${field.path.join('.')}` })),
);
const unbounded = (lacks: (field: Field) => boolean) =>
  all.filter((field) => !FREE.test(field.name) && lacks(field)).map(({ name }) => name);

/** A pattern from the first to the last character, without unbounded repetition. */
const isShort = (pattern = '') => /^\^[^*+]*\$$/.test(pattern) || /^\^.*\{\d+,?\d*\}\$$/.test(pattern);
const isChoice = ({ schema }: Field) => schema.enum !== undefined || schema.const !== undefined;

test('every text of the contract has a greatest length', () => {
  const texts = unbounded(
    (field) =>
      field.schema.type === 'string' &&
      !isChoice(field) &&
      field.schema.maxLength === undefined &&
      !isShort(field.schema.pattern),
  );
  expect(texts).toEqual([]);
});

test('every number of the contract has two ends', () => {
  const numbers = unbounded(({ schema }) => {
    const low = schema.minimum ?? schema.exclusiveMinimum;
    const high = schema.maximum ?? schema.exclusiveMaximum;
    const isNumber = schema.type === 'number' || schema.type === 'integer';
    return (
      isNumber &&
      !isChoice({ schema } as Field) &&
      (low === undefined || high === undefined || high >= Number.MAX_SAFE_INTEGER)
    );
  });
  expect(numbers).toEqual([]);
});

test('every array of the contract has a greatest length', () => {
  expect(unbounded(({ schema }) => schema.type === 'array' && schema.maxItems === undefined)).toEqual([]);
});

test('nothing of the contract can be anything', () => {
  expect(unbounded(({ schema }) => Object.keys(schema).length === 0)).toEqual([]);
});
