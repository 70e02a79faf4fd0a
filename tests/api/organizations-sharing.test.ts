import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pendingCredits } from '#server/features/billing/tables.ts';
import { memberships, organizations } from '#server/features/people/tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as contract from '#shared/features/organizations/contract.ts';
import { mintUser } from '#tests/support/mint.ts';
import { PASSWORD } from './auth-support.ts';
import { createPayingBench, type PayingBench, PROFILE } from './organizations-support.ts';

let bench: PayingBench;
beforeAll(async () => {
  bench = await createPayingBench();
});
afterAll(() => bench.close());

const me = async (key: string) => (await bench.call(auth.currentUser, {}, { key })).body;
const shares = async (key: string) => (await bench.call(contract.listShares, {}, { key })).body.rows;
const credits = async (organizationId: string) => {
  const rows = await bench.dependencies.db
    .select()
    .from(pendingCredits)
    .where(eq(pendingCredits.organizationId, organizationId));
  return rows.map(({ reason, amountCents }) => [reason.split(':')[0], amountCents]);
};
/** Somebody who may share. */
async function settledUser() {
  const user = await bench.newUser();
  await bench.settle(user.key);
  return user;
}

/** Through step 2 of the wizard. */
async function pay(key: string) {
  await bench.call(contract.updateOrganization, { body: PROFILE }, { key });
  return bench.pay(key, await bench.card(key));
}

describe('an invitation to the product', () => {
  const body = { invite_name: 'Bo', invite_email: 'Bo@Example.com', custom_message: '<b>Try</b> it' };

  test('is mailed in the language of whoever shares, as the reader has chosen none yet', async () => {
    const { key } = await settledUser();
    const options = { key, headers: { 'Accept-Language': 'es' } };
    await bench.call(contract.addShare, { body: { ...body, invite_email: 'luz@example.com' } }, options);
    const mail = (await bench.deliverMails()).find(({ to }) => to === 'luz@example.com');
    expect(mail?.html).toContain('<html lang="es">');
    expect(mail?.subject).toMatch(/te invita/);
  });

  test('is mailed with the message and a link to the sign-up, and listed', async () => {
    const { key } = await settledUser();
    const { status, body: answer } = await bench.call(contract.addShare, { body }, { key });
    expect(status).toBe(200);
    const mail = (await bench.deliverMails()).find(({ to }) => to === 'bo@example.com');
    expect(mail?.text).toContain(`/signup?share_id=${answer.id}`);
    expect(mail?.html).toContain('&lt;b&gt;Try&lt;/b&gt; it');
    expect(await shares(key)).toMatchObject([
      { id: answer.id, invite_name: 'Bo', invite_email: 'bo@example.com', redeemed: false, may_resend: true },
    ]);
    const again = await bench.call(contract.addShare, { body }, { key });
    expect(again.body.errorsObj).toEqual({ invite_email: expect.stringMatching(/already/) });
  });

  test('goes out once, however often it is clicked', async () => {
    const { key } = await settledUser();
    const click = () => bench.call(contract.addShare, { body }, { key });
    const clicks = await Promise.all([click(), click(), click()]);
    expect(clicks.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await shares(key)).toHaveLength(1);
  });

  test('is sent again by those who see it, once a minute', async () => {
    const { key } = await settledUser();
    const { organization } = await me(key);
    const lead = await mintUser(bench.dependencies, organization.id, 'lead');
    const other = await mintUser(bench.dependencies, organization.id, 'user');
    const stranger = await settledUser();
    const { id } = (await bench.call(contract.addShare, { body }, { key: lead.key })).body;
    expect(await shares(key)).toHaveLength(1);
    expect(await shares(lead.key)).toHaveLength(1);
    expect(await shares(other.key)).toEqual([]);
    const resend = async (who: string) =>
      (await bench.call(contract.resendShare, { body: { id } }, { key: who })).status;
    expect(await resend(lead.key)).toBe(429);
    bench.dependencies.clock.advance(MINUTE);
    expect([await resend(other.key), await resend(stranger.key), await resend(key)]).toEqual([404, 404, 200]);
  });

  test('is limited for each person', async () => {
    const { key } = await settledUser();
    const send = async (number: number) =>
      (await bench.call(contract.addShare, { body: { ...body, invite_email: `p${number}@example.com` } }, { key }))
        .status;
    const answers = [];
    for (let number = 0; number < 21; number += 1) answers.push(await send(number));
    expect(answers).toEqual([...Array(20).fill(200), 429]);
  });

  test('gives $5 to who signed up with the first card, and nothing to anybody for a payment of $0', async () => {
    const sharer = await settledUser();
    const { id } = (await bench.call(contract.addShare, { body }, { key: sharer.key })).body;
    const invited = await bench.newUser({ share_id: id });
    const [from, to] = [(await me(sharer.key)).organization.id, (await me(invited.key)).organization.id];
    expect(await shares(sharer.key)).toMatchObject([{ signed_up: true, redeemed: false, may_resend: false }]);
    const shown = await bench.call(contract.getOrganization, { query: { payment: 'true' } }, { key: invited.key });
    expect(shown.body).toMatchObject({ promised_credit: 500, beta_flag: false });
    expect((await pay(invited.key)).status).toBe(200);
    expect((await pay(invited.key)).status).toBe(200);
    expect([await credits(from), await credits(to)]).toEqual([[], [['share', 500]]]);
    expect(await shares(sharer.key)).toMatchObject([{ redeemed: false }]);
  });

  test.each(['nothing-of-the-kind', '01a1fcb0-7a2c-73ba-8600-59e32ad5e136'])('%s brings nothing', async (share_id) => {
    const { key } = await bench.newUser({ share_id });
    expect((await pay(key)).status).toBe(200);
    expect(await credits((await me(key)).organization.id)).toEqual([]);
  });
});

