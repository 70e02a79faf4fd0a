import { afterAll, beforeAll, expect, test } from 'vitest';
import { changesState, type Route } from '#shared/api/route.ts';
import { TOKEN_SCOPES, type TokenScope } from '#shared/features/auth/token-scopes.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { nameOf, routes } from '#tests/support/contract.ts';
import { type Attempt, leaks, makeAttempts, type Row } from './attempt.ts';
import { openLedger } from './ledger.ts';
import { TABLE } from './table.ts';
import { buildWorld, type World } from './world.ts';

let world: World;
let attempt: Attempt;
/** The owner's tokens, each with one scope. */
let keys: Record<TokenScope, string>;
/** The owner's tokens that may do everything, with the owner's own workspace, and with none. */
let limited: { some: string; own: string };
/** What names a workspace, service or snapshot that they don't reach. */
let beyond: string[];

beforeAll(async () => {
  world = await buildWorld();
  const { dependencies, home, here } = world;
  const whose = { userId: here.owner.userId, organizationId: home.organizationId };
  const mint = async (limits: Parameters<typeof mintApiToken>[2]) =>
    (await mintApiToken(dependencies, whose, limits)).token;
  const made = await Promise.all(TOKEN_SCOPES.map(async (scope) => [scope, await mint({ scopes: [scope] })]));
  keys = Object.fromEntries(made);
  const { workspaceID, snapshotID } = here.owner;
  limited = { some: await mint({ reach: 'some', workspaceIds: [workspaceID] }), own: await mint({ reach: 'own' }) };
  const named = await dependencies.sql<{ id: string; name: string; slug: string }[]>`
    select id, name, slug from instances where id <> ${workspaceID}
    union all select id, name, id::text from snapshots where id <> ${snapshotID}`;
  beyond = [...new Set(named.flatMap(({ id, name, slug }) => [id, name, slug]))];
  // Else the first use of each would be a change.
  await dependencies.sql`update api_tokens set last_used_at = ${dependencies.clock.now().toISOString()}`;
  attempt = makeAttempts(world, await openLedger(dependencies.sql));
});
afterAll(() => world?.close());

const rows: Row[] = Object.entries(TABLE).flatMap(([name, expected]) => {
  const route = routes.find((each) => nameOf(each) === name.replace(/ \(.*/, ''));
  return route && route.access === 'session' ? [{ name, route, expected }] : [];
});
const titled = rows.map((row) => [row.name, row] as const);

const allows = ({ scope }: Route, of: TokenScope) =>
  scope !== 'nobody' && (scope === 'any' || (of === 'everything' && scope !== 'machines') || scope === of);

test('every call that takes a session says which tokens may make it, and what is for the person alone is for none', () => {
  const guarded = rows.map(({ route }) => route);
  expect(guarded.filter(({ scope }) => !scope).map(nameOf)).toEqual([]);
  const changes = guarded.filter(changesState);
  expect(changes.filter(({ onBehalf }) => onBehalf === 'nobody').map(({ scope }) => scope)).toEqual(
    changes.filter(({ scope }) => scope === 'nobody').map(({ scope }) => scope),
  );
});

test.each(titled)('%s, by a token of each scope', async (_, row) => {
  const { here, home } = world;
  const { answer = 200, who } = row.expected;
  const may = who.member('owner', 'own') === 'yes';
  const it = who.member('owner', 'own') === null ? here.grouped : here.owner;
  for (const scope of TOKEN_SCOPES) {
    const { status, changed } = await attempt(row, keys[scope], { me: here.owner, it, house: home });
    const expected = !allows(row.route, scope) ? 403 : may || it !== here.owner ? answer : status;
    expect([scope, status]).toEqual([scope, expected]);
    if (status === 403) expect(changed.filter(({ table }) => table !== 'audit_log')).toEqual([]);
  }
});

/** Paths whose parameter names something that a token can be kept from. */
const NAMES_ONE = /\{(workspaceID|organizationServiceID|snapshotID)\}/;

test.each(titled)('%s, by a token that reaches some workspaces, about others', async (_, row) => {
  const { here, home, other } = world;
  for (const [reach, key] of Object.entries(limited)) {
    for (const it of reach === 'own' ? [here.owner, other] : [other]) {
      const { status, text, changed } = await attempt(row, key, { me: here.owner, it, house: home });
      const hidden = reach === 'own' ? [...beyond, here.owner.workspaceID, here.owner.snapshotID] : beyond;
      const touched = JSON.stringify(changed.filter(({ table }) => table !== 'audit_log'));
      expect([reach, leaks(text, hidden), leaks(touched, hidden)]).toEqual([reach, [], []]);
      if (NAMES_ONE.test(row.route.path))
        expect([reach, status]).toEqual([reach, row.route.scope === 'nobody' ? 403 : 404]);
    }
  }
});

test('a token does to a workspace it reaches what its person may', async () => {
  const { here, home } = world;
  const about = rows.filter(({ route }) => route.path.includes('{workspaceID}') && route.scope !== 'nobody');
  for (const row of about) {
    const { status } = await attempt(row, limited.some, { me: here.owner, it: here.owner, house: home });
    expect([row.name, status]).toEqual([row.name, row.expected.answer ?? 200]);
  }
});
