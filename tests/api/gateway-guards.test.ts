import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EditorGuest, GatewayTarget, PortVisitors } from '#server/gateway/directory.ts';
import type { DirectoryCache } from '#server/gateway/directory-cache.ts';
import { createGuard, entryOf } from '#server/gateway/http/access.ts';
import { exchangeCode, findTicket, issueCode } from '#server/gateway/http/tickets.ts';
import { gatewayTickets } from '#server/gateway/tables.ts';
import { DAY, MINUTE, SECOND } from '#server/platform/clock.ts';
import { hashToken, newId, newToken } from '#server/platform/ids.ts';
import { asked } from '#tests/support/asked.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';

let world: TestDependencies;
beforeAll(async () => {
  world = await createTestDependencies({ environment: { WORKSPACE_DOMAIN: 'dev.test' } });
});
beforeEach(() => world.db.delete(gatewayTickets));
afterAll(() => world?.close());

const newGrant = () => ({
  ...{ workspaceId: newId(), port: 3000, userId: newId(), organizationId: newId(), sessionId: newId() },
  shareId: null as string | null,
});

describe('a code', () => {
  test('is good for one exchange, and the ticket says whose it is', async () => {
    const grant = newGrant();
    const code = await issueCode(world, grant);
    const taken = await exchangeCode(world, code, grant);
    expect(taken?.grant).toEqual(grant);
    const expiresAt = new Date(world.clock.now().getTime() + 30 * DAY);
    expect(await findTicket(world, taken!.token)).toMatchObject({ ...grant, expiresAt, kind: 'ticket' });
    expect(await exchangeCode(world, code, grant)).toBeNull();
    expect(await findTicket(world, code)).toBeNull();
    expect(await exchangeCode(world, taken!.token, grant)).toBeNull();
    expect(await findTicket(world, taken!.token)).not.toBeNull();
  });

  test('lasts a minute, and is swept once it is over', async () => {
    const grant = newGrant();
    const code = await issueCode(world, grant);
    world.clock.advance(MINUTE - 1);
    await issueCode(world, newGrant());
    expect(await world.db.$count(gatewayTickets)).toBe(2);
    expect(await exchangeCode(world, await issueCode(world, grant), grant)).not.toBeNull();
    world.clock.advance(1);
    expect(await exchangeCode(world, code, grant)).toBeNull();
    await issueCode(world, newGrant());
    expect(await world.db.$count(gatewayTickets)).toBe(4);
    world.clock.advance(1);
    await issueCode(world, newGrant());
    expect(await world.db.$count(gatewayTickets)).toBe(4);
  });

  test('opens no other workspace and no other port, and neither spoils it', async () => {
    const grant = newGrant();
    const code = await issueCode(world, grant);
    for (const other of [{ workspaceId: newId() }, { port: 3030 }]) {
      expect(await exchangeCode(world, code, { ...grant, ...other })).toBeNull();
    }
    expect(await exchangeCode(world, newToken(), grant)).toBeNull();
    expect(await exchangeCode(world, code, grant)).not.toBeNull();
  });
});

test('a ticket lasts thirty days', async () => {
  const grant = newGrant();
  const { token } = (await exchangeCode(world, await issueCode(world, grant), grant))!;
  expect(await findTicket(world, newToken())).toBeNull();
  world.clock.advance(30 * DAY - 1);
  expect(await findTicket(world, token)).toMatchObject(grant);
  world.clock.advance(1);
  expect(await findTicket(world, token)).toBeNull();
});

/** What the directory says; who is in one of the lists may. */
interface Known {
  target: GatewayTarget | null;
  mayOpen: string[];
  isMember: string[];
  goodSessions: string[];
  /** Of the directory's answers. */
  revision: number;
  guests: Record<string, EditorGuest>;
}

