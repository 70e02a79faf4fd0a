import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditLog } from '#server/features/audit/tables.ts';
import { authJobs } from '#server/features/auth/jobs.ts';
import { accounts, rateLimits, sessions } from '#server/features/auth/tables.ts';
import { memberships, users } from '#server/features/people/tables.ts';
import { DAY, MINUTE, SECOND } from '#server/platform/clock.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { listSessions } from '#shared/features/profile/contract.ts';
import { mintOrganization, mintUser } from '#tests/support/mint.ts';
import { type Bench, createBench, PASSWORD } from './auth-support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.dependencies.close());

const MISMATCH = "The username/password combination entered doesn't match.";
const logIn = (username: string, password = PASSWORD, call = bench.call) =>
  call(auth.login, { body: { username, password } });
const whoAmI = (key?: string, headers?: Record<string, string>) => bench.call(auth.currentUser, {}, { key, headers });

describe('login', () => {
  test('by username and by email, in any case', async () => {
    const { username } = await bench.signUp();
    for (const name of [username, `${username}@example.com`, ` ${username.toUpperCase()}@Example.com `]) {
      const { status, body } = await logIn(name);
      expect(status).toBe(200);
      expect(body).toEqual({ success: true, sessionKey: expect.stringMatching(/^[\w-]{43}$/), errors: [] });
      expect((await whoAmI(body.sessionKey ?? '')).body).toMatchObject({
        authenticated: true,
        username,
        role: 'owner',
      });
    }
  });

  test('an unknown user, a wrong password and a deleted user are told the same', async () => {
    const { username } = await bench.signUp();
    const deleted = await bench.signUp();
    await bench.dependencies.db.update(users).set({ status: 'deleted' }).where(eq(users.username, deleted.username));
    const answers = await Promise.all([
      logIn('nobody-at-all'),
      logIn(username, 'Wrong-Password-1'),
      logIn(deleted.username),
    ]);
    for (const { status, body } of answers) {
      expect(status).toBe(422);
      expect(body).toEqual({
        success: false,
        message: MISMATCH,
        code: 'auth.wrongCredentials',
        parameters: {},
        errors: [MISMATCH],
        errorsObj: {},
      });
    }
    expect((await logIn(username)).status).toBe(200);
  });

  test('failures and successes are in the audit log, the password is not', async () => {
    const { username } = await bench.signUp();
    await logIn(username, 'Wrong-Password-1');
    await logIn(username);
    const [user] = await bench.dependencies.db.select().from(users).where(eq(users.username, username));
    const rows = await bench.dependencies.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.userId, user!.id))
      .orderBy(auditLog.id);
    expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'auth.sign-up success',
      'auth.login failure',
      'auth.login success',
    ]);
    expect(JSON.stringify(rows)).not.toContain('Wrong-Password');
  });

  test('the cookie is HttpOnly, Lax and host-only; Secure with https', async () => {
    const { username } = await bench.signUp();
    const [cookie = ''] = (await logIn(username)).headers.getSetCookie();
    expect(cookie).toMatch(/^slipway_session=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
    const secure = await createBench({ environment: { SLIPWAY_PUBLIC_URL: 'https://slipway.example' } });
    const { username: other } = await secure.signUp();
    const answer = await secure.call(auth.login, { body: { username: other, password: PASSWORD } });
    const cookies = answer.headers.getSetCookie();
    for (const line of cookies) expect(line).toMatch(/^__Host-slipway_\w+=.*; Path=\/; HttpOnly; Secure; SameSite=/);
    const read = (name: string) =>
      secure.call(auth.currentUser, {}, { headers: { cookie: `${name}=${answer.body.sessionKey}` } });
    expect((await read('__Host-slipway_session')).status).toBe(200);
    expect((await read('slipway_session')).status).toBe(401);
    await secure.dependencies.close();
  });

  test('who belongs nowhere any more is told so, and only with the right password', async () => {
    const { username } = await bench.signUp();
    const [user] = await bench.dependencies.db.select().from(users).where(eq(users.username, username));
    await bench.dependencies.db.update(memberships).set({ status: 'deleted' }).where(eq(memberships.userId, user!.id));
    expect((await logIn(username)).body.message).toContain('no longer a member of any organization');
    expect((await logIn(username, 'Wrong-Password-1')).body.message).toBe(MISMATCH);
  });

  test('starts where the person worked last', async () => {
    const { username } = await bench.signUp();
    const [user] = await bench.dependencies.db.select().from(users).where(eq(users.username, username));
    const { organizationId } = await mintOrganization(bench.dependencies);
    await bench.dependencies.db
      .insert(memberships)
      .values({ id: crypto.randomUUID(), organizationId, userId: user!.id, role: 'lead' });
    const first = await logIn(username);
    expect((await whoAmI(first.body.sessionKey ?? '')).body).toMatchObject({ role: 'owner', organization_count: 2 });
    await bench.dependencies.db.update(sessions).set({ organizationId }).where(eq(sessions.userId, user!.id));
    const second = await logIn(username);
    expect((await whoAmI(second.body.sessionKey ?? '')).body).toMatchObject({
      role: 'lead',
      organization: { id: organizationId },
    });
  });
});

