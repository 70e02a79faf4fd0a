import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shares } from '#server/features/people/tables.ts';
import { newId } from '#server/platform/ids.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { listProviders } from '#shared/features/auth/federated.ts';
import { addUser } from '#shared/features/users/contract.ts';
import { addWorkspace } from '#shared/features/workspaces/contract.ts';
import { mintOrganization } from '#tests/support/mint.ts';
import { type Bench, createBench } from './auth-support.ts';

let byInvitation: Bench;
let byDomain: Bench;
beforeAll(async () => {
  byInvitation = await createBench({ environment: { SLIPWAY_SIGN_UP: 'invitation' } });
  byDomain = await createBench({ environment: { SLIPWAY_SIGN_UP: 'Example.com, example.org' } });
});
afterAll(async () => {
  await byInvitation?.dependencies.close();
  await byDomain?.dependencies.close();
});

/** An invitation that somebody mailed to this address. */
async function invite({ dependencies }: Bench, inviteEmail: string): Promise<string> {
  const { organizationId, owner } = await mintOrganization(dependencies);
  const id = newId();
  await dependencies.db
    .insert(shares)
    .values({ id, organizationId, userId: owner.userId, inviteName: 'Ada', inviteEmail });
  return id;
}

describe('sign-up by invitation', () => {
  test('is refused without one, with an unknown one, and with one for another address', async () => {
    const other = await invite(byInvitation, 'other@example.com');
    for (const share_id of ['', 'nonsense', newId(), other]) {
      const { status, body } = await byInvitation.signUp({ share_id });
      expect([share_id, status]).toEqual([share_id, 422]);
      expect(body.errorsObj).toEqual({ email: expect.stringContaining('You need an invitation') });
    }
  });

  test('is open to the address that was invited, and the page can tell', async () => {
    const share_id = await invite(byInvitation, 'guest@example.com');
    expect((await byInvitation.signUp({ share_id, email: 'Guest@example.com' })).status).toBe(200);
    const { body } = await byInvitation.call(listProviders);
    expect(body).toMatchObject({ sign_up: 'invited', sign_up_domains: [] });
  });
});

describe('sign-up for some mail domains', () => {
  test.each(['a@example.net', 'a@sub.example.com', 'a@example.com.net', 'a@notexample.com'])(
    'is closed to %s, by invitation as well',
    async (email) => {
      const share_id = await invite(byDomain, email);
      const { status, body } = await byDomain.signUp({ email, share_id });
      expect(status).toBe(422);
      expect(body.errorsObj).toEqual({ email: 'Use an address at example.com, example.org.' });
    },
  );

  test('lets nobody be added at another domain', async () => {
    const { owner } = await mintOrganization(byDomain.dependencies);
    const person = { first_name: 'Ada', last_name: 'L', role: 'user' as const, groups: [] };
    const body = { ...person, email_address: 'ada@example.net' };
    const answer = await byDomain.call(addUser, { body }, { key: owner.key });
    expect(answer.body.errorsObj).toEqual({ email_address: 'Use an address at example.com, example.org.' });
  });

  test('proves the address first: until then only the person’s own account can be changed', async () => {
    const { key } = await byDomain.newUser({ email: 'new@example.org' });
    const add = () => byDomain.call(addWorkspace, { body: {} as never }, { key });
    expect(await add()).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('Confirm your email') },
    });
    await byDomain.settle(key);
    expect((await add()).body.message).not.toContain('Confirm your email');
    expect((await byDomain.call(auth.logout, {}, { key })).status).toBe(200);
  });
});
