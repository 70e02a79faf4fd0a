import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { dismissAdministrators } from '#server/features/auth/impersonation/dismiss-administrators.ts';
import { users } from '#server/features/people/tables.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { adminUserDropdown, becomeAdministrator } from '#shared/features/auth/impersonation.ts';
import { addApiToken, sendConfirmation } from '#shared/features/profile/contract.ts';
import { createTestClient } from '#tests/support/client.ts';
import { type Bench, createBench, PASSWORD, tokenIn } from './auth-support.ts';

/** Addresses that the operator has named, each for one test. */
const NAMED = Array.from({ length: 12 }, (_, index) => `operator-${index}@example.com`);
const REAL_PASSWORD = 'Lantern-River-58';

let bench: Bench;
let email: string;
let at = 0;
beforeAll(async () => {
  bench = await createBench({ environment: { SLIPWAY_ADMIN_EMAILS: NAMED.join(',') } });
});
afterAll(() => bench.dependencies.close());
beforeEach(() => {
  email = NAMED[at++] ?? '';
});

const adminFlag = async () => {
  const [user] = await bench.dependencies.db.select().from(users).where(eq(users.email, email));
  return user?.adminFlag;
};
const confirm = (token: string, key?: string) => bench.call(auth.confirmEmail, { query: { token } }, { key });
const prove = (key: string, current_password = PASSWORD) =>
  bench.call(becomeAdministrator, { body: { current_password } }, { key });
const logIn = async (password: string) =>
  (await bench.call(auth.login, { body: { username: email, password } })).body.sessionKey ?? '';
const mailed = async () => tokenIn((await bench.deliverMails()).findLast(({ to }) => to === email));

/** Somebody signs up with the address, and is signed in; the link lies in the operator's mailbox. */
async function signedUp() {
  const { key } = await bench.newUser({ email });
  return { key, token: await mailed() };
}

describe('a stranger who signs up with an operator’s address', () => {
  test('gains nothing when the operator or a scanner opens the mail', async () => {
    const { key, token } = await signedUp();
    const cookie = { cookie: `slipway_session=${key}` };
    for (const headers of [undefined, cookie]) {
      const opened = await bench.call(auth.confirmEmail, { query: { token } }, { headers });
      expect(opened).toMatchObject({ status: 401, body: { authenticated: false } });
    }
    expect((await prove(key)).status).toBe(409);
    expect((await bench.call(auth.currentUser, {}, { key })).body).toMatchObject({
      admin_flag: false,
      email_confirmed: false,
    });
    expect((await bench.call(adminUserDropdown, {}, { key })).status).toBe(403);
    await dismissAdministrators(bench.dependencies);
    expect(await adminFlag()).toBe(false);
  });

  test('gains nothing from an operator who is signed in to another account', async () => {
    const { token } = await signedUp();
    const other = await bench.newUser();
    const opened = await confirm(token, other.key);
    expect(opened).toMatchObject({ status: 403 });
    expect(opened.body.message).toContain('another account');
    expect(await adminFlag()).toBe(false);
  });

  test('is out when the operator resets the password, which makes no administrator of anybody', async () => {
    const { key } = await signedUp();
    await bench.call(auth.resetPassword, { body: { email } });
    const passwords = { password: REAL_PASSWORD, password_repeat: REAL_PASSWORD };
    await bench.call(auth.updatePassword, { body: { ...passwords, reset_token: await mailed() } });
    expect((await bench.call(auth.currentUser, {}, { key })).status).toBe(401);
    const own = await logIn(REAL_PASSWORD);
    expect((await prove(own, REAL_PASSWORD)).status).toBe(409);
    expect(await adminFlag()).toBe(false);
  });
});

describe('the operator', () => {
  test('confirms in a session, proves the password in the same one, and is an administrator', async () => {
    const { key, token } = await signedUp();
    expect((await bench.call(auth.currentUser, {}, { key })).body.named_administrator).toBe(true);
    expect((await confirm(token, key)).body).toEqual({
      success: true,
      message: 'Your email has been confirmed.',
      named_administrator: true,
    });
    expect(await adminFlag()).toBe(false);
    expect((await prove(key, 'Wrong-River-58')).status).toBe(422);
    expect((await prove(await logIn(PASSWORD))).status, 'another session').toBe(409);
    expect((await prove(key)).status).toBe(200);
    const me = (await bench.call(auth.currentUser, {}, { key })).body;
    expect(me).toMatchObject({ admin_flag: true, named_administrator: false });
    expect((await bench.deliverMails()).map(({ to }) => to)).toContain(email);
    const entries = await bench.dependencies.sql`select action from audit_log where user_id = ${me.id} order by id`;
    expect(entries.map(({ action }) => action)).toContain('auth.become-administrator');
  });

  test('who is named later confirms again, in the session of that day', async () => {
    const { key, token } = await signedUp();
    await confirm(token, key);
    const later = await logIn(PASSWORD);
    expect((await bench.call(sendConfirmation, {}, { key: later })).status).toBe(200);
    await confirm(await mailed(), later);
    expect((await prove(later)).status).toBe(200);
  });

  test('is alone with it: sessions that were not proved so have ended', async () => {
    const { key, token } = await signedUp();
    await confirm(token, key);
    const older = await logIn(PASSWORD);
    expect((await prove(key)).status).toBe(200);
    expect((await bench.call(auth.currentUser, {}, { key: older })).status).toBe(401);
    expect((await bench.call(auth.currentUser, {}, { key })).status).toBe(200);
  });

  test('whom the settings name no more is none from the next start on', async () => {
    const { key, token } = await signedUp();
    await confirm(token, key);
    await prove(key);
    await dismissAdministrators({
      ...bench.dependencies,
      config: { ...bench.dependencies.config, adminEmails: ['x@example.com'] },
    });
    expect(await adminFlag()).toBe(false);
  });

  test('can leave none of it to an API token', async () => {
    const { key, token } = await signedUp();
    const body = { name: 'Script', days: 7, scopes: ['everything'], current_password: PASSWORD };
    const made = (await bench.call(addApiToken, { body }, { key })).body.token ?? '';
    expect((await confirm(token, made)).status).toBe(403);
    await confirm(token, key);
    expect((await prove(made)).status).toBe(403);
  });
});

test('somebody whom nobody named becomes none', async () => {
  const { key, email: to } = await bench.newUser();
  const mail = (await bench.deliverMails()).find((each) => each.to === to);
  expect((await confirm(tokenIn(mail), key)).body.named_administrator).toBe(false);
  expect((await prove(key)).status).toBe(403);
  expect((await bench.call(sendConfirmation, {}, { key })).status).toBe(409);
});

test('only the operator is told that others can buy without paying', async () => {
  const { key, token } = await signedUp();
  const told = async (config: object) => {
    const { call } = createTestClient(
      createApp({ ...bench.dependencies, config: { ...bench.dependencies.config, ...config } }),
    );
    return (await call(auth.currentUser, {}, { key })).body.test_payments;
  };
  const inPublic = { publicUrl: 'https://slipway.example.com' };
  expect(await told(inPublic), 'before the proof').toBe(false);
  await confirm(token, key);
  await prove(key);
  expect(await told(inPublic)).toBe(true);
  expect(await told({ ...inPublic, stripeKey: 'sk_test_1' })).toBe(true);
  expect(await told({ ...inPublic, stripeKey: 'sk_live_1' })).toBe(false);
  expect(await told({})).toBe(false);
});