test('a hash made with less work than today’s is made anew at the next sign-in, and not by a wrong password', async () => {
  const { db, passwords } = bench.dependencies;
  const { username } = await bench.signUp();
  const [user] = await db.select().from(users).where(eq(users.username, username));
  const stored = async () => {
    const [account] = await db.select().from(accounts).where(eq(accounts.userId, user!.id));
    return account!.password ?? '';
  };
  await db
    .update(accounts)
    .set({ password: await hashPassword(PASSWORD) })
    .where(eq(accounts.userId, user!.id));
  expect((await logIn(username, 'Wrong-Password-1')).status).toBe(422);
  expect(passwords.isOld(await stored())).toBe(true);
  expect((await logIn(username)).status).toBe(200);
  expect(passwords.isOld(await stored())).toBe(false);
  expect((await logIn(username)).status).toBe(200);
});

describe('login limits', () => {
  const wrong = (username: string, address: string) => logIn(username, 'Wrong-Password-1', bench.from(address));

  test('ten failures an account, from wherever, then a wait that doubles; a success forgets them', async () => {
    const { username } = await bench.signUp();
    const { clock } = bench.dependencies;
    for (let attempt = 0; attempt < 10; attempt++) {
      const name = attempt % 2 ? username : `${username}@example.com`;
      expect((await wrong(name, `198.51.100.${attempt}`)).status).toBe(422);
    }
    const logged = vi.spyOn(bench.dependencies.log, 'warn');
    const blocked = await logIn(username, PASSWORD, bench.from('198.51.100.99'));
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ from: '198.51.100.99' }), 'too many attempts');
    expect(blocked.status).toBe(429);
    expect(blocked.headers.get('retry-after')).toBe('60');
    expect(blocked.body.message).toBe('Too many attempts. Try again in a minute.');

    clock.advance(MINUTE + SECOND);
    expect((await wrong(username, '198.51.100.98')).status).toBe(422);
    const longer = await wrong(username, '198.51.100.98');
    expect([longer.status, longer.headers.get('retry-after')]).toEqual([429, '120']);

    clock.advance(2 * MINUTE + SECOND);
    expect((await logIn(username, PASSWORD, bench.from('198.51.100.97'))).status).toBe(200);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await wrong(username, `198.51.101.${attempt}`)).status).toBe(422);
    }
  });

  test('a stranger’s failures don’t keep out a browser that the person signed in from, which has ten of its own', async () => {
    const { username } = await bench.signUp();
    const other = await bench.signUp();
    const from = (address: string, name: string, password: string, cookie: string) =>
      bench.call(
        auth.login,
        { body: { username: name, password } },
        { headers: { cookie, 'x-forwarded-for': address } },
      );
    const cookieOf = ({ headers }: { headers: Headers }) =>
      headers
        .getSetCookie()
        .map((line) => line.split(';')[0] ?? '')
        .find((line) => line.startsWith('slipway_device=')) ?? '';
    const mine = cookieOf(await from('203.0.113.1', username, PASSWORD, ''));
    const both = cookieOf(await from('203.0.113.1', other.username, PASSWORD, mine));
    const strangers = cookieOf(await from('203.0.113.9', other.username, PASSWORD, ''));
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await from('203.0.113.1', username, 'Wrong-Password-1', strangers)).status).toBe(422);
    }
    for (const cookie of ['', strangers, `${mine}x`]) {
      expect((await from('203.0.113.2', username, PASSWORD, cookie)).status).toBe(429);
    }
    for (const cookie of [mine, both]) {
      expect((await from('203.0.113.1', username, PASSWORD, cookie)).status).toBe(200);
    }
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await from('203.0.113.1', username, 'Wrong-Password-1', both)).status).toBe(422);
    }
    expect((await from('203.0.113.1', username, PASSWORD, both)).status).toBe(429);
    expect((await from('203.0.113.1', other.username, PASSWORD, both)).status).toBe(200);
  });

  test('ten failures an address, whatever the account; other addresses go on', async () => {
    const { username } = await bench.signUp();
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await wrong(`guess-${attempt}`, '192.0.2.1')).status).toBe(422);
    }
    expect((await logIn(username, PASSWORD, bench.from('192.0.2.1'))).status).toBe(429);
    expect((await logIn(username, PASSWORD, bench.from('192.0.2.2'))).status).toBe(200);
    bench.dependencies.clock.advance(16 * MINUTE);
    expect((await logIn(username, PASSWORD, bench.from('192.0.2.1'))).status).toBe(200);
  });

  test('fifty attempts at the same time are not more than ten', async () => {
    const { username } = await bench.signUp();
    const attempts = Array.from({ length: 50 }, (_, index) => wrong(username, `192.0.3.${index}`));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 422)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  });

  test('good logins never count', async () => {
    const { username } = await bench.signUp();
    for (let attempt = 0; attempt < 15; attempt++) {
      expect((await logIn(username, PASSWORD, bench.from('192.0.2.77'))).status).toBe(200);
    }
  });

  test('what was typed is not kept', async () => {
    await wrong('a-secret-typed-into-the-wrong-field', '192.0.2.88');
    const keys = (await bench.dependencies.db.select().from(rateLimits)).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.join()).not.toContain('a-secret-typed');
  });
});