const cacheOf = (known: Known): DirectoryCache => ({
  find: async (slug) => (known.target?.slug === slug ? known.target : null),
  mayOpen: async ({ userId }, workspaceId) =>
    workspaceId === known.target?.workspaceId && known.mayOpen.includes(userId),
  isMember: async ({ userId }) => known.isMember.includes(userId),
  editorGuest: async ({ userId }, workspaceId) =>
    workspaceId === known.target?.workspaceId ? (known.guests[userId] ?? null) : null,
  sessionIsGood: async (id) => known.goodSessions.includes(id),
  forget: () => undefined,
  revision: () => known.revision,
  onChange: () => () => undefined,
  connect: async () => undefined,
  close: async () => undefined,
});

/** A workspace, and a browser with a ticket for its port 3000. */
async function stage(visitors?: PortVisitors) {
  const grant = newGrant();
  const target: GatewayTarget = {
    ...{ workspaceId: grant.workspaceId, organizationId: grant.organizationId, slug: 'box', status: 'Active' },
    ...{ engineId: 'local', containerId: 'c', ports: { 3000: 'http', 3030: 'http' } },
    ...(visitors && { visitors: { 3000: visitors } }),
  };
  const known: Known = {
    target,
    mayOpen: [grant.userId],
    isMember: [grant.userId],
    goodSessions: [grant.sessionId],
    revision: 0,
    guests: {},
  };
  const cache = cacheOf(known);
  const guard = createGuard({ ...world, cache });
  const { token } = (await exchangeCode(world, await issueCode(world, grant), grant))!;
  const host = { hostname: 'box-3000.dev.test', slug: 'box', port: 3000 };
  return { grant, target, known, cache, guard, token, host, pass: { kind: 'ticket' as const, token } };
}

describe('a grant of a moment ago', () => {
  const own = (token: string, more = {}) => asked({ cookie: `slipway_ticket=${token}`, ...more });

  test('is found again without asking, for a second', async () => {
    const { guard, pass, host, token } = await stage();
    expect(guard.admitAgain(own(token), host)).toBeNull();
    const access = await guard.readmit(pass, host);
    expect(guard.admitAgain(own(token), host)).toBe(access);
    world.clock.advance(SECOND - 1);
    expect(guard.admitAgain(own(token), host)).toBe(access);
    world.clock.advance(1);
    expect(guard.admitAgain(own(token), host)).toBeNull();
  });

  test('ends with its ticket, and with any change, also one that came while it was found out', async () => {
    const { guard, pass, host, known, token } = await stage();
    world.clock.advance(30 * DAY - 2);
    expect((await guard.readmit(pass, host)).kind).toBe('granted');
    known.revision += 1;
    expect(guard.admitAgain(own(token), host)).toBeNull();
    const asking = guard.readmit(pass, host);
    known.revision += 1;
    expect((await asking).kind).toBe('granted');
    expect(guard.admitAgain(own(token), host)).toBeNull();
    expect((await guard.readmit(pass, host)).kind).toBe('granted');
    expect(guard.admitAgain(own(token), host)).not.toBeNull();
    world.clock.advance(2);
    expect(guard.admitAgain(own(token), host)).toBeNull();
  });

  test('is for its own host, and not for a page from elsewhere', async () => {
    const { guard, pass, host, token } = await stage();
    expect((await guard.readmit(pass, host)).kind).toBe('granted');
    for (const other of [
      { ...host, port: 3030 },
      { ...host, slug: 'box2' },
    ]) {
      expect(guard.admitAgain(own(token), other)).toBeNull();
    }
    expect(guard.admitAgain(own(token, { origin: 'http://evil.test' }), host)).toBeNull();
    expect(guard.admitAgain(asked({}), host)).toBeNull();
    expect(guard.admitAgain(own(newToken()), host)).toBeNull();
  });
});

