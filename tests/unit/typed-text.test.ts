import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { idParam } from '#shared/api/envelope.ts';
import { issueMessage } from '#shared/api/issue-message.ts';
import { oneLine } from '#shared/api/one-line.ts';
import { longText, nameText } from '#shared/api/text.ts';
import { supportCase } from '#shared/features/support/model.ts';
import { nameOf, routes } from '#tests/support/contract.ts';
import { fc } from '#tests/support/fast-check.ts';
import { NAMES } from '#tests/support/names.ts';

const said = (schema: z.ZodType, text: string) => schema.safeParse(text).error?.issues[0]?.message;

describe('a name', () => {
  test.each(Object.entries(NAMES))('is kept as it is typed, composed: %s', (_, name) => {
    expect(nameText(200).parse(`  ${name}\u3000`)).toBe(name.normalize('NFC'));
    expect(longText(200).parse(name)).toBe(name.normalize('NFC'));
  });

  test.each([...'\0\u0001\t\n\r\u001b\u007f\u0085\u009f\u2028\u2029\u202a\u202e\u2066\u2069\ufffe\ud800'])(
    'has no %j in it',
    (letter) => expect(said(nameText(60), `a${letter}b`)).toBe('validation.characters'),
  );

  test.each(['', '   ', '\u200b', '\u200d\u2060', '\u3164', '\u2800', '\u00ad \ufe0f', '\u0301'])(
    '%j is none, as nothing of it is seen',
    (text) => expect(said(nameText(60), text)).toBe('validation.required'),
  );

  test('is as long as it is once composed and trimmed', () => {
    expect(said(nameText(3), ' a\u0301a\u0301a\u0301 ')).toBeUndefined();
    expect(said(nameText(3), 'abcd')).toBe('validation.long');
  });

  test('whatever is taken has no control characters and is taken again as it is', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\0', '\n', '\u202e', '\u200b', 'é', 'e\u0301', '🚀'),
        fc.string({ unit: 'binary' }),
      ),
    });
    fc.assert(
      fc.property(text, (typed) => {
        const { data } = nameText(120).safeParse(typed);
        if (data === undefined) return;
        expect(data).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(nameText(120).parse(data)).toBe(data);
      }),
    );
  });
});

describe('a longer text', () => {
  test('has lines and tabs, and nothing else that is not seen', () => {
    expect(longText(50).parse('one\r\ntwo\u2028\tthree\u0085four\rfive\n')).toBe('one\ntwo\n\tthree\nfour\nfive');
    for (const letter of '\0\u0007\u202e\u2066\ud800')
      expect(said(longText(50), `a${letter}b`)).toBe('validation.characters');
  });
});

test('what comes from elsewhere is put on one line', () => {
  expect(oneLine(' a\r\nBcc: x\u2028\0b\u202ec\ud800 ')).toBe('a Bcc: x b c');
});

test('what is empty is required, and not wrong', () => {
  const schema = z.object({ id: idParam, kind: z.enum(['a']), text: z.string().max(2) });
  const messages = (input: object) => schema.safeParse(input).error?.issues.map((issue) => issueMessage(issue, input));
  expect(messages({ id: '', kind: '', text: 'abc' })).toEqual([
    'validation.required',
    'validation.required',
    'validation.long',
  ]);
});

/** Taken as it is sent: looked up, compared or checked elsewhere, and shown as a name nowhere. */
const NOT_SHOWN = new Set([
  ...['password', 'password_repeat', 'current_password', 'code', 'coupon_code', 'public_key', 'git_url', 'theme'],
  ...['client_secret', 'payment_method', 'language', 'database', 'industry', 'ticket_url', 'type', 'locale'],
  // Of a secret, which is shown to nobody at all.
  'value',
  // Of the sign-in form, where it may be anything.
  'username',
]);
const LOOKED_UP = /(_id|_token|_ids|^id)$/;

/** Every text of every form, with the schemas of the form. */
const texts = [
  ...routes.flatMap((route) => (route.body ? [[nameOf(route), route.body] as const] : [])),
  ['the support form', supportCase] as const,
]
  .flatMap(([form, body]) => shapesOf(body).map((shape) => [form, shape] as const))
  .flatMap(([form, shape]) =>
    Object.entries(shape).map(([field, schema]) => [form, field, schema as z.ZodType] as const),
  )
  .filter(([, , schema]) => schema.safeParse('Some text, ü 中').success);

function shapesOf(body: z.ZodType): object[] {
  if (body instanceof z.ZodObject) return [body.shape];
  if (body instanceof z.ZodUnion) return body.options.flatMap((option) => shapesOf(option as z.ZodType));
  return [];
}

test('every text of a form is kept without controls and overrides, or is shown to nobody as a name', () => {
  const shown = texts.filter(([, field]) => !NOT_SHOWN.has(field) && !LOOKED_UP.test(field));
  expect(shown.length).toBeGreaterThan(25);
  const takes = ['\0', '\u0007', '\u009b', '\u202e', '\u2067'].flatMap((letter) =>
    shown
      .filter(([, , schema]) => String(schema.safeParse(`abc${letter}def`).data).includes(letter))
      .map(([form, field]) => `${form} ${field} ${JSON.stringify(letter)}`),
  );
  expect(takes).toEqual([]);
});
