import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { memberships } from '#server/features/people/tables.ts';
import { currentUser } from '#shared/features/auth/contract.ts';
import { listApiTokens } from '#shared/features/profile/contract.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import { deleteUser } from '#shared/features/users/contract.ts';
import * as spaces from '#shared/features/workspaces/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { joinOrganization, type MintedOrganization, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';

/** Of somebody who works in two organizations: what is of one must be of one. */
let dependencies: TestDependencies;
let call: TestClient['call'];
let here: MintedOrganization;
let there: MintedOrganization;
let userId: string;
/** Session keys of the same person. */
let key: { here: string; there: string };

beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '1000000' } });
  call = createTestClient(createApp(dependencies)).call;
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  [here, there] = [await mintOrganization(dependencies), await mintOrganization(dependencies)];
  const member = await mintUser(dependencies, here.organizationId, 'lead');
  userId = member.userId;
  const theirs = await joinOrganization(dependencies, { organizationId: there.organizationId, userId, role: 'lead' });
  key = { here: member.key, there: theirs };
});

const status = async (of: string) => (await call(currentUser, {}, { key: of })).status;
const organizationOf = async (of: string) => (await call(currentUser, {}, { key: of })).body.organization?.id;

test('who is removed from one keeps the API token and the session of the other, and no more', async () => {
  const make = async ({ organizationId }: MintedOrganization) =>
    (await mintApiToken(dependencies, { userId, organizationId })).token;
  const token = { here: await make(here), there: await make(there) };
  expect([await organizationOf(token.here), await organizationOf(token.there)]).toEqual([
    here.organizationId,
    there.organizationId,
  ]);
  const leaving = { params: { userID: userId }, body: { user_id: here.owner.userId } };
  expect((await call(deleteUser, leaving, { key: here.owner.key })).status).toBe(200);
  expect([await status(token.here), await status(key.here)]).toEqual([401, 401]);
  expect([await status(token.there), await status(key.there)]).toEqual([200, 200]);
  expect(await organizationOf(token.there)).toBe(there.organizationId);
  // Nor does it come back to life with a new invitation.
  await dependencies.db.delete(memberships).where(eq(memberships.organizationId, here.organizationId));
  const again = await joinOrganization(dependencies, { organizationId: here.organizationId, userId, role: 'lead' });
  expect([await status(token.here), await status(key.here), await status(again)]).toEqual([401, 401, 200]);
  expect((await call(listApiTokens, {}, { key: again })).body.tokens.map(({ hint }) => hint)).toEqual([
    token.there.slice(-4),
  ]);
});

test('KeepAlive is one shared workspace of each person in each organization', async () => {
  const body = { name: 'Laptop', public_key: newPublicKey() };
  const ssh_key_id = (await call(addSshKey, { body }, { key: key.here })).body.sshKeyID;
  const form = { user_id: userId, ssh_key_id, server_id: 'shared', deployment_type: 'new_container' as const };
  const add = async (of: string, name: string, more: object = {}) =>
    call(
      spaces.addWorkspace,
      { body: { ...form, name, language: 'nodejs', database: 'none', keepalive_flag: true, ...more } },
      { key: of },
    );
  const isKept = async (of: string, workspaceID: string) =>
    (await call(spaces.getWorkspace, { params: { workspaceID } }, { key: of })).body.keepalive_flag;
  const first = (await add(key.here, 'First')).body.id;
  const other = await add(key.there, 'Other');
  expect(other.status).toBe(200);
  expect((await add(key.here, 'Second')).body.errorsObj?.keepalive_flag).toContain('“First” already has it');
  expect((await add(key.there, 'Second')).body.errorsObj?.keepalive_flag).toContain('“Other” already has it');
  const moved = (await add(key.there, 'Second', { keepalive_move: true })).body.id;
  expect([await isKept(key.there, moved), await isKept(key.there, other.body.id)]).toEqual([true, false]);
  expect(await isKept(key.here, first)).toBe(true);
});