describe('a ticket', () => {
  test('lets a person in to work', async () => {
    const { guard, pass, host, target, grant } = await stage();
    expect(await guard.readmit(pass, host)).toEqual({
      ...{ kind: 'granted', target, pass, userId: grant.userId, endsAt: null },
    });
  });

  test('that nobody issued lets nobody in', async () => {
    const { guard, host } = await stage();
    expect(await guard.readmit({ kind: 'ticket', token: newToken() }, host)).toEqual({ kind: 'stranger' });
  });

  test('is none on another port, nor for a workspace that has the name by now', async () => {
    const { guard, pass, host, known } = await stage();
    expect(await guard.readmit(pass, { ...host, port: 3030 })).toEqual({ kind: 'stranger' });
    known.target = { ...known.target!, workspaceId: newId() };
    expect(await guard.readmit(pass, host)).toEqual({ kind: 'stranger' });
  });

  test('ends with its session, before anything is said of the workspace', async () => {
    const { guard, pass, host, known } = await stage();
    known.goodSessions = [];
    expect(await guard.readmit(pass, host)).toEqual({ kind: 'stranger' });
    known.target = null;
    expect(await guard.readmit(pass, host)).toEqual({ kind: 'stranger' });
  });

  test('of a workspace that is gone says so', async () => {
    const { guard, pass, host, known } = await stage();
    known.target = null;
    expect(await guard.readmit(pass, host)).toEqual({ kind: 'gone' });
  });

  test('of somebody who may no longer come in says so', async () => {
    const { guard, pass, host, known } = await stage();
    known.mayOpen = [];
    expect(await guard.readmit(pass, host)).toEqual({ kind: 'forbidden' });
  });

  test('is over to the millisecond, although it is remembered for ten minutes', async () => {
    const { guard, pass, host } = await stage();
    world.clock.advance(30 * DAY - SECOND);
    expect((await guard.readmit(pass, host)).kind).toBe('granted');
    world.clock.advance(SECOND - 1);
    expect((await guard.readmit(pass, host)).kind).toBe('granted');
    world.clock.advance(1);
    expect(await guard.readmit(pass, host)).toEqual({ kind: 'stranger' });
  });

  test('is asked of the database once in ten minutes; what is unknown each time', async () => {
    const { guard, pass, host, grant } = await stage();
    expect((await guard.readmit(pass, host)).kind).toBe('granted');
    await world.db.delete(gatewayTickets);
    world.clock.advance(10 * MINUTE - 1);
    expect((await guard.readmit(pass, host)).kind).toBe('granted');
    world.clock.advance(1);
    expect((await guard.readmit(pass, host)).kind).toBe('stranger');
    await world.db.insert(gatewayTickets).values({
      ...{ ...grant, id: newId(), kind: 'ticket', tokenHash: hashToken(pass.token) },
      expiresAt: new Date(world.clock.now().getTime() + DAY),
    });
    expect((await guard.readmit(pass, host)).kind).toBe('granted');
  });
});

describe('a member who may not open the workspace', () => {
  const organization = { kind: 'organization' } as const;

  test('visits a port that is open to the organization, as nobody in particular', async () => {
    const { guard, pass, host, known, target } = await stage(organization);
    known.mayOpen = [];
    expect(await guard.readmit(pass, host)).toEqual({ kind: 'granted', target, pass, userId: null, endsAt: null });
  });

  test('is a person or a visitor only where that is so', async () => {
    const { cache, grant, target, known } = await stage(organization);
    expect(await entryOf(cache, grant, target, 3000)).toBe('person');
    known.mayOpen = [];
    expect(await entryOf(cache, grant, target, 3000)).toBe('visitor');
    for (const port of [3030, 7080]) expect(await entryOf(cache, grant, target, port)).toBeNull();
    expect(await entryOf(cache, { ...grant, organizationId: newId() }, target, 3000)).toBeNull();
    const link = { kind: 'link', tokenHash: '', endsAt: new Date() } as const;
    expect(await entryOf(cache, grant, { ...target, visitors: { 3000: link } }, 3000)).toBeNull();
    expect(await entryOf(cache, grant, { ...target, visitors: {} }, 3000)).toBeNull();
    known.isMember = [];
    expect(await entryOf(cache, grant, target, 3000)).toBeNull();
  });
});

