import { afterAll, beforeAll, expect, test } from 'vitest';
import { changesState } from '#shared/api/route.ts';
import { ROLES } from '#shared/features/auth/model.ts';
import { getOrganization, SETUP_COMPLETE } from '#shared/features/organizations/contract.ts';
import { getService } from '#shared/features/services/contract.ts';
import { nameOf, routes } from '#tests/support/contract.ts';
import { ADDRESS, type Attempt, leaks, makeAttempts, NAMES_A_ROW, type Row, type Tried } from './attempt.ts';
import { type Change, type Ledger, openLedger } from './ledger.ts';
import { type Expected, MEMBERS, type Member, WHOSE } from './rules.ts';
import { MIXED, TABLE } from './table.ts';
import { buildWorld, type Person, type World } from './world.ts';

let world: World;
let ledger: Ledger;
beforeAll(async () => {
  world = await buildWorld();
  ledger = await openLedger(world.dependencies.sql);
});
afterAll(() => world?.close());

const rows = Object.entries(TABLE).flatMap(([name, expected]) => {
  const route = routes.find((each) => nameOf(each) === name.replace(/ \(.*/, ''));
  return route ? [{ name, route, expected }] : [];
});
const guarded = rows.filter(({ route }) => route.access === 'session');
const open = rows.filter(({ route }) => route.access === 'public');
const titled = <T extends { name: string }>(all: T[]) => all.map((row) => [row.name, row] as const);

test('the table has every call of the contract, and none that is not there', () => {
  const named = new Set(Object.keys(TABLE).map((name) => name.replace(/ \(.*/, '')));
  expect([...named].sort()).toEqual(routes.map(nameOf).sort());
});

test('every call that can change something has an action in the audit log, or a reason to have none', () => {
  const without = rows.filter(({ route, expected }) => changesState(route) && !expected.audit && !expected.silent);
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('every call that can change something says who may make it for the person, and the table says the same', () => {
  const said = rows.filter(({ route }) => changesState(route) && route.access === 'session');
  const wanted = ({ self, notActing }: Expected) => (self ? 'nobody' : notActing ? 'token' : 'anyone');
  expect(said.map(({ name, route }) => [name, route.onBehalf])).toEqual(
    said.map(({ name, expected }) => [name, wanted(expected)]),
  );
});

const attempt: Attempt = (...made) => makeAttempts(world, ledger)(...made);

/** Nothing has changed, but for an entry of who tried what they may not. */
function expectRefused({ route }: Row, { changed, target }: Tried, answer: number, by: Signed): void {
  const entered = answer === 403 && changesState(route);
  expect(changed.map(({ table }) => table)).toEqual(entered ? ['audit_log'] : []);
  if (entered) expectEntry(changed, { action: 'access.refused', outcome: 'failure', target }, by);
}

function expectDone({ route, expected }: Row, { changed, target }: Tried, by: Signed): void {
  if (expected.audit) expectEntry(changed, { action: expected.audit, outcome: 'success', target }, by);
  else if (!changesState(route) || expected.dry) expect(changed).toEqual([]);
}

interface Signed {
  userId: string;
  /** Who acts as them. */
  realUserId?: string;
}

interface Entry {
  action: string;
  outcome: string;
  target: string | undefined;
}

/** Who, and as whom, did what, on what, when, from where, and how it ended. */
function expectEntry(changed: Change[], { target, ...what }: Entry, by: Signed): void {
  const entries = changed.filter(({ table }) => table === 'audit_log').map(({ after }) => after);
  const who = { user_id: by.userId, real_user_id: by.realUserId ?? null, ip_address: ADDRESS };
  const when = { created_at: expect.any(String) };
  const onWhat = target !== undefined && { target_id: target };
  expect(entries).toContainEqual(expect.objectContaining({ ...what, ...who, ...when, ...onWhat }));
}

/** Rows as they were and as they are, but for the entry of who tried to. */
const rowsOf = ({ changed }: Tried) => JSON.stringify(changed.filter(({ table }) => table !== 'audit_log'));
const answerOf = ({ status, text }: Tried) => `${status} ${text.slice(0, 400)}`;
const statusThen = (status: number) => expect.stringMatching(`^${status} `);

test.each(titled(guarded))('%s, by role', async (_, row) => {
  const { expected, route } = row;
  const { home: house, away, here, there, wordsOfThere, wordsOfOther } = world;
  for (const role of MEMBERS) {
    const me = here[role];
    const hidden = role === 'owner' || role === 'admin' ? wordsOfThere : [...wordsOfThere, ...wordsOfOther];
    for (const whose of expected.who.personal ? WHOSE : (['own'] as const)) {
      const answer = expected.who.member(role, whose);
      if (answer === null) continue;
      const tried = await attempt(row, me.key, { me, it: thingsOf(role, whose), house });
      const where = `${role}, ${whose}`;
      const status = answer === 'yes' ? (expected.answer ?? 200) : answer;
      expect([where, answerOf(tried)]).toEqual([where, statusThen(status)]);
      if (answer === 'yes') expectDone(row, tried, me);
      else expectRefused(row, tried, answer, me);
      expect([where, leaks(tried.text, hidden)]).toEqual([where, []]);
    }
    if (expected.alone) continue;
    // An id of the other organization is as good as none, in a path and in a form.
    const foreign = await attempt(row, me.key, { me, it: there, house: away });
    expect([role, leaks(foreign.text, wordsOfThere), leaks(rowsOf(foreign), wordsOfThere)]).toEqual([role, [], []]);
    if (NAMES_A_ROW.test(route.path))
      expect([role, foreign.status]).toEqual([role, expect.toSatisfy((status) => status === 403 || status === 404)]);
  }
});

const thingsOf = (role: Member, whose: (typeof WHOSE)[number]): Person =>
  whose === 'own' ? world.here[role] : whose === 'grouped' ? world.here.grouped : world.other;

test.each(titled(guarded))('%s, by those who are not in the organization', async (_, row) => {
  const { expected, route } = row;
  const { home: house, here, there, operator, pending, deleted } = world;
  const it = here.owner;
  for (const [who, key] of Object.entries({ nobody: undefined, pending: pending.key, deleted: deleted.key })) {
    const tried = await attempt(row, key, { me: it, it, house });
    expect([who, answerOf(tried), tried.changed]).toEqual([who, statusThen(401), []]);
  }
  if (expected.alone) return;
  const known = [...Object.values(house), ...Object.values(it), ...world.wordsOfOther];
  for (const [who, me] of Object.entries({ stranger: there, operator })) {
    const tried = await attempt(row, me.key, { me, it, house });
    if (who === 'operator' && expected.who.operator) {
      expect([who, answerOf(tried)]).toEqual([who, statusThen(200)]);
      expectDone(row, tried, expected.audit === 'auth.switch-user' ? actsAs(me) : me);
      continue;
    }
    expect([who, leaks(tried.text, known), leaks(rowsOf(tried), known)]).toEqual([who, [], []]);
    // What only administrators may do is refused before anything is looked up.
    const refused = expected.who.operator ? 403 : 404;
    if (NAMES_A_ROW.test(route.path)) expect([who, answerOf(tried)]).toEqual([who, statusThen(refused)]);
  }
});

/** What is the person's own wherever they work: the organizations, and the sessions in them. */
const BEYOND_ORGANIZATIONS = new Set([
  'get /organization/list',
  'post /organization/switch',
  'post /profile/sessions/end-others',
  'post /users/set-password',
]);
const withinOne = guarded.filter(({ name, expected }) => !expected.alone && !BEYOND_ORGANIZATIONS.has(name));

test.each(titled(withinOne))('%s, by a member of both organizations, in each about the other', async (_, row) => {
  const { route } = row;
  const { away, both, home, here, wordsOfOther, wordsOfThere } = world;
  const wordsOfHere = [
    ...Object.values(here.owner),
    ...wordsOfOther,
    home.serverID,
    home.groupID,
    home.templateID,
    home.invoiceID,
  ];
  for (const { from, to, house, words } of [
    { from: both.here, to: both.there, house: away, words: wordsOfThere },
    { from: both.there, to: both.here, house: home, words: wordsOfHere },
  ]) {
    const hidden = [...words, ...to.words];
    const tried = await attempt(row, from.key, { me: from.me, it: to.hers, house });
    const where = from === both.here ? 'here about there' : 'there about here';
    expect([where, leaks(tried.text, hidden), leaks(rowsOf(tried), hidden)]).toEqual([where, [], []]);
    if (NAMES_A_ROW.test(route.path))
      expect([where, answerOf(tried)]).toEqual([where, expect.stringMatching(/^40[34] /)]);
  }
});

const actsAs = (me: Person): Signed => ({ userId: world.here.lead.userId, realUserId: me.userId });

test.each(titled(guarded))('%s, by a token and by an administrator who acts as the owner', async (_, row) => {
  const { home: house, here, actingKey, operator } = world;
  const { who, self, notActing, answer = 200 } = row.expected;
  const me = here.owner;
  const its = who.member('owner', 'own') === null ? here.grouped : me;
  const may = !self && who.member('owner', its === me ? 'own' : 'grouped') === 'yes';
  const realUserId = operator.userId;
  for (const { key, by, allowed } of [
    { key: me.tokenKey, by: { userId: me.userId }, allowed: may },
    { key: actingKey, by: { userId: me.userId, realUserId }, allowed: may && !notActing },
  ]) {
    const tried = await attempt(row, key, { me, it: its, house });
    expect([by, answerOf(tried)]).toEqual([by, statusThen(allowed ? answer : 403)]);
    if (allowed) expectDone(row, tried, by);
    else expectRefused(row, tried, 403, by);
  }
});

test.each(Object.entries(MIXED))('%s is refused', async (_, { call, send, answer = 422 }) => {
  const row = guarded.find(({ name }) => name === call);
  if (!row) throw new Error(`The contract has no ${call}.`);
  const me = world.here.owner;
  const tried = await attempt({ ...row, expected: { ...row.expected, send } }, me.key, {
    me,
    it: me,
    house: world.home,
  });
  expect(answerOf(tried)).toEqual(statusThen(answer));
  expect(tried.changed).toEqual([]);
});

/** Nothing that fits any schema. */
const NONSENSE = { body: { nonsense: { deep: [null] } }, query: { page: ['x', 'y'], nonsense: '1' } };
const refusedAlways = (row: Row, role: Member): boolean =>
  (row.expected.who.personal ? WHOSE : (['own'] as const)).every((whose) =>
    [403, null].includes(row.expected.who.member(role, whose) as 403 | null),
  );

test.each(titled(guarded))('%s refuses whom it is not for, before it looks at what they send', async (_, row) => {
  const { home: house, here, actingKey } = world;
  const it = here.owner;
  const nonsense = { ...row, expected: { ...row.expected, send: () => NONSENSE } };
  const asked = async (key: string | undefined) => (await attempt(nonsense, key, { me: it, it, house })).status;
  expect(['nobody', await asked(undefined)]).toEqual(['nobody', 401]);
  for (const role of MEMBERS.filter((each) => refusedAlways(row, each)))
    expect([role, await asked(here[role].key)]).toEqual([role, 403]);
  const { self, notActing } = row.expected;
  if (self) expect(['token', await asked(it.tokenKey)]).toEqual(['token', 403]);
  if (self || notActing) expect(['acting', await asked(actingKey)]).toEqual(['acting', 403]);
});

const laterSteps = guarded.filter(({ route }) => changesState(route) && route.duringSetup !== 1);

test.each(titled(laterSteps))('%s waits for its step of the wizard', async (_, row) => {
  const { home: house, here, dependencies } = world;
  const step = (row.route.duringSetup ?? SETUP_COMPLETE) - 1;
  const send: Expected['send'] = async () => {
    await dependencies.sql`update organizations set setup_step = ${step} where id = ${house.organizationId}`;
    return {};
  };
  const early = { ...row, expected: { ...row.expected, send } };
  const roles = row.route.roles ?? ROLES;
  for (const role of (['owner', 'admin', 'lead'] as const).filter((each) => roles.includes(each))) {
    const me = here[role];
    const tried = await attempt(early, me.key, { me, it: me, house });
    expect([role, answerOf(tried)]).toEqual([role, statusThen(409)]);
    expect([role, tried.text]).toEqual([role, expect.stringContaining(`step ${step}`)]);
    expect([role, tried.changed]).toEqual([role, []]);
  }
});

const forms = rows.filter(({ route, expected }) => route.body && expected.send);

test.each(titled(forms))('%s takes no field that its form does not have', async (_, row) => {
  const { home: house, here, operator } = world;
  const me = row.expected.who.operator ? operator : here.owner;
  const it = row.expected.who.member('owner', 'own') === null ? here.grouped : me;
  const send: Expected['send'] = async (asked) => {
    const sent = (await row.expected.send?.(asked)) ?? {};
    return { ...sent, body: { ...(sent.body as object), admin_flag: true } };
  };
  const key = row.route.access === 'public' ? undefined : me.key;
  const tried = await attempt({ ...row, expected: { ...row.expected, send } }, key, { me, it, house });
  expect(answerOf(tried)).toEqual(statusThen(422));
  expect(tried.changed).toEqual([]);
});

test('what only some may read of a thing is not told to the others who see it', async () => {
  const { bench, here } = world;
  const { owner, lead, groupLead, grouped } = here;
  const organization = (key: string) => bench.call(getOrganization, { query: { payment: 'true' } }, { key });
  const told = (await organization(owner.key)).body;
  expect(told).toMatchObject({ user_licenses: 40, stripe_client_secret: expect.any(String), card: expect.any(Object) });
  const nothing = { user_licenses: null, users: null, stripe_client_secret: null, card: null, promised_credit: null };
  expect((await organization(lead.key)).body).toMatchObject(nothing);

  const params = { organizationServiceID: grouped.organizationServiceID };
  const service = async (key: string) => (await bench.call(getService, { params }, { key })).body;
  expect(JSON.stringify(await service(owner.key))).toContain(`password ${grouped.username}`);
  expect(JSON.stringify(await service(grouped.key))).toContain(`password ${grouped.username}`);
  expect(await service(groupLead.key)).toMatchObject({ environment_properties: [], instructions: null });
  await ledger.restore();
});

test.each([{ role: 'admin' }, { groups: [] }])('nobody gives themselves %o', async (given) => {
  const { user } = world.here;
  const row = guarded.find(({ name }) => name === 'post /users/{userID}/update');
  if (!row) throw new Error('gone');
  const send: Expected['send'] = () => ({ body: given });
  const tried = await attempt({ ...row, expected: { ...row.expected, send } }, user.key, {
    me: user,
    it: user,
    house: world.home,
  });
  expect(answerOf(tried)).toEqual(statusThen(403));
  expectRefused(row, tried, 403, user);
});

test.each(titled(open))('%s, by anyone', async (_, row) => {
  const { home: house, here, actingKey, operator } = world;
  const { as, answer = 200 } = row.expected;
  const me = as ? here.owner : here.user;
  const key = as && { owner: me.key, acting: actingKey }[as];
  const tried = await attempt(row, key, { me, it: me, house });
  expect(answerOf(tried)).toEqual(statusThen(answer));
  const isNew = row.route.path === '/users/signup';
  expectDone(row, tried, {
    userId: isNew ? expect.any(String) : me.userId,
    ...(as === 'acting' && { realUserId: operator.userId }),
  });
});
