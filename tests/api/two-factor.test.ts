import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recoveryCodes, twoFactors } from '#server/features/auth/tables.ts';
import { users } from '#server/features/people/tables.ts';
import { MINUTE, SECOND } from '#server/platform/clock.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as contract from '#shared/features/profile/contract.ts';
import { type Bench, createBench, PASSWORD } from './auth-support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench?.dependencies.close());

const proof = { current_password: PASSWORD };
const codeNow = (seed: string, offsetMs = 0) =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({
    timestamp: bench.dependencies.clock.now().getTime() + offsetMs,
  });
const firstStep = async (username: string) =>
  (await bench.call(auth.login, { body: { username, password: PASSWORD } })).body;
const secondStep = (two_factor_token = '', code = '') =>
  bench.call(auth.loginWithCode, { body: { two_factor_token, code } });
const status = async (key: string) => (await bench.call(contract.getTwoFactor, {}, { key })).body;
const nextStep = () => bench.dependencies.clock.advance(30 * SECOND);

/** Somebody with two-factor on, and the time moved past the code that turned it on. */
async function protectedUser() {
  const person = await bench.newUser();
  const { key } = person;
  const begun = await bench.call(contract.beginTwoFactor, { body: proof }, { key });
  const seed = begun.body.secret;
  const on = await bench.call(contract.confirmTwoFactor, { body: { code: codeNow(seed) } }, { key });
  nextStep();
  return { ...person, seed, uri: begun.body.uri, codes: on.body.recovery_codes };
}

describe('turning two-factor on', () => {
  test('takes the password and a first code; until then the password alone signs in', async () => {
    const { key, username } = await bench.newUser();
    const wrong = await bench.call(contract.beginTwoFactor, { body: { current_password: 'Wrong-Wind-74' } }, { key });
    expect(wrong.body.errorsObj).toHaveProperty('current_password');
    const { secret, uri } = (await bench.call(contract.beginTwoFactor, { body: proof }, { key })).body;
    expect(uri).toContain(`otpauth://totp/Slipway:${username}?`);
    expect(uri).toContain(secret);
    expect((await firstStep(username)).sessionKey).toBeTruthy();
    const misread = await bench.call(contract.confirmTwoFactor, { body: { code: '000000' } }, { key });
    expect(misread.body.errorsObj).toHaveProperty('code');
    expect(await status(key)).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    const on = await bench.call(contract.confirmTwoFactor, { body: { code: codeNow(secret) } }, { key });
    expect(new Set(on.body.recovery_codes).size).toBe(10);
    expect(await status(key)).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expect((await bench.deliverMails()).at(-1)?.text).toContain('Two-factor authentication was turned on');
  });

  test('keeps the seed sealed and the recovery codes hashed', async () => {
    const { username, seed, codes } = await protectedUser();
    const { db } = bench.dependencies;
    const [user] = await db.select().from(users).where(eq(users.username, username));
    const kept = JSON.stringify([
      await db.select().from(twoFactors).where(eq(twoFactors.userId, user!.id)),
      await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user!.id)),
    ]);
    expect(kept).not.toContain(seed);
    for (const code of codes) expect(kept).not.toContain(code);
  });
});

