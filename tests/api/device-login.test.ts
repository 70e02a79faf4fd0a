import { beforeAll, describe, expect, test } from 'vitest';
import { authJobs } from '#server/features/auth/jobs.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import { currentUser, logout } from '#shared/features/auth/contract.ts';
import {
  allowDeviceLogin,
  denyDeviceLogin,
  getDeviceLogin,
  pollDeviceLogin,
  startDeviceLogin,
} from '#shared/features/auth/device.ts';
import { endSession, listSessions } from '#shared/features/profile/contract.ts';
import { type Bench, createBench } from './auth-support.ts';

let bench: Bench;
let key: string;

beforeAll(async () => {
  bench = await createBench();
  key = (await bench.newUser()).key;
});

async function start(names = { program: 'slipway', computer: 'ada-laptop' }) {
  const { status, body } = await bench.from('192.0.2.7')(startDeviceLogin, { body: names });
  expect(status).toBe(200);
  return body;
}
const poll = (device_code: string) => bench.call(pollDeviceLogin, { body: { device_code } });
const allow = (user_code: string, as = key) => bench.call(allowDeviceLogin, { body: { user_code } }, { key: as });
const look = (user_code: string, as = key) => bench.call(getDeviceLogin, { query: { user_code } }, { key: as });

describe('logging in a program through any browser', () => {
  test('the person sees who asks and allows it; the program gets a session of its own, once', async () => {
    const begun = await start();
    expect(begun.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(begun.verification_uri_complete).toBe(`${begun.verification_uri}?code=${begun.user_code}`);
    expect((await poll(begun.device_code)).body).toMatchObject({ state: 'authorization_pending', sessionKey: null });
    const asked = await look(begun.user_code.toLowerCase().replace('-', ' '));
    expect(asked.body).toMatchObject({ program: 'slipway', computer: 'ada-laptop', ip_address: '192.0.2.7' });
    expect((await allow(begun.user_code)).status).toBe(200);

    const answers = await Promise.all([poll(begun.device_code), poll(begun.device_code)]);
    expect(answers.map(({ body }) => body.state).sort()).toEqual(['allowed', 'expired_token']);
    const own = answers.find(({ body }) => body.state === 'allowed');
    const [session] = own?.body.sessionKey ? [own.body.sessionKey] : [];
    expect(session).not.toBe(key);
    expect(own?.headers.get('set-cookie')).toBeNull();
    const [here, there] = await Promise.all(
      [key, session].map((each) => bench.call(currentUser, {}, { key: each ?? '' })),
    );
    expect(there?.body).toEqual(here?.body);

    const { sessions } = (await bench.call(listSessions, {}, { key })).body;
    const listed = sessions.find(({ program }) => program !== null);
    expect(listed).toMatchObject({ program: 'slipway', computer: 'ada-laptop', current: false });
    await bench.call(endSession, { params: { sessionID: listed?.id ?? '' } }, { key });
    expect((await bench.call(currentUser, {}, { key: session ?? '' })).status).toBe(401);
    const log = await bench.dependencies.sql`
      select action, details from audit_log where action like 'auth.%device%' order by created_at`;
    expect(log.map(({ action }) => action)).toEqual(['auth.allow-device', 'auth.device-login']);
    expect(log[0]?.details).toEqual({ program: 'slipway', computer: 'ada-laptop' });
  });

  test('refused, it is told so once, and nothing can be allowed any more', async () => {
    const { device_code, user_code } = await start();
    expect((await bench.call(denyDeviceLogin, { body: { user_code } }, { key })).status).toBe(200);
    expect((await allow(user_code)).status).toBe(404);
    expect((await poll(device_code)).body.state).toBe('access_denied');
    expect((await poll(device_code)).body.state).toBe('expired_token');
  });

  test('of two answers at once the first counts', async () => {
    const { user_code } = await start();
    const answers = await Promise.all([allow(user_code), allow(user_code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  test('who polls too often is slowed down', async () => {
    const { device_code, interval } = await start();
    await poll(device_code);
    expect((await poll(device_code)).body).toMatchObject({ state: 'slow_down', interval: interval + 5 });
    bench.dependencies.clock.advance((interval + 5) * SECOND);
    expect((await poll(device_code)).body).toMatchObject({ state: 'authorization_pending', interval: interval + 5 });
  });

  test('it is good for ten minutes, and swept away after', async () => {
    const { device_code, user_code } = await start();
    bench.dependencies.clock.advance(10 * MINUTE);
    expect((await allow(user_code)).status).toBe(404);
    expect((await poll(device_code)).body.state).toBe('expired_token');
    await authJobs(bench.dependencies)['auth.sweep']();
    expect(await bench.dependencies.sql`select id from device_logins where user_code = ${user_code}`).toEqual([]);
  });

  test('it ends with the session in which it was allowed', async () => {
    const other = (await bench.newUser()).key;
    const { device_code, user_code } = await start();
    await allow(user_code, other);
    await bench.call(logout, {}, { key: other });
    expect((await poll(device_code)).body.state).toBe('expired_token');
  });

  test('codes can’t be guessed, and right ones cost nothing', async () => {
    const guesser = (await bench.newUser()).key;
    const { user_code } = await start();
    for (let at = 0; at < 12; at += 1) expect((await look(user_code, guesser)).status).toBe(200);
    const statuses: number[] = [];
    for (let at = 0; at < 11; at += 1) statuses.push((await look('BBBB-BBBB', guesser)).status);
    expect(statuses).toEqual([...Array(10).fill(404), 429]);
    expect((await allow(user_code, guesser)).status).toBe(429);
  });

  test('a name that could disguise itself is refused', async () => {
    for (const computer of ['', '\u200b', 'a\nb', 'x\u202egnp', '\u001b[2Jclean'])
      expect((await bench.call(startDeviceLogin, { body: { program: 'slipway', computer } })).status).toBe(422);
  });
});
