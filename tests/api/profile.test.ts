import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as auth from '#shared/features/auth/contract.ts';
import * as contract from '#shared/features/profile/contract.ts';
import { type Bench, createBench, PASSWORD } from './auth-support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench?.services.close());

const login = async (username: string, password = PASSWORD) =>
  (await bench.call(auth.login, { body: { username, password } })).body.sessionKey ?? '';
const current = async (key: string) => (await bench.call(auth.currentUser, {}, { key })).body;
const sessionsOf = async (key: string) => (await bench.call(contract.listSessions, {}, { key })).body.sessions;

describe('names and time zone', () => {
  const body = { first_name: 'Grace', last_name: 'Hopper', username: 'grace-hopper', time_zone: 'Europe/Vienna' };

  test('are changed, and the new username signs in', async () => {
    const { key } = await bench.newUser();
    expect((await bench.call(contract.updateProfile, { body }, { key })).status).toBe(200);
    const { email_address: _, ...user } = await current(key);
    expect(user).toMatchObject(body);
    expect(await login('grace-hopper')).toBeTruthy();
  });

  test('of someone else is refused at its field', async () => {
    const other = await bench.newUser();
    const { key, username } = await bench.newUser();
    const answer = await bench.call(contract.updateProfile, { body: { ...body, username: other.username } }, { key });
    expect(answer.status).toBe(422);
    expect(answer.body.errorsObj).toEqual({ username: 'This username is already taken.' });
    expect((await current(key)).username).toBe(username);
  });

  test.each(['Mars/Olympus', '+02:00', ''])('no time zone: %s', async (time_zone) => {
    const { key, username } = await bench.newUser();
    const answer = await bench.call(contract.updateProfile, { body: { ...body, username, time_zone } }, { key });
    expect(answer.body.errorsObj).toHaveProperty('time_zone');
  });
});

describe('changing the password', () => {
  const NEW = 'Lantern-Quay-58-Moss';
  const change = (key: string, changes: object = {}) => {
    const body = { current_password: PASSWORD, password: NEW, password_repeat: NEW, ...changes };
    return bench.call(contract.changePassword, { body }, { key });
  };

  test('keeps this session, ends the others and is told by mail', async () => {
    const { key, username, email } = await bench.newUser();
    const elsewhere = await login(username);
    await bench.deliverMails();
    expect((await change(key)).status).toBe(200);
    expect((await bench.call(auth.currentUser, {}, { key: elsewhere })).status).toBe(401);
    expect((await bench.call(auth.currentUser, {}, { key })).status).toBe(200);
    expect(await login(username)).toBe('');
    expect(await login(username, NEW)).toBeTruthy();
    expect((await bench.deliverMails()).map(({ to }) => to)).toEqual([email]);
  });

  test.each([
    ['a wrong current password', { current_password: 'Wrong-Wind-74' }, 'current_password'],
    ['a repetition that differs', { password_repeat: 'Another-Quay-58' }, 'password_repeat'],
    ['a password that is easy to guess', { password: 'Password123!', password_repeat: 'Password123!' }, 'password'],
    ['the same password', { password: PASSWORD, password_repeat: PASSWORD }, 'password'],
  ])('refuses %s and changes nothing', async (_, changes, field) => {
    const { key, username } = await bench.newUser();
    const answer = await change(key, changes);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errorsObj ?? {})).toEqual([field]);
    expect(await login(username)).toBeTruthy();
  });

  test('does not let a session be used to guess the password', async () => {
    const { key } = await bench.newUser();
    for (let attempt = 0; attempt < 10; attempt += 1) await change(key, { current_password: 'Wrong-Wind-74' });
    expect((await change(key)).status).toBe(429);
  });
});

describe('sessions', () => {
  test('show where, and end one by one or all but this one', async () => {
    const { key, username } = await bench.newUser();
    const second = await login(username);
    const third = await login(username);
    const listed = await sessionsOf(key);
    expect(listed.map((session) => session.current)).toEqual([true, false, false]);
    expect(listed[0]).toMatchObject({ create_date: bench.services.clock.now().toISOString() });

    const own = (await sessionsOf(second)).find((session) => session.current);
    const params = { sessionID: own?.id ?? '' };
    expect((await bench.call(contract.endSession, { params }, { key })).status).toBe(200);
    expect((await bench.call(auth.currentUser, {}, { key: second })).status).toBe(401);
    expect((await bench.call(auth.currentUser, {}, { key: third })).status).toBe(200);

    expect((await bench.call(contract.endOtherSessions, {}, { key })).status).toBe(200);
    expect((await bench.call(auth.currentUser, {}, { key: third })).status).toBe(401);
    expect(await sessionsOf(key)).toHaveLength(1);
  });

  test('of someone else are neither seen nor ended', async () => {
    const mine = await bench.newUser();
    const theirs = await bench.newUser();
    const [session] = await sessionsOf(theirs.key);
    const params = { sessionID: session?.id ?? '' };
    const answers = [params, { sessionID: 'nothing' }].map((each) =>
      bench.call(contract.endSession, { params: each }, { key: mine.key }),
    );
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404]);
    expect(await sessionsOf(theirs.key)).toHaveLength(1);
  });
});
