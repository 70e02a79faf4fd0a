import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pendingCredits } from '#server/features/billing/tables.ts';
import { users } from '#server/features/people/tables.ts';
import { DAY } from '#server/platform/clock.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { getOrganization } from '#shared/features/organizations/contract.ts';
import * as contract from '#shared/features/surveys/contract.ts';
import { PASSWORD } from './auth-support.ts';
import { createPayingBench, type PayingBench } from './organizations-support.ts';

let bench: PayingBench;
let name: string;
let admin: string;
beforeAll(async () => {
  bench = await createPayingBench();
  ({ username: name, key: admin } = await bench.newUser());
  await bench.dependencies.db.update(users).set({ adminFlag: true }).where(eq(users.username, name));
});
afterAll(() => bench.close());

const invite = (email_address: string, key = admin) =>
  bench.call(contract.addBetaUser, { body: { email_address, credit: 2500 } }, { key });
const logIn = async (username: string) =>
  (await bench.call(auth.login, { body: { username, password: PASSWORD } })).body.sessionKey ?? '';
const list = async () => (await bench.call(contract.listBetaUsers, {}, { key: admin })).body.rows;

test('an invitation is mailed, signed up with by its address alone, and its coupon used once', async () => {
  const { id } = (await invite('Beta@Example.com')).body;
  const mail = (await bench.deliverMails()).find(({ to }) => to === 'beta@example.com');
  expect(mail?.text).toContain(`/signup?beta_user_id=${id}`);
  expect(mail?.text).toContain('$25 in credit');
  const known = (await bench.call(auth.getBetaUser, { query: { beta_user_id: id } })).body;
  expect(known).toMatchObject({ email_address: 'beta@example.com', coupon_code: expect.stringMatching(/^BETA-/) });
  const coupon = { beta_user_id: id, coupon_code: known.coupon_code };
  expect((await bench.signUp({ ...coupon, email: 'other@example.com' })).body.errorsObj).toHaveProperty('email');

  const { username } = await bench.signUp({ ...coupon, email: 'beta@example.com' });
  const answers = { languages: ['Go'], usage_choice: 'team', industry: 'Ships', beta_user_id: id };
  await bench.call(contract.saveSurvey, { body: answers });
  expect(await list()).toMatchObject([
    {
      email_address: 'beta@example.com',
      credit: 2500,
      user_name: 'Ada Lovelace',
      survey: { languages: ['Go'], industry: 'Ships' },
    },
  ]);
  const again = await bench.signUp({ coupon_code: known.coupon_code });
  expect(again.body.errorsObj).toHaveProperty('coupon_code');

  const key = await logIn(username);
  const { body } = await bench.call(getOrganization, { query: { payment: 'true' } }, { key });
  expect(body).toMatchObject({ beta_flag: true, promised_credit: 2500 });
  const credits = await bench.dependencies.db
    .select()
    .from(pendingCredits)
    .where(eq(pendingCredits.organizationId, body.id));
  expect(credits).toMatchObject([{ amountCents: 2500 }]);
});

test('an invitation is sent again with a coupon that is good as long as on the first day', async () => {
  const { id } = (await invite('late@example.com')).body;
  const resend = async () => (await bench.call(contract.resendBetaInvite, { body: { id } }, { key: admin })).status;
  expect(await resend()).toBe(429);
  bench.dependencies.clock.advance(60 * DAY);
  admin = await logIn(name);
  expect([await resend(), await resend()]).toEqual([200, 429]);
  bench.dependencies.clock.advance(60 * DAY);
  admin = await logIn(name);
  const { body } = await bench.call(auth.getBetaUser, { query: { beta_user_id: id } });
  const late = { beta_user_id: id, coupon_code: body.coupon_code, email: 'late@example.com' };
  expect((await bench.signUp(late)).status).toBe(200);
});

test('only administrators of the product invite, and nobody twice', async () => {
  const { key, email } = await bench.newUser();
  expect((await invite('x@example.com', key)).status).toBe(403);
  expect((await bench.call(contract.listBetaUsers, {}, { key })).status).toBe(403);
  expect((await bench.call(contract.resendBetaInvite, { body: { id: 'x' } }, { key })).status).toBe(403);
  const clicks = await Promise.all([invite('twice@example.com'), invite('twice@example.com')]);
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 422]);
  for (const address of ['twice@example.com', email]) {
    expect((await invite(address)).body.errorsObj).toHaveProperty('email_address');
  }
});
