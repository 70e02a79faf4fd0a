import type { RouteInput } from '#shared/api/route.ts';
import type { inviteUsers } from '#shared/features/users/contract.ts';

export type ListedPerson = Required<RouteInput<typeof inviteUsers>['body']['people'][number]>;

/** The contract's own bound; what is longer is no address anyway. */
const LONGEST = 200;
/** Header words of CSV files in the languages of the UI, lower case and without spaces, dashes and underscores. */
const HEADERS = {
  email_address: [
    'email',
    'emailaddress',
    'mail',
    'emailadresse',
    'correo',
    'correoelectrónico',
    'メール',
    'メールアドレス',
  ],
  first_name: ['firstname', 'givenname', 'vorname', 'nombre', '名'],
  last_name: ['lastname', 'surname', 'familyname', 'nachname', 'apellido', 'apellidos', '姓'],
  name: ['name', 'fullname', 'displayname', 'nombrecompleto', '名前', '氏名'],
};
type Column = keyof typeof HEADERS;
const SEPARATORS = [',', ';', '\t'];

/**
 * Who a pasted text or a CSV file names: addresses between commas, semicolons, tabs or lines, `Name <address>`, a person a
 * line, or columns under a header, also below a spreadsheet's `sep=;`. What isn't an address is kept, so that it can be
 * reported.
 */
export function readPeople(text: string): ListedPerson[] {
  const all = linesOf(text.replace(/^\ufeff/, '')).filter((line) => line.trim() !== '');
  const [, said] = /^"?sep=(.)"?$/i.exec(all[0]?.trim() ?? '') ?? [];
  const lines = said ? all.slice(1) : all;
  const header = columnsOf(lines[0] ?? '', said ? [said] : SEPARATORS);
  if (header) return lines.slice(1).map((line) => personOfRow(cellsOf(line, header.separator), header.columns));
  return lines.flatMap(peopleOfLine);
}

/** As the text that `readPeople` reads. */
export function writePeople(people: readonly ListedPerson[]): string {
  return people
    .map(({ email_address, first_name, last_name }) => {
      const name = `${first_name} ${last_name}`.trim();
      return name ? `${name} <${email_address}>` : email_address;
    })
    .join('\n');
}

/** A quoted field keeps its line breaks; a quote that isn't a whole field's is a letter as any other. */
const PIECES = /(?<=^|[,;\t\r\n])[ ]*"(?:[^"]|"")*"(?=[ ]*(?:[,;\t\r\n]|$))|\r\n?|\n|[^\r\n]/g;

function linesOf(text: string): string[] {
  const lines = [''];
  for (const [piece] of text.matchAll(PIECES)) {
    if (/^[\r\n]/.test(piece)) lines.push('');
    else lines[lines.length - 1] += piece;
  }
  return lines;
}

function columnsOf(
  line: string,
  separators: readonly string[],
): { separator: string; columns: (Column | null)[] } | null {
  if (line.includes('@')) return null;
  for (const separator of separators) {
    const columns = cellsOf(line, separator).map(columnOf);
    if (columns.includes('email_address')) return { separator, columns };
  }
  return null;
}

function columnOf(cell: string): Column | null {
  const word = cell.toLowerCase().replace(/[\s_-]/g, '');
  return (Object.keys(HEADERS) as Column[]).find((column) => HEADERS[column].includes(word)) ?? null;
}

function personOfRow(cells: string[], columns: (Column | null)[]): ListedPerson {
  const of = (column: Column) => cells[columns.indexOf(column)] ?? '';
  const names = of('first_name') || of('last_name') ? [of('first_name'), of('last_name')] : splitName(of('name'));
  return person(of('email_address'), names);
}

/** One person with their name, or several addresses. */
function peopleOfLine(line: string): ListedPerson[] {
  if (line.split('@').length <= 2) return [personOf(line)];
  const pieces = partsOf(line, ';').length > 1 ? partsOf(line, ';') : partsOf(line, ',\t');
  if (pieces.length > 1) return pieces.flatMap(peopleOfLine);
  return line.split(/\s+/).map(personOf);
}

/** `Ada Lovelace <ada@…>`, `Lovelace, Ada <ada@…>`, or cells, of which one is the address. */
function personOf(text: string): ListedPerson {
  const [, before = '', address = ''] = /^(.*)<([^<>]*)>[\s,;]*$/.exec(text) ?? [];
  if (address) return person(address, splitName(unquoted(before)));
  const cells = partsOf(text, ',;\t').map(unquoted);
  const at = cells.findIndex((cell) => cell.includes('@'));
  if (at < 0) return person(text, []);
  const names = cells.filter((_, index) => index !== at);
  return person(cells[at] ?? '', names.length === 1 ? splitName(names[0] ?? '') : names.slice(0, 2));
}

/** Without a comma the last word is the family name. */
function splitName(name: string): string[] {
  const [family = '', given] = name.split(',').map((part) => part.trim());
  if (given) return [given, family];
  const words = family.split(/\s+/);
  return words.length > 1 ? [words.slice(0, -1).join(' '), words.at(-1) ?? ''] : [family];
}

function person(address: string, [first = '', last = '']: string[]): ListedPerson {
  const cut = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
  return { email_address: cut(address.replace(/^\s*mailto:/i, '')), first_name: cut(first), last_name: cut(last) };
}

/** Between separators that aren't in quotes or angle brackets, without empty ones. */
function partsOf(text: string, separators: string): string[] {
  return split(text, separators).filter((part) => part.trim() !== '');
}

/** The cells of a line of a CSV file, empty ones too. */
function cellsOf(line: string, separator: string): string[] {
  return split(line, separator).map(unquoted);
}

function split(text: string, separators: string): string[] {
  const parts = [''];
  let closing = '';
  for (const letter of text) {
    if (closing === '' && separators.includes(letter)) {
      parts.push('');
      continue;
    }
    if (letter === closing) closing = '';
    else if (closing === '' && letter === '"') closing = '"';
    else if (closing === '' && letter === '<') closing = '>';
    parts[parts.length - 1] += letter;
  }
  return parts;
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  const [, inside] = /^"(.*)"$/s.exec(trimmed) ?? [];
  return (inside?.replace(/""/g, '"') ?? trimmed).trim();
}
