import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { issueMailToken } from '#server/features/auth/index.ts';
import { mailTokens } from '#server/features/auth/tables.ts';
import { memberships, users } from '#server/features/people/tables.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { mintOrganization, mintUser } from '#tests/support/mint.ts';
import { type Bench, createBench, PASSWORD, tokenIn } from './auth-support.ts';

const NEW_PASSWORD = 'Lantern-River-58';
const SPENT = 'Password update failed. Did you already use this token?';

let bench: Bench;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.dependencies.close());
beforeEach(() => bench.dependencies.clock.advance(2 * HOUR));

const ask = (email: string, call = bench.call) => call(auth.resetPassword, { body: { email } });
const update = (reset_token: string, changes: Record<string, unknown> = {}) =>
  bench.call(auth.updatePassword, {
    body: { password: NEW_PASSWORD, password_repeat: NEW_PASSWORD, reset_token, ...changes },
  });
const validate = (reset_token: string) => bench.call(auth.validateResetToken, { query: { reset_token } });
const logIn = (username: string, password: string) => bench.call(auth.login, { body: { username, password } });

/** A user who asked for a reset, and the token of the mail. */
async function askedUser() {
  const user = await bench.newUser();
  await bench.deliverMails();
  await ask(user.email.toUpperCase());
  const [mail] = await bench.deliverMails();
  return { ...user, mail, token: tokenIn(mail) };
}

describe('a reset', () => {
  test('goes by mail and sets a new password, once', async () => {
    const { username, email, mail, token, key } = await askedUser();
    expect(mail).toMatchObject({ to: email, subject: 'Reset your password' });
    expect(mail!.text).toContain(`${bench.dependencies.config.publicUrl}/users/updatepassword?token=`);
    expect(await validate(token)).toMatchObject({ status: 200, body: { success: true } });

    expect(await update(token)).toMatchObject({
      status: 200,
      body: { message: 'Your password has been updated. Now you can login!', sessionKey: null },
    });
    expect((await logIn(username, PASSWORD)).status).toBe(422);
    expect((await logIn(username, NEW_PASSWORD)).status).toBe(200);
    expect((await bench.call(auth.currentUser, {}, { key })).status, 'older sessions').toBe(401);
    expect(await bench.deliverMails()).toMatchObject([{ to: email, subject: 'Your password was changed' }]);

    expect(await update(token)).toMatchObject({ status: 409, body: { message: SPENT, errors: [SPENT] } });
    expect((await validate(token)).status).toBe(422);
  });

  test('answers the same for an address nobody has, and mails nothing', async () => {
    const { email } = await bench.newUser();
    await bench.deliverMails();
    const known = await ask(email);
    const unknown = await ask('nobody@example.com');
    expect(unknown).toMatchObject({ status: 200, body: known.body });
    expect(await bench.deliverMails()).toHaveLength(1);
  });

  test('of two uses at the same time, one succeeds', async () => {
    const { token } = await askedUser();
    const statuses = (await Promise.all([update(token), update(token)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  test('runs out after an hour', async () => {
    const { token } = await askedUser();
    bench.dependencies.clock.advance(HOUR - MINUTE);
    expect((await validate(token)).status).toBe(200);
    bench.dependencies.clock.advance(MINUTE);
    expect((await validate(token)).status).toBe(422);
    expect((await update(token)).body.message).toBe(SPENT);
  });

  test('with one link used, the other ones are void', async () => {
    const { email, token } = await askedUser();
    await ask(email);
    const [second] = await bench.deliverMails();
    expect((await update(tokenIn(second))).status).toBe(200);
    expect((await update(token)).status).toBe(409);
  });

  test('refuses two different and weak passwords, and keeps the token', async () => {
    const { token } = await askedUser();
    const different = await update(token, { password_repeat: 'Other-River-58' });
    expect(different).toMatchObject({
      status: 422,
      body: { errorsObj: { password_repeat: "The passwords don't match." } },
    });
    const weak = await update(token, { password: 'Password123!', password_repeat: 'Password123!' });
    expect(weak.body.errorsObj?.password).toContain('too easy to guess');
    expect((await validate(token)).status).toBe(200);
  });

  test('tokens are kept hashed, and sealed while the mail waits', async () => {
    const { email } = await bench.newUser();
    await bench.deliverMails();
    await ask(email);
    const jobs = await bench.dependencies.sql`select payload::text from graphile_worker._private_jobs`;
    const [mail] = await bench.deliverMails();
    const token = tokenIn(mail);
    expect(jobs).toHaveLength(1);
    expect(JSON.stringify(jobs)).not.toContain(token);
    const stored = await bench.dependencies.db.select().from(mailTokens);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  test('three times an hour for one address, whether known or not', async () => {
    const { email } = await bench.newUser();
    for (const address of [email, 'nobody-2@example.com']) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 4; attempt++) {
        statuses.push((await ask(address, bench.from(`192.0.2.${attempt}`))).status);
      }
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
  });

  test('a deleted user gets none', async () => {
    const { username, email } = await bench.newUser();
    await bench.deliverMails();
    await bench.dependencies.db.update(users).set({ status: 'deleted' }).where(eq(users.username, username));
    expect((await ask(email)).status).toBe(200);
    expect(await bench.deliverMails()).toEqual([]);
  });
});

describe('an invitation', () => {
  test('sets the first password and makes the member active; good for seven days', async () => {
    const { dependencies } = bench;
    const { organizationId } = await mintOrganization(dependencies);
    const { userId, username } = await mintUser(dependencies, organizationId, 'lead');
    await dependencies.db.update(users).set({ status: 'pending' }).where(eq(users.id, userId));
    await dependencies.db.update(memberships).set({ status: 'pending' }).where(eq(memberships.userId, userId));
    const token = await issueMailToken(dependencies, dependencies.db, { userId, purpose: 'invite' });

    dependencies.clock.advance(7 * DAY - MINUTE);
    expect((await validate(token)).status).toBe(200);
    expect((await update(token)).status, 'not as a reset token').toBe(409);
    expect((await update('', { invite_token: token })).status).toBe(200);
    const login = await logIn(username, NEW_PASSWORD);
    const me = await bench.call(auth.currentUser, {}, { key: login.body.sessionKey ?? '' });
    expect(me.body).toMatchObject({ role: 'lead', email_confirmed: true });
  });
});
