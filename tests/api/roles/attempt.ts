import type { Route } from '#shared/api/route.ts';
import type { Change, Ledger } from './ledger.ts';
import type { Case, Expected } from './rules.ts';
import type { World } from './world.ts';

/** One row of the table, with its route. */
export interface Row {
  name: string;
  route: Route;
  expected: Expected;
}

export interface Tried {
  status: number;
  text: string;
  /** What its path names. */
  target: string | undefined;
  /** Rows that changed, without those that count attempts. */
  changed: Change[];
}

export type Attempt = (row: Row, key: string | undefined, about: Pick<Case, 'me' | 'it' | 'house'>) => Promise<Tried>;

/** Where every attempt comes from. */
export const ADDRESS = '198.51.100.23';
const FROM = { 'x-forwarded-for': ADDRESS };

/** Paths with an id of the database. */
export const NAMES_A_ROW = /ID\}|\{hostname\}/;

/** What a text says that it should not; not all of it, so that a failure can be read. */
export const leaks = (text: string, words: string[]) => words.filter((word) => text.includes(word)).slice(0, 3);

/** Makes one call and puts everything back. */
export function makeAttempts(world: World, ledger: Ledger): Attempt {
  const { dependencies, bench } = world;
  return async ({ route, expected }, key, about) => {
    const set: Case['set'] = async (table, id, values) =>
      void (await dependencies.sql`update ${dependencies.sql(table)} set ${dependencies.sql(values)} where id = ${id}`);
    const sent = (await expected.send?.({ world, dependencies, set, ...about })) ?? {};
    if (expected.send) await ledger.take();
    const { headers, raw, ...input } = sent;
    const params = { ...paramsOf(route, about), ...sent.params };
    const answer = await bench.call(route, { ...input, params }, { key, raw, headers: { ...FROM, ...headers } });
    const changed = (await ledger.take()).filter(({ table }) => table !== 'rate_limits');
    await ledger.restore();
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    return {
      status: answer.status,
      text,
      target: NAMES_A_ROW.test(route.path) ? Object.values(params)[0] : undefined,
      changed,
    };
  };
}

function paramsOf({ path }: Route, { it, house }: Pick<Case, 'it' | 'house'>): Record<string, string> {
  const fixed = { hostname: it.workspaceID, port: '443', provider: 'google', userID: it.userId };
  const known: Record<string, string> = { ...house, ...it, ...fixed };
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, known[name] ?? `no ${name}`]));
}
