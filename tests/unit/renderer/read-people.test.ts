import { expect, test } from 'vitest';
import { readPeople, writePeople } from '#renderer/features/users/read-people.ts';

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

test('what is written back reads the same', () => {
  const people = readPeople(
    'Ada Lovelace <ada@x.example>, bob@x.example, nobody@, Grace Brewster Hopper <g@x.example>',
  );
  expect(readPeople(writePeople(people))).toEqual(people);
});
