import { expect, test } from 'vitest';
import { readPeople, writePeople } from '#renderer/features/users/read-people.ts';
import { textOfBytes } from '#renderer/features/users/text-of-bytes.ts';

const read = (text: string) =>
  readPeople(text).map(({ email_address, first_name, last_name }) => [email_address, first_name, last_name]);
const ADA = ['ada@x.example', 'Ada', 'Lovelace'];
const BOB = ['bob@x.example', '', ''];

test.each([
  ['a mail program', 'Ada Lovelace <ada@x.example>, bob@x.example'],
  ['Outlook', 'Lovelace, Ada <ada@x.example>; bob@x.example;'],
  ['quotes', '"Lovelace, Ada" <ada@x.example>,\n<bob@x.example>'],
  ['a person a line', 'ada@x.example, Ada, Lovelace\r\nbob@x.example'],
  ['a spreadsheet', 'Ada\tLovelace\tada@x.example\nbob@x.example\t\t'],
  ['a file with semicolons', '\ufeffE-Mail;Vorname;Nachname\nada@x.example;Ada;Lovelace\nbob@x.example;;\n'],
  ['a file with a full name', 'Name,Team,Email address\n"Lovelace, Ada",Math,ada@x.example\n,"a, b",bob@x.example'],
  ['a file that names its separator', 'sep=;\r\nEmail;Name\r\nada@x.example;"Lovelace, Ada"\r\nbob@x.example;\r\n'],
  ['another separator', '"sep=|"\nEmail|Name\nada@x.example|Ada Lovelace\nbob@x.example|'],
  ['a separator without a header', 'sep=,\nada@x.example,Ada,Lovelace\nbob@x.example'],
  [
    'line breaks in quotes',
    'Email,Notes,Name\nada@x.example,"Likes\r\n""numbers"",\nmath","Ada\nLovelace"\nbob@x.example,"",',
  ],
  ['a link', 'mailto:ada@x.example,Ada Lovelace\n\n  bob@x.example  '],
])('%s', (_, text) => expect(read(text)).toEqual([ADA, BOB]));

test('addresses alone, however they are separated', () => {
  for (const separator of [',', ', ', ';', '\n', '\r\n', ' ', '\t', ',\n']) {
    expect(read(['a@x.example', 'b@x.example', 'c@x.example'].join(separator)).map(([email]) => email)).toEqual([
      'a@x.example',
      'b@x.example',
      'c@x.example',
    ]);
  }
  expect(read('')).toEqual([]);
});

test('what isn’t an address stays to be reported, and is never longer than the server takes', () => {
  expect(read('ada@x.example\nnobody')).toEqual([
    ['ada@x.example', '', ''],
    ['nobody', '', ''],
  ]);
  expect(read('x'.repeat(5000))[0]?.[0]).toHaveLength(200);
});

test('a quote that is never closed takes no lines with it', () => {
  expect(read('"ada@x.example\nbob@x.example\n"Grace" Hopper <g@x.example>')).toHaveLength(3);
});

test('what is written back reads the same', () => {
  const people = readPeople(
    'Ada Lovelace <ada@x.example>, bob@x.example, nobody@, Grace Brewster Hopper <g@x.example>',
  );
  expect(readPeople(writePeople(people))).toEqual(people);
});

/** In Shift_JIS: メール,姓,名 / yamada@x.example,山田,太郎 */
const SHIFT_JIS = '8381815b838b2c90a92c96bc0d0a79616d61646140782e6578616d706c652c8e5293632c91be98590d0a';
const TEXT = 'Email;Vorname;Nachname\nada@x.example;Zoë;Müller\nbob@x.example;José María;Núñez';

test.each([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
  ['UTF-16', Buffer.from(`\ufeff${TEXT}`, 'utf16le')],
  ['UTF-16, the other way round', Buffer.from(`\ufeff${TEXT}`, 'utf16le').swap16()],
  ['Windows-1252', Buffer.from(TEXT, 'latin1')],
])('a file in %s', (_, bytes) => {
  expect(read(textOfBytes(new Uint8Array(bytes).buffer))).toEqual([
    ['ada@x.example', 'Zoë', 'Müller'],
    ['bob@x.example', 'José María', 'Núñez'],
  ]);
});

test('a file in Shift_JIS', () => {
  const bytes = new Uint8Array(Buffer.from(SHIFT_JIS, 'hex'));
  expect(read(textOfBytes(bytes.buffer))).toEqual([['yamada@x.example', '太郎', '山田']]);
  const halfWidth = new Uint8Array(Buffer.from('792e7440782e6a702cc0c5b6', 'hex'));
  expect(textOfBytes(halfWidth.buffer)).toBe('y.t@x.jp,ﾀﾅｶ');
});

test.each(['Hélène', 'André;Renée', 'Gößwein', 'Zoë', 'MÜLLER', 'Žižek', 'Ærø', 'Nuñez;Peña', 'São João', 'O’Brien'])(
  '%s from Windows isn’t taken for Japanese',
  (name) => {
    const bytes = new Uint8Array(windows1252(`Email;Name\nada@x.example;${name}`));
    expect(textOfBytes(bytes.buffer)).toContain(name);
  },
);

/** Node encodes Latin-1 only; of what Windows adds, these names have three letters. */
function windows1252(text: string): number[] {
  return [...text].map((letter) => ({ Ž: 0x8e, ž: 0x9e, '’': 0x92 })[letter] ?? letter.charCodeAt(0));
}
