import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '#server/features/auth/open-session.ts';
import { accounts } from '#server/features/auth/tables.ts';
import { billingAccounts } from '#server/features/billing/tables.ts';
import { users } from '#server/features/people/tables.ts';
import { newId } from '#server/platform/ids.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { issueDesktopCode, redeemDesktopCode } from '#shared/features/desktop/contract.ts';
import * as profile from '#shared/features/profile/contract.ts';
import { addSshKey, deleteSshKey, listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import { acceptInvite } from '#shared/features/users/contract.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { type Bench, createBench, PASSWORD, tokenIn } from './auth-support.ts';

const NEW_PASSWORD = 'Lantern-River-58';
const ANY_TOKEN = { name: 'Late', days: 7, scopes: ['everything'], current_password: PASSWORD };

let bench: Bench;
beforeAll(async () => {
  bench = await createBench({
    environment: { SLIPWAY_GOOGLE_CLIENT_ID: 'goo', SLIPWAY_GOOGLE_CLIENT_SECRET: 'goo-secret' },
  });
});
afterAll(() => bench.dependencies.close());

const me = (key: string) => bench.call(auth.currentUser, {}, { key });
const logIn = async (username: string, password = PASSWORD) =>
  (await bench.call(auth.login, { body: { username, password } })).body.sessionKey ?? '';

/** A new account in the third step of the wizard, where keys are added; nobody has confirmed the address. */
async function stranger() {
  const person = await bench.newUser();
  const confirmation = tokenIn((await bench.deliverMails()).find(({ to }) => to === person.email));
  const { id, organization } = (await me(person.key)).body;
  await bench.dependencies.sql`update organizations set setup_step = 3 where id = ${organization.id}`;
  return { ...person, id, confirmation };
}

/** Adds one of every way in, in the session of `key`; the API token. */
async function addWaysIn({ key, id }: { key: string; id: string }): Promise<string> {
  const { dependencies } = bench;
  const { body } = await bench.call(profile.addApiToken, { body: { ...ANY_TOKEN, name: 'Script' } }, { key });
  const added = await bench.call(addSshKey, { body: { name: 'Laptop', public_key: newPublicKey() } }, { key });
  expect(added.status).toBe(200);
  const [session] = await dependencies.sql`select added_in from ssh_keys where user_id = ${id}`;
  const made = { addedIn: session?.added_in, createdAt: dependencies.clock.now(), updatedAt: dependencies.clock.now() };
  const linked = { id: newId(), userId: id, providerId: 'google', accountId: id, ...made };
  await dependencies.db.insert(accounts).values(linked);
  return body.token;
}

/** A session that a provider's account opens, as after its redirects. */
async function enteredWith(how: string, userId: string): Promise<string> {
  const context = { ...bench.dependencies, origin: { ipAddress: '192.0.2.1', userAgent: '' }, actor: null };
  return (await openSession(context, userId, { how }, bench.dependencies.clock.now())).sessionKey;
}

async function waysIn(key: string) {
  const [keys, tokens, linked] = await Promise.all([
    bench.call(listSshKeys, {}, { key }),
    bench.call(profile.listApiTokens, {}, { key }),
    bench.call(profile.listLinkedAccounts, {}, { key }),
  ]);
  const accountsLinked = linked.body.accounts.filter(({ linked_date }) => linked_date !== null);
  return { keys: keys.body.sshKeys.length, tokens: tokens.body.tokens.length, linked: accountsLinked.length };
}

async function reset(email: string) {
  await bench.deliverMails();
  await bench.call(auth.resetPassword, { body: { email } });
  const reset_token = tokenIn((await bench.deliverMails()).find(({ to }) => to === email));
  const body = { password: NEW_PASSWORD, password_repeat: NEW_PASSWORD, reset_token };
  expect((await bench.call(auth.updatePassword, { body })).status).toBe(200);
  return (await bench.deliverMails()).find(({ to }) => to === email);
}

describe('a reset of a confirmed account', () => {
  test('ends sessions and tokens at once, and asks about keys and linked accounts with the next sign-in', async () => {
    const person = await stranger();
    await bench.call(auth.confirmEmail, { query: { token: person.confirmation } }, { key: person.key });
    const token = await addWaysIn(person);
    expect((await me(token)).status).toBe(200);

    const mail = await reset(person.email);
    expect(mail?.text).toContain('your API tokens have ended');
    expect(mail?.text).toContain('SSH keys and linked accounts still work');
    expect((await me(token)).status).toBe(401);
    expect((await me(person.key)).status).toBe(401);

    const key = await logIn(person.username, NEW_PASSWORD);
    expect((await me(key)).body.review_access).toBe(true);
    expect(await waysIn(key)).toEqual({ keys: 1, tokens: 0, linked: 1 });
    const others = await enteredWith('google', person.id);
    expect((await bench.call(profile.finishAccessReview, {}, { key: others })).status).toBe(200);
    expect((await me(others)).body.review_access).toBe(false);
    expect((await me(key)).body.review_access, 'a linked account can’t look itself through').toBe(true);
    const [sshKey] = (await bench.call(listSshKeys, {}, { key })).body.sshKeys;
    expect(sshKey?.create_date).toBeTruthy();
    expect((await bench.call(deleteSshKey, { params: { sshKeyID: sshKey?.id ?? '' } }, { key })).status).toBe(200);
    expect((await bench.call(profile.unlinkAccount, { params: { provider: 'google' } }, { key })).status).toBe(200);
    expect((await bench.call(profile.finishAccessReview, {}, { key })).status).toBe(200);
    expect((await me(key)).body.review_access).toBe(false);
    expect(await waysIn(key)).toEqual({ keys: 0, tokens: 0, linked: 0 });
  });

  test('can be looked through while the bill is not paid, and other ways of one’s own stay open', async () => {
    const person = await stranger();
    await addWaysIn(person);
    const [sshKey] = (await bench.call(listSshKeys, {}, { key: person.key })).body.sshKeys;
    const { organization } = (await me(person.key)).body;
    const unpaid = { organizationId: organization.id, readOnlySince: bench.dependencies.clock.now() };
    await bench.dependencies.db.insert(billingAccounts).values(unpaid);
    const { key } = person;
    expect((await bench.call(deleteSshKey, { params: { sshKeyID: sshKey?.id ?? '' } }, { key })).status).toBe(200);
    const code_challenge = createHash('sha256').update('app').digest('base64url');
    expect((await bench.call(issueDesktopCode, { body: { code_challenge } }, { key })).status).toBe(200);
    const invited = await bench.call(acceptInvite, { query: { invite_token: 'spent' } }, { key });
    expect(invited.status, 'an invitation to another organization is looked up').toBe(409);
  });

  test('asks nothing where there is nothing', async () => {
    const person = await stranger();
    await bench.call(auth.confirmEmail, { query: { token: person.confirmation } }, { key: person.key });
    const mail = await reset(person.email);
    expect(mail?.text).not.toContain('SSH keys');
    expect((await me(await logIn(person.username, NEW_PASSWORD))).body.review_access).toBe(false);
  });

  test('ends a sign-in that waits for its code', async () => {
    const person = await stranger();
    await bench.call(auth.confirmEmail, { query: { token: person.confirmation } }, { key: person.key });
    const proof = { current_password: PASSWORD };
    const { secret } = (await bench.call(profile.beginTwoFactor, { body: proof }, { key: person.key })).body;
    const timestamp = bench.dependencies.clock.now().getTime();
    const first = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
    const enabled = await bench.call(profile.confirmTwoFactor, { body: { code: first } }, { key: person.key });
    const [code = ''] = enabled.body.recovery_codes;
    const pending = await bench.call(auth.login, { body: { username: person.username, password: PASSWORD } });
    bench.dependencies.clock.advance(1000);
    await reset(person.email);
    const late = { two_factor_token: pending.body.two_factor_token ?? '', code };
    expect((await bench.call(auth.loginWithCode, { body: late })).status).toBe(422);
  });
});

describe('at the same moment as a reset', () => {
  const waiting = async () => (await bench.dependencies.sql`select 1 from pg_locks where not granted`).length;

  test('nobody comes in with the old password, or adds a way in that stays', async () => {
    const { dependencies } = bench;
    const person = await stranger();
    const begun = dependencies.clock.now();
    dependencies.clock.advance(1000);
    await reset(person.email);
    const context = { ...dependencies, origin: { ipAddress: '192.0.2.1', userAgent: '' }, actor: null };
    await expect(openSession(context, person.id, { how: 'password' }, begun)).rejects.toThrow('Please log in again.');

    const key = await logIn(person.username, NEW_PASSWORD);
    let added: Promise<{ status: number }[]> | undefined;
    await dependencies.sql.begin(async (tx) => {
      await tx`delete from sessions where user_id = ${person.id}`;
      added = Promise.all([
        bench.call(profile.addApiToken, { body: { ...ANY_TOKEN, current_password: NEW_PASSWORD } }, { key }),
        bench.call(addSshKey, { body: { name: 'Late', public_key: newPublicKey() } }, { key }),
      ]);
      await expect.poll(waiting).toBeGreaterThanOrEqual(2);
    });
    expect((await added)?.map(({ status }) => status)).toEqual([401, 401]);
  });

  test('nobody puts back a password of theirs, or an authenticator in its way', async () => {
    const { dependencies } = bench;
    const person = await stranger();
    let asked: Promise<{ status: number }[]> | undefined;
    const passwords = { current_password: PASSWORD, password: NEW_PASSWORD, password_repeat: NEW_PASSWORD };
    await dependencies.sql.begin(async (tx) => {
      await tx`delete from sessions where user_id = ${person.id}`;
      asked = Promise.all([
        bench.call(profile.changePassword, { body: passwords }, { key: person.key }),
        bench.call(profile.beginTwoFactor, { body: { current_password: PASSWORD } }, { key: person.key }),
      ]);
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    });
    expect((await asked)?.map(({ status }) => status)).toEqual([401, 401]);
    expect((await me(await logIn(person.username))).status).toBe(200);
  });

  test('the old password is wrong although it was still right when it was typed', async () => {
    const { dependencies } = bench;
    const person = await stranger();
    let late: Promise<{ status: number }> | undefined;
    await dependencies.sql.begin(async (tx) => {
      await tx`update accounts set password = 'another', updated_at = ${new Date(dependencies.clock.now().getTime() + 1)}
        where user_id = ${person.id}`;
      dependencies.clock.advance(1000);
      late = bench.call(auth.login, { body: { username: person.username, password: PASSWORD } });
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
    });
    expect((await late)?.status).toBe(422);
  });

  test('an account that is not linked any more opens no session', async () => {
    const { dependencies } = bench;
    const person = await stranger();
    await addWaysIn(person);
    const enter = () => enteredWith('google', person.id);
    expect((await me(await enter())).body.id).toBe(person.id);
    await dependencies.sql`delete from accounts where user_id = ${person.id} and provider_id = 'google'`;
    await expect(enter()).rejects.toThrow('Please log in again.');
  });

  test('a code of the desktop app that is redeemed opens no session', async () => {
    const { dependencies } = bench;
    const person = await stranger();
    const verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(verifier).digest('base64url');
    const { code } = (await bench.call(issueDesktopCode, { body: { code_challenge } }, { key: person.key })).body;
    let redeemed: Promise<{ status: number }> | undefined;
    await dependencies.sql.begin(async (tx) => {
      await tx`delete from sessions where user_id = ${person.id}`;
      redeemed = bench.call(redeemDesktopCode, { body: { code, code_verifier: verifier } });
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
    });
    expect((await redeemed)?.status).toBe(401);
    expect(await dependencies.sql`select 1 from sessions where user_id = ${person.id}`).toHaveLength(0);
  });

  test('whoever adds a key while the address is confirmed neither holds that up nor keeps it', async () => {
    const { dependencies } = bench;
    const person = await stranger();
    const [session] = await dependencies.sql`select id from sessions where user_id = ${person.id}`;
    const key = await logIn(person.username);
    let confirmed: Promise<{ status: number }> | undefined;
    await dependencies.sql.begin(async (tx) => {
      await tx`select 1 from sessions where id = ${session?.id} for share`;
      confirmed = bench.call(auth.confirmEmail, { query: { token: person.confirmation } }, { key });
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThanOrEqual(1);
      await tx`insert into ssh_keys (id, user_id, name, public_key, fingerprint, added_in)
        values (${newId()}, ${person.id}, 'Late', 'x', 'x', ${session?.id})`;
    });
    expect((await confirmed)?.status).toBe(200);
    expect(await waysIn(key)).toEqual({ keys: 0, tokens: 0, linked: 0 });
  });
});

describe('an account that was made with somebody else’s address', () => {
  test('keeps nothing of the stranger’s when its owner resets the password', async () => {
    const made = await stranger();
    const token = await addWaysIn(made);
    await reset(made.email);
    expect((await me(token)).status).toBe(401);
    const key = await logIn(made.username, NEW_PASSWORD);
    expect(await waysIn(key)).toEqual({ keys: 0, tokens: 0, linked: 0 });
    expect((await me(key)).body).toMatchObject({ email_confirmed: true, review_access: false });
  });

  test('loses with the confirmation what other sessions added, and keeps what this one did', async () => {
    const made = await stranger();
    const token = await addWaysIn(made);
    const key = await logIn(made.username);
    await bench.call(profile.addApiToken, { body: { ...ANY_TOKEN, name: 'Mine' } }, { key });
    expect((await bench.call(auth.confirmEmail, { query: { token: made.confirmation } }, { key })).status).toBe(200);
    expect((await me(token)).status).toBe(401);
    expect((await me(made.key)).status).toBe(401);
    expect(await waysIn(key)).toEqual({ keys: 0, tokens: 1, linked: 0 });
    expect((await bench.deliverMails()).map(({ to }) => to)).toContain(made.email);
  });

  test('keeps no password that another person chose, when a linked account confirms it', async () => {
    const made = await stranger();
    const key = await logIn(made.username);
    await addWaysIn({ ...made, key });
    await bench.dependencies.sql`update sessions set provider = 'google'
      where id in (select added_in from ssh_keys where user_id = ${made.id})`;
    await bench.call(auth.confirmEmail, { query: { token: made.confirmation } }, { key });
    expect(await waysIn(key)).toEqual({ keys: 1, tokens: 1, linked: 1 });
    expect((await bench.call(auth.login, { body: { username: made.username, password: PASSWORD } })).status).toBe(422);
  });

  test('confirming what is confirmed ends nothing', async () => {
    const made = await stranger();
    await bench.dependencies.db.update(users).set({ emailVerified: true }).where(eq(users.id, made.id));
    const token = await addWaysIn(made);
    const key = await logIn(made.username);
    await bench.call(auth.confirmEmail, { query: { token: made.confirmation } }, { key });
    expect((await me(token)).status).toBe(200);
    expect(await waysIn(key)).toEqual({ keys: 1, tokens: 1, linked: 1 });
  });
});
