import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from '#shared/api/route.ts';
import { nameOf, routes } from '#tests/support/contract.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { Case } from './rules.ts';
import { TABLE } from './table.ts';
import { buildWorld, type World } from './world.ts';

/** A NUL and half a surrogate pair: Postgres keeps neither. */
const BROKEN = 'abcd\0efgh\ud800';
/** An address can't carry the half. */
const IN_ADDRESS = 'abcd\0efgh';
/** The same in every place a value can have. */
const SHAPES = [BROKEN, [BROKEN], { [BROKEN]: BROKEN }, { value: BROKEN }];

let world: World;
let ledger: Ledger;
beforeAll(async () => {
  world = await buildWorld();
  ledger = await openLedger(world.dependencies.sql);
});
afterAll(() => world?.close());

type Part = 'params' | 'query' | 'body';

/** Every field that a part of a route has by its schema, or by what the table sends. */
function fieldsOf(schema: z.ZodType | undefined, sent: unknown): string[] {
  const declared = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return [...new Set([...declared, ...Object.keys((sent as object | undefined) ?? {})])];
}

function takes(schema: z.ZodType | undefined, field: string): boolean {
  if (!(schema instanceof z.ZodObject)) return false;
  const inner: unknown = schema.shape[field];
  return inner instanceof z.ZodType && inner.safeParse(BROKEN).data === BROKEN;
}

const sendable = Object.entries(TABLE).flatMap(([name, expected]) => {
  const route = routes.find((each) => nameOf(each) === name.replace(/ \(.*/, ''));
  return route ? [[name, route, expected] as const] : [];
});

test.each(sendable)('%s answers broken text in any field', async (_, route: Route, expected) => {
  const { dependencies, home: house, here } = world;
  const set: Case['set'] = async (table, id, values) =>
    void (await dependencies.sql`update ${dependencies.sql(table)} set ${dependencies.sql(values)} where id = ${id}`);
  const about = { me: here.owner, it: here.owner, house };
  const known: Record<string, string> = { ...house, ...here.owner, hostname: here.owner.workspaceID, port: '443' };
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, known[name] ?? 'none']);
  for (const part of ['params', 'query', 'body'] as const satisfies Part[]) {
    const first = await expected.send?.({ world, dependencies, set, ...about });
    const fields = part === 'params' ? inPath.map(([name = '']) => name) : fieldsOf(route[part], first?.[part]);
    await ledger.restore();
    for (const field of fields) {
      for (const value of part === 'body' ? SHAPES : [IN_ADDRESS]) {
        const sent = (await expected.send?.({ world, dependencies, set, ...about })) ?? {};
        const { headers, raw, ...good } = sent;
        const input = { ...good, params: { ...Object.fromEntries(inPath), ...sent.params } };
        const bad = { ...input, [part]: { ...(input as Partial<Record<Part, object>>)[part], [field]: value } };
        const who = route.operator ? world.operator : here.owner;
        const key = route.access === 'session' ? who.key : undefined;
        const answer = await world.bench.call(route, bad, { key, raw, headers });
        const said = `${part}.${field} ${JSON.stringify(value)}: ${answer.status} ${JSON.stringify(answer.body)}`;
        expect(said).not.toMatch(/: 5\d\d /);
        if (value === BROKEN && part === 'body' && takes(route.body, field)) {
          expect(said).toContain(': 422 ');
          expect(Object.keys(answer.body.errorsObj ?? {})).toContain(field);
        }
        await ledger.restore();
      }
    }
  }
});
