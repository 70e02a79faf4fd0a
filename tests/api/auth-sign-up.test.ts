import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditLog } from '#server/features/audit/tables.ts';
import { accounts } from '#server/features/auth/tables.ts';
import { coupons, pendingCredits } from '#server/features/billing/tables.ts';
import { betaUsers, memberships, organizations, surveys, users } from '#server/features/people/tables.ts';
import { newId } from '#server/platform/ids.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { type Bench, createBench, PASSWORD, tokenIn } from './auth-support.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.dependencies.close());

const findUser = async (username: string) => {
  const [user] = await bench.dependencies.db.select().from(users).where(eq(users.username, username));
  return user;
};

describe('sign-up', () => {
  test('makes a user, an organization in step 1 and the owner', async () => {
    const { status, body, username } = await bench.signUp({ organization_name: 'Engines Ltd' });
    expect(status).toBe(200);
    expect(body).toEqual({ success: true, beta_user_id: null });
    const user = await findUser(username);
    expect(user).toMatchObject({ firstName: 'Ada', name: 'Ada Lovelace', status: 'active', emailVerified: false });
    const [place] = await bench.dependencies.db
      .select()
      .from(memberships)
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(eq(memberships.userId, user!.id));
    expect(place).toMatchObject({
      memberships: { role: 'owner' },
      organizations: { name: 'Engines Ltd', setupStep: 1 },
    });
    const [account] = await bench.dependencies.db.select().from(accounts).where(eq(accounts.userId, user!.id));
    expect(account!.password).not.toContain(PASSWORD);
    const audited = await bench.dependencies.db.select().from(auditLog).where(eq(auditLog.userId, user!.id));
    expect(audited).toMatchObject([{ action: 'auth.sign-up', outcome: 'success' }]);
  });

  test('mails a link that confirms the address once', async () => {
    const { username, key } = await bench.newUser();
    const mail = (await bench.deliverMails()).find(({ to }) => to === `${username}@example.com`);
    expect(mail).toMatchObject({ subject: 'Confirm your email address' });
    expect(mail!.html).toContain('/users/confirmemail?token=');
    const query = { token: tokenIn(mail) };
    const confirmed = await bench.call(auth.confirmEmail, { query }, { key });
    expect(confirmed.body).toMatchObject({ success: true, message: 'Your email has been confirmed.' });
    expect(await findUser(username)).toMatchObject({ emailVerified: true });
    const again = await bench.call(auth.confirmEmail, { query }, { key });
    expect(again).toMatchObject({ status: 422, body: { message: 'Invalid token specified.' } });
  });

  test('mails the link again to whoever has not confirmed, and nothing to anybody else', async () => {
    const { username, key } = await bench.newUser();
    const first = (await bench.deliverMails()).find(({ to }) => to === `${username}@example.com`);
    const resend = async (email: string) => {
      const { status, body } = await bench.call(auth.resendConfirmation, { body: { email } });
      expect(status).toBe(200);
      return { message: body.message, mails: await bench.deliverMails() };
    };
    const known = await resend(`${username.toUpperCase()}@Example.com`);
    expect(known.mails).toMatchObject([{ to: `${username}@example.com`, subject: 'Confirm your email address' }]);
    const outdated = await bench.call(auth.confirmEmail, { query: { token: tokenIn(first) } }, { key });
    expect(outdated.status).toBe(422);
    const confirmed = await bench.call(auth.confirmEmail, { query: { token: tokenIn(known.mails[0]) } }, { key });
    expect(confirmed.status).toBe(200);
    expect(await resend(`${username}@example.com`)).toEqual({ message: known.message, mails: [] });
    expect(await resend('nobody-here@example.com')).toEqual({ message: known.message, mails: [] });
  });

  test('mails the link again three times an hour at most', async () => {
    const { username } = await bench.newUser();
    const body = { email: `${username}@example.com` };
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await bench.call(auth.resendConfirmation, { body })).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('a link without a token, with a wrong one or after 30 days confirms nothing', async () => {
    const missing = await bench.call(auth.confirmEmail, { query: {} });
    expect(missing).toMatchObject({ status: 422, body: { message: 'No token specified.' } });
    const wrong = await bench.call(auth.confirmEmail, { query: { token: 'nonsense' } });
    expect(wrong).toMatchObject({ status: 422, body: { message: 'Invalid token specified.' } });
  });

  test.each([
    ['accept-terms', false, 'Please accept the terms & conditions and privacy policy.'],
    ['accept-terms', undefined, 'Please accept the terms & conditions and privacy policy.'],
    ['password', '', 'Please enter a password.'],
    ['password', 'Short-1', 'Use at least 10 characters.'],
    ['password', 'no-upper-case-1', 'Add an uppercase letter.'],
    ['password', 'Password123!', 'This password is too easy to guess. This is similar to a commonly used password.'],
    ['username', 'Ada', 'Use only lowercase letters, numbers and dashes.'],
    ['username', '', 'Use at least 3 characters.'],
    ['email', 'ada@', 'Please enter a valid email address.'],
    ['organization_name', ' ', 'This field is required.'],
    ['coupon_code', 'NOTHING', 'This code is invalid or has expired.'],
    ['beta_user_id', 'unknown', 'This invitation doesn’t exist.'],
  ])('refuses %s %j', async (field, value, message) => {
    const { status, body, username } = await bench.signUp({ [field]: value });
    expect(status).toBe(422);
    expect(body).toMatchObject({ success: false, message: 'There were errors in your form' });
    expect(body.errorsObj).toEqual({ [field]: message });
    expect(await findUser(username)).toBeUndefined();
  });

  test('refuses a password made of the person’s own names', async () => {
    const { body } = await bench.signUp({ username: 'grace-hopper', password: 'Grace-Hopper1' });
    expect(body.errorsObj?.password).toContain('too easy to guess');
  });

  test('a taken username or address is a field error, whatever its case', async () => {
    const { username } = await bench.signUp();
    const { body, status } = await bench.signUp({ username, email: `${username.toUpperCase()}@EXAMPLE.com` });
    expect(status).toBe(422);
    expect(body.errorsObj).toEqual({
      username: 'This username is already taken.',
      email: 'This email address is already in use.',
    });
  });

  test('of two sign-ups with one username at once, one wins and leaves nothing of the other', async () => {
    const answers = await Promise.all([
      bench.signUp({ username: 'the-one', email: 'first@example.com' }),
      bench.signUp({ username: 'the-one', email: 'second@example.com' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const lost = answers.find(({ status }) => status === 422);
    expect(lost!.body.errorsObj).toEqual({ username: 'This username is already taken.' });
    const found = await bench.dependencies.db.select().from(users).where(eq(users.username, 'the-one'));
    expect(found).toHaveLength(1);
  });

  test('of two sign-ups with one address at once, one wins', async () => {
    const email = 'shared@example.com';
    const answers = await Promise.all([bench.signUp({ email }), bench.signUp({ email })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const lost = answers.find(({ status }) => status === 422);
    expect(lost!.body.errorsObj).toEqual({ email: 'This email address is already in use.' });
  });

  test('a coupon promises its credit, in any case, until it expires', async () => {
    const { db, clock } = bench.dependencies;
    const now = clock.now().getTime();
    await db.insert(coupons).values([
      { code: 'WELCOME', creditCents: 1000, expiresAt: new Date(now + 60_000) },
      { code: 'OLD', creditCents: 1000, expiresAt: new Date(now - 1) },
    ]);
    expect((await bench.signUp({ coupon_code: 'welcome' })).status).toBe(200);
    expect(await db.select().from(pendingCredits)).toMatchObject([{ reason: 'coupon:WELCOME', amountCents: 1000 }]);
    const expired = await bench.signUp({ coupon_code: 'OLD' });
    expect(expired.body.errorsObj).toEqual({ coupon_code: 'This code is invalid or has expired.' });
  });

  test('a beta invitation is for its own address, and its answers go to the new user', async () => {
    const { db } = bench.dependencies;
    const id = newId();
    await db.insert(betaUsers).values({ id, emailAddress: 'Beta@example.com', couponCode: 'BETA' });
    await db.insert(surveys).values({ id: newId(), betaUserId: id, heardAboutFrom: 'friend' });
    const known = await bench.call(auth.getBetaUser, { query: { beta_user_id: id } });
    expect(known.body).toMatchObject({ id, email_address: 'Beta@example.com', coupon_code: 'BETA' });

    const other = await bench.signUp({ beta_user_id: id });
    expect(other.body.errorsObj).toEqual({ email: 'This invitation is for another email address.' });
    const { body, username } = await bench.signUp({ beta_user_id: id, email: 'beta@example.com' });
    expect(body).toEqual({ success: true, beta_user_id: id });
    const [answers] = await db.select().from(surveys).where(eq(surveys.betaUserId, id));
    expect(answers!.userId).toBe((await findUser(username))!.id);
    const again = await bench.signUp({ beta_user_id: id });
    expect(again.body.errorsObj).toEqual({ beta_user_id: 'This invitation has already been used.' });
  });

  test('an unknown invitation is not found', async () => {
    for (const beta_user_id of [newId(), 'x']) {
      expect((await bench.call(auth.getBetaUser, { query: { beta_user_id } })).status).toBe(404);
    }
  });

  test('unknown fields are refused by name', async () => {
    const { status, body } = await bench.signUp({ admin_flag: true });
    expect(status).toBe(422);
    expect(body.errorsObj).toEqual({ admin_flag: 'Unknown field.' });
  });
});

describe('lookups', () => {
  test.each([
    ['free', { q: 'nobody-has-this' }, true],
    ['taken', { q: 'taken-name' }, false],
    ['the own one', { q: 'taken-name', c: 'taken-name' }, true],
    ['impossible', { q: 'No Such!' }, false],
    ['empty', { q: '' }, 'unknown'],
  ])('a username that is %s', async (_name, query, available) => {
    await bench.signUp({ username: 'taken-name' });
    expect((await bench.call(auth.checkUsername, { query })).body).toEqual({ available });
  });

  test('an email address, whatever its case', async () => {
    await bench.signUp({ email: 'known@example.com' });
    const check = async (q: string) => (await bench.call(auth.checkEmail, { query: { q } })).body.available;
    expect([await check('Known@Example.com'), await check('free@example.com'), await check('nonsense')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test('who asks too often hears unknown', async () => {
    const call = bench.from('203.0.113.50');
    const answers = await Promise.all(
      Array.from({ length: 245 }, () => call(auth.checkUsername, { query: { q: 'nobody-has-this' } })),
    );
    const available = answers.map(({ body }) => body.available);
    expect(available.filter((answer) => answer === true)).toHaveLength(240);
    expect(available.filter((answer) => answer === 'unknown')).toHaveLength(5);
  });
});