describe('another organization', () => {
  const create = (body: object, key?: string) => bench.call(contract.newOrganizationSignup, { body }, { key });

  test('of somebody with an account begins at step 1 with $15, the first time', async () => {
    const { key } = await bench.newUser();
    const body = { new_user_flag: false, organization_name: 'Second' };
    const { status, body: answer } = await create(body, key);
    expect(status).toBe(200);
    await bench.call(contract.switchOrganization, { body: { id: answer.organizationID } }, { key });
    const user = await me(key);
    expect(user).toMatchObject({
      role: 'owner',
      organization_count: 2,
      organization: { name: 'Second', setupStep: 1 },
    });
    expect(await credits(answer.organizationID)).toEqual([['new-organization', 1500]]);
    const more = ['Third', 'Fourth'].map((name) => create({ ...body, organization_name: name }, key));
    const [third, fourth] = await Promise.all(more);
    expect(third?.body.organizationID).not.toBe(fourth?.body.organizationID);
    for (const made of [third, fourth]) expect(await credits(made?.body.organizationID ?? '')).toEqual([]);
  });

  test('is one, however often it is clicked at once; a minute later the same name is another', async () => {
    const { key } = await bench.newUser();
    const body = { new_user_flag: false, organization_name: 'Clicked' };
    const clicks = await Promise.all(Array.from({ length: 20 }, () => create(body, key)));
    expect(clicks.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(clicks.map((answer) => answer.body.organizationID)).size).toBe(1);
    expect(await me(key)).toMatchObject({ organization_count: 2 });
    bench.dependencies.clock.advance(MINUTE);
    const later = await create(body, key);
    expect(later.body.organizationID).not.toBe(clicks[0]?.body.organizationID);
  });

  test('of a new user is theirs alone', async () => {
    const { key } = await bench.newUser();
    const person = { username: 'second-self', email: 'second@example.com', first_name: 'Ada', last_name: 'King' };
    const body = { new_user_flag: true, organization_name: 'Theirs', password: PASSWORD, ...person };
    const { body: answer } = await create(body, key);
    const members = await bench.dependencies.db
      .select()
      .from(memberships)
      .where(eq(memberships.organizationId, answer.organizationID));
    expect(members).toMatchObject([{ role: 'owner' }]);
    expect(await credits(answer.organizationID)).toEqual([['new-organization', 1500]]);
    const login = await bench.call(auth.login, { body: { username: 'second-self', password: PASSWORD } });
    expect((await me(login.body.sessionKey ?? '')).organization.id).toBe(answer.organizationID);
    const taken = await create(body, key);
    expect(Object.keys(taken.body.errorsObj ?? {}).sort()).toEqual(['email', 'username']);
    const left = await bench.dependencies.db.select().from(organizations).where(eq(organizations.name, 'Theirs'));
    expect(left).toHaveLength(1);
  });

  test('without a session needs a new user, who gets no credit', async () => {
    expect((await create({ new_user_flag: false, organization_name: 'None' })).status).toBe(401);
    const person = { username: 'from-nowhere', email: 'nowhere@example.com', first_name: 'No', last_name: 'Body' };
    const body = { new_user_flag: true, organization_name: 'Free', password: PASSWORD, ...person };
    const { body: answer } = await create(body);
    expect(await credits(answer.organizationID)).toEqual([]);
  });
});