describe('logging in with two-factor', () => {
  test('asks for a code, and gives no session before it', async () => {
    const { username, seed } = await protectedUser();
    const answer = await bench.call(auth.login, { body: { username, password: PASSWORD } });
    expect(answer.body).toMatchObject({ success: true, sessionKey: null });
    expect(answer.headers.get('set-cookie')).toBeNull();
    const token = answer.body.two_factor_token;
    expect((await bench.call(auth.currentUser, {}, { key: token })).status).toBe(401);
    const wrong = await secondStep(token, '000000');
    expect(wrong.status).toBe(422);
    const right = await secondStep(token, codeNow(seed));
    expect(right.headers.get('set-cookie')).toMatch(/^slipway_session=/);
    expect((await bench.call(auth.currentUser, {}, { key: right.body.sessionKey })).body.username).toBe(username);
  });

  test('takes a code once, also from a second login at the same moment', async () => {
    const { username, seed } = await protectedUser();
    const tokens = await Promise.all([firstStep(username), firstStep(username)]);
    const code = codeNow(seed);
    const answers = await Promise.all(tokens.map(({ two_factor_token }) => secondStep(two_factor_token, code)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422]);
    const late = (await firstStep(username)).two_factor_token;
    expect((await secondStep(late, code)).status).toBe(422);
    nextStep();
    expect((await secondStep(late, codeNow(seed))).status).toBe(200);
    expect((await secondStep(late, codeNow(seed, 30 * SECOND))).status).toBe(422);
  });

  test('forgives a clock that is half a minute off, and no more', async () => {
    const { username, seed } = await protectedUser();
    const token = (await firstStep(username)).two_factor_token;
    expect((await secondStep(token, codeNow(seed, 2 * MINUTE))).status).toBe(422);
    expect((await secondStep(token, codeNow(seed, 30 * SECOND))).status).toBe(200);
  });

  test('takes each recovery code once, however it is typed', async () => {
    const { username, key, codes } = await protectedUser();
    const typed = codes[0]!.toUpperCase().replaceAll('-', ' ');
    expect((await secondStep((await firstStep(username)).two_factor_token, typed)).status).toBe(200);
    expect((await secondStep((await firstStep(username)).two_factor_token, codes[0])).status).toBe(422);
    expect(await status(key)).toMatchObject({ recovery_codes_left: 9 });
  });

  test('is over after ten minutes', async () => {
    const { username, seed } = await protectedUser();
    const token = (await firstStep(username)).two_factor_token;
    bench.dependencies.clock.advance(11 * MINUTE);
    const late = await secondStep(token, codeNow(seed));
    expect(late.body.message).toBe('This took too long. Please log in again.');
  });

  test('limits guesses, which a right password does not set back', async () => {
    const { username, seed } = await protectedUser();
    const guess = (address: number, two_factor_token: string | undefined) =>
      bench.from(`10.0.0.${address}`)(auth.loginWithCode, { body: { two_factor_token, code: '000000' } });
    const first = (await firstStep(username)).two_factor_token;
    for (let address = 0; address < 9; address += 1) expect((await guess(address, first)).status).toBe(422);
    expect((await guess(9, (await firstStep(username)).two_factor_token)).status).toBe(422);
    const { two_factor_token } = await firstStep(username);
    const body = { two_factor_token, code: codeNow(seed) };
    expect((await bench.from('10.0.1.1')(auth.loginWithCode, { body })).status).toBe(429);
  });
});

describe('with the password', () => {
  test('new recovery codes take the place of the old ones', async () => {
    const { username, key, codes } = await protectedUser();
    const fresh = (await bench.call(contract.renewRecoveryCodes, { body: proof }, { key })).body.recovery_codes;
    expect((await secondStep((await firstStep(username)).two_factor_token, codes[1])).status).toBe(422);
    expect((await secondStep((await firstStep(username)).two_factor_token, fresh[1])).status).toBe(200);
  });

  test('two-factor is turned off, and nothing of it is left', async () => {
    const { username, key } = await protectedUser();
    const wrong = await bench.call(contract.disableTwoFactor, { body: { current_password: 'Wrong-Wind-74' } }, { key });
    expect(wrong.status).toBe(422);
    expect((await firstStep(username)).sessionKey).toBeNull();
    expect((await bench.call(contract.disableTwoFactor, { body: proof }, { key })).status).toBe(200);
    expect((await firstStep(username)).sessionKey).toBeTruthy();
    expect(await status(key)).toEqual({ enabled: false, enabled_date: null, recovery_codes_left: 0 });
  });

  test('another authenticator is not slipped in while one is on', async () => {
    const { key } = await protectedUser();
    expect((await bench.call(contract.beginTwoFactor, { body: proof }, { key })).status).toBe(409);
  });
});