describe('sessions', () => {
  test('no key, an unknown and an overlong one are not signed in', async () => {
    for (const key of [undefined, 'unknown', 'x'.repeat(5000)]) {
      const { status, body } = await whoAmI(key);
      expect(status).toBe(401);
      expect(body).toEqual({ authenticated: false, message: 'This endpoint requires authentication.' });
    }
  });

  test('the key is kept hashed', async () => {
    const { key } = await bench.newUser();
    const stored = await bench.dependencies.db.select({ token: sessions.token }).from(sessions);
    expect(stored.map(({ token }) => token)).not.toContain(key);
    expect((await whoAmI(stored.at(-1)!.token)).status).toBe(401);
  });

  test('the cookie serves for reading', async () => {
    const { key, username } = await bench.newUser();
    const answer = await whoAmI(undefined, { cookie: `slipway_session=${key}` });
    expect(answer).toMatchObject({ status: 200, body: { username } });
  });

  test('last 30 days from the last use', async () => {
    const { clock } = bench.dependencies;
    const { key } = await bench.newUser();
    const idle = await bench.newUser();
    for (let day = 0; day < 45; day += 15) {
      clock.advance(15 * DAY);
      expect((await whoAmI(key)).status).toBe(200);
    }
    expect((await whoAmI(idle.key)).status).toBe(401);
    clock.advance(30 * DAY);
    expect((await whoAmI(key)).status).toBe(401);
  });

  test('end 90 days after the sign-in however much they are used, which the profile says', async () => {
    const { clock } = bench.dependencies;
    const signedInAt = clock.now().getTime();
    const { key } = await bench.newUser();
    const [listed] = (await bench.call(listSessions, {}, { key })).body.sessions;
    expect(Date.parse(listed!.expiry_date) - signedInAt).toBe(90 * DAY);
    for (let day = 0; day < 88; day += 22) {
      clock.advance(22 * DAY);
      expect((await whoAmI(key)).status).toBe(200);
    }
    clock.advance(2 * DAY - MINUTE);
    expect((await whoAmI(key)).status).toBe(200);
    clock.advance(2 * MINUTE);
    expect((await whoAmI(key)).status).toBe(401);
  });

  test('are renewed at most once a day', async () => {
    const { clock, db } = bench.dependencies;
    const { key, username } = await bench.newUser();
    const expiry = async () => {
      const [row] = await db
        .select({ expiresAt: sessions.expiresAt })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(eq(users.username, username));
      return row!.expiresAt.getTime();
    };
    const first = await expiry();
    clock.advance(DAY - MINUTE);
    await whoAmI(key);
    expect(await expiry()).toBe(first);
    clock.advance(2 * MINUTE);
    await whoAmI(key);
    expect(await expiry()).toBe(first + DAY + MINUTE);
  });

  test('end when the user is deleted or the last membership is', async () => {
    const { organizationId, owner } = await mintOrganization(bench.dependencies);
    const member = await mintUser(bench.dependencies, organizationId, 'user');
    await bench.dependencies.db.update(users).set({ status: 'deleted' }).where(eq(users.id, owner.userId));
    await bench.dependencies.db
      .update(memberships)
      .set({ status: 'deleted' })
      .where(eq(memberships.userId, member.userId));
    expect((await whoAmI(owner.key)).status).toBe(401);
    expect((await whoAmI(member.key)).status).toBe(401);
  });

  test('logout ends the session of the header and clears the cookie', async () => {
    const { key, username } = await bench.newUser();
    const other = await logIn(username);
    const ended: string[] = [];
    const stop = await bench.dependencies.bus.listen('sessions_ended', ({ ids }) => ended.push(...ids));
    const answer = await bench.call(auth.logout, {}, { key });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(answer.headers.get('set-cookie')).toMatch(/^slipway_session=; Max-Age=0; Path=\/; HttpOnly/);
    expect((await whoAmI(key)).status).toBe(401);
    expect((await whoAmI(other.body.sessionKey ?? '')).status).toBe(200);
    await expect.poll(() => ended).toHaveLength(1);
    await stop();
  });

  test('a link to logout, which carries the cookie only, ends nothing', async () => {
    const { key } = await bench.newUser();
    const answer = await bench.call(auth.logout, {}, { headers: { cookie: `slipway_session=${key}` } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect((await whoAmI(key)).status).toBe(200);
  });

  test('the hourly sweep removes what has run out and nothing else', async () => {
    const { clock, db } = bench.dependencies;
    await bench.newUser();
    clock.advance(29 * DAY);
    const { key } = await bench.newUser();
    clock.advance(2 * DAY);
    const ended: string[] = [];
    const stop = await bench.dependencies.bus.listen('sessions_ended', ({ ids }) => ended.push(...ids));
    await authJobs(bench.dependencies)['auth.sweep']();
    await expect.poll(() => ended.length).toBeGreaterThan(0);
    await stop();
    expect((await whoAmI(key)).status).toBe(200);
    const rows = await db.select({ expiresAt: sessions.expiresAt }).from(sessions);
    expect(rows.filter(({ expiresAt }) => expiresAt <= clock.now())).toEqual([]);
    expect(await db.select().from(rateLimits)).toEqual([]);
  });
});
