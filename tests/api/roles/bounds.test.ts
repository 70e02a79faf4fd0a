import { afterAll, beforeAll, expect, test } from 'vitest';
import { nameOf, routes } from '#tests/support/contract.ts';
import { type Field, fieldsOf } from '#tests/support/contract-fields.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { Case, Sent } from './rules.ts';
import { TABLE } from './table.ts';
import { buildWorld, type World } from './world.ts';

let world: World;
let ledger: Ledger;
beforeAll(async () => {
  world = await buildWorld();
  ledger = await openLedger(world.dependencies.sql);
});
afterAll(() => world?.close());

const rows = Object.entries(TABLE).flatMap(([name, expected]) => {
  const route = routes.find((each) => nameOf(each) === name.replace(/ \(.*/, ''));
  return route && !route.upload ? [{ name, route, expected }] : [];
});
type Row = (typeof rows)[number];

const LONG = 10_000;
const DATES = [
  '0001-01-01',
  '1969-12-31',
  '1970-01-01',
  '2199-12-31',
  '2200-01-01',
  '9999-12-31',
  '+010000-01-01',
  '2026-02-30',
];
const TEXTS = ['', '\0', 'a\0b', 'x'.repeat(LONG), '\ud800', '🚢'.repeat(LONG / 2), "'; select 1 --"];
const NUMBERS = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e308, -1, 0, 0.5, 2 ** 31, 2 ** 63];

/** The ends of what the field may hold, and what lies just outside. */
function valuesFor({ part, schema }: Field): unknown[] {
  const { type, minimum, maximum, minLength = 0, maxLength, maxItems, format } = schema;
  if (type === 'array') return [[], Array.from({ length: (maxItems ?? 100) + 1 }, () => 'x')];
  if (type === 'number' || type === 'integer') {
    const ends = [minimum, maximum].filter((end) => end !== undefined);
    return [...NUMBERS, ...ends.flatMap((end) => [end - 1, end, end + 1])];
  }
  if (type !== 'string') return [];
  if (format === 'date') return DATES;
  if (format === 'date-time') return DATES.map((day) => `${day}T23:59:59Z`);
  const lengths = maxLength === undefined ? [] : [minLength, maxLength, maxLength + 1];
  const texts = [...TEXTS, ...lengths.map((length) => 'x'.repeat(length))];
  // An empty part of a path is another path, and half a character can't be in one.
  return part === 'params' ? texts.filter((text) => text.length > 0 && text.isWellFormed()) : texts;
}

function put(into: unknown, [name, ...rest]: Field['path'], value: unknown): unknown {
  if (name === undefined) return value;
  const copy: Record<string | number, unknown> = Array.isArray(into)
    ? ([...into] as unknown as Record<number, unknown>)
    : { ...(into as object) };
  copy[name] = put(copy[name] ?? (typeof rest[0] === 'number' ? [] : {}), rest, value);
  return copy;
}

async function base({ route, expected }: Row, about: Pick<Case, 'me' | 'it' | 'house'>): Promise<Sent> {
  const { dependencies } = world;
  const set: Case['set'] = async (table, id, values) =>
    void (await dependencies.sql`update ${dependencies.sql(table)} set ${dependencies.sql(values)} where id = ${id}`);
  const sent = (await expected.send?.({ world, dependencies, set, ...about })) ?? {};
  const known: Record<string, string> = { ...about.house, ...about.it, hostname: about.it.workspaceID, port: '443' };
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = { ...Object.fromEntries(names.map((name) => [name, known[name] ?? 'none'])), ...sent.params };
  return { ...sent, params: { ...params, ...('provider' in params && { provider: 'google' }) } };
}

const withFields = rows.filter(({ route, expected }, index) => {
  const first = rows.findIndex((row) => row.route === route) === index;
  return first && fieldsOf(route).length > 0 && !('raw' in expected);
});

/** The call with one field changed, and everything put back if that did something. */
async function attempt(row: Row, field: Field, value: unknown) {
  const { home: house, here, operator } = world;
  const me = row.expected.who.operator ? operator : here.owner;
  const it = row.expected.who.member('owner', 'own') === null ? here.grouped : me;
  const { headers, raw, ...sent } = await base(row, { me, it, house });
  const changed = { ...sent, [field.part]: put(sent[field.part], field.path, value) };
  const key = row.route.access === 'public' ? undefined : me.key;
  const answer = await world.bench.call(row.route, changed, { key, ...(raw && { raw }), headers });
  if ((await ledger.take()).length > 0) await ledger.restore();
  return answer;
}

const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

test.each(withFields.map((row) => [row.name, row] as const))(
  '%s answers for every value of every field',
  async (_, row) => {
    const failed: string[] = [];
    for (const field of fieldsOf(row.route)) {
      for (const value of valuesFor(field)) {
        const { status, body } = await attempt(row, field, value);
        if (status >= 500 && status !== row.expected.answer)
          failed.push(`${field.part}.${field.path.join('.')} = ${shown(value)}: ${status} ${shown(body)}`);
      }
    }
    expect(failed).toEqual([]);
  },
);

const IDS = /(^|_)id$|ID$/;
const withIds = withFields.flatMap((row) =>
  fieldsOf(row.route)
    .filter(({ part, path, schema }) => part === 'body' && schema.type === 'string' && IDS.test(String(path.at(-1))))
    .map((field) => [`${row.name} ${field.path.join('.')}`, row, field] as const),
);

test.each(withIds)('%s: an empty one is required, or none', async (_, row, field) => {
  const { status, body } = await attempt(row, field, '');
  if (status === 200) return;
  expect([status, body.errorsObj]).toEqual([422, { [field.path.join('.')]: 'This field is required.' }]);
});