describe('a public link', () => {
  const token = newToken();
  const link = () => ({
    ...{ kind: 'link' as const, tokenHash: hashToken(token), endsAt: new Date(world.clock.now().getTime() + MINUTE) },
  });
  const pass = { kind: 'share' as const, token };

  test('lets anybody in until it ends', async () => {
    const visitors = link();
    const { guard, host, target } = await stage(visitors);
    const granted = { kind: 'granted', target, pass, userId: null, endsAt: visitors.endsAt };
    expect(await guard.readmit(pass, host)).toEqual(granted);
    world.clock.advance(MINUTE - 1);
    expect(await guard.readmit(pass, host)).toEqual(granted);
    world.clock.advance(1);
    expect(await guard.readmit(pass, host)).toEqual({ kind: 'ended' });
  });

  test('is over for another token, another port, another kind of visitor, and a workspace that is gone', async () => {
    const { guard, host, known, target } = await stage(link());
    const ended = { kind: 'ended' };
    expect(await guard.readmit({ kind: 'share', token: newToken() }, host)).toEqual(ended);
    expect(await guard.readmit(pass, { ...host, port: 3030 })).toEqual(ended);
    for (const visitors of [{ 3000: { kind: 'organization' } as const }, {}]) {
      known.target = { ...target, visitors };
      expect(await guard.readmit(pass, host)).toEqual(ended);
    }
    known.target = null;
    expect(await guard.readmit(pass, host)).toEqual(ended);
  });
});

describe('a request', () => {
  const shared = newToken();
  const wrong = newToken();

  test.each<[cookies: string, access: string]>([
    ['', 'stranger'],
    ['slipway_ticket=TICKET', 'person'],
    ['slipway_ticket=WRONG; slipway_ticket=TICKET', 'person'],
    ['slipway_ticket=TICKET; slipway_ticket=WRONG', 'person'],
    ['slipway_share=SHARED', 'visitor'],
    ['slipway_share=WRONG; slipway_share=SHARED', 'visitor'],
    ['slipway_share=SHARED; slipway_share=WRONG', 'visitor'],
    ['slipway_share=SHARED; slipway_ticket=TICKET', 'person'],
    ['slipway_ticket=WRONG; slipway_share=SHARED', 'visitor'],
    ['slipway_ticket=WRONG', 'stranger'],
    ['slipway_share=WRONG', 'ended'],
    ['slipway_ticket=WRONG; slipway_share=WRONG', 'ended'],
  ])('with the cookies “%s” is admitted as: %s', async (cookies, access) => {
    const endsAt = new Date(world.clock.now().getTime() + MINUTE);
    const { guard, host, token } = await stage({ kind: 'link', tokenHash: hashToken(shared), endsAt });
    const cookie = cookies.replaceAll('TICKET', token).replaceAll('SHARED', shared).replaceAll('WRONG', wrong);
    const answer = await guard.admit(asked(cookie ? { cookie } : {}), host);
    if (answer.kind === 'granted') expect(answer.userId ? 'person' : 'visitor').toBe(access);
    else expect(answer.kind).toBe(access);
  });

  test('of who may not come in keeps its reason when a link is over, too', async () => {
    const { guard, host, token, known } = await stage();
    known.mayOpen = [];
    const cookie = `slipway_ticket=${token}; slipway_share=${wrong}`;
    expect((await guard.admit(asked({ cookie }), host)).kind).toBe('forbidden');
  });

  test('of a page of elsewhere counts for nothing, whatever it shows', async () => {
    const { guard, host, token } = await stage();
    const cookie = `slipway_ticket=${token}`;
    expect((await guard.admit(asked({ cookie, origin: 'http://evil.test' }), host)).kind).toBe('stranger');
    expect((await guard.admit(asked({ cookie, origin: 'http://box-3030.dev.test' }), host)).kind).toBe('granted');
  });
});
