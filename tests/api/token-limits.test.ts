import { afterAll, beforeAll, expect, test } from 'vitest';
import { listApiTokens } from '#shared/features/profile/contract.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import { addUser, inviteUsers } from '#shared/features/users/contract.ts';
import { addWorkspace, deleteWorkspace } from '#shared/features/workspaces/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { type BillingBench, billingBench, CARDS } from './billing-support.ts';

/** A quarter of November 2026 is left, so that an extra user costs 2000 × 7.5/30 = 500 cents. */
const START = new Date('2026-11-23T12:00:00Z');

let bench: BillingBench;
beforeAll(async () => {
  bench = await billingBench(START);
});
afterAll(() => bench?.dependencies.close());

const mint = async ({ organizationId, owner }: MintedOrganization, limits: { atOnce?: number; cents?: number }) =>
  (await mintApiToken(bench.dependencies, { organizationId, userId: owner.userId }, limits)).token;
const listed = async ({ owner }: MintedOrganization) =>
  (await bench.call(listApiTokens, {}, { key: owner.key })).body.tokens[0];

/** Makes a workspace of the owner's, with this key. */
async function makesWorkspaces({ owner }: MintedOrganization) {
  const added = await bench.call(addSshKey, { body: { name: 'k', public_key: newPublicKey() } }, { key: owner.key });
  const choices = { server_id: 'shared', deployment_type: 'new_container', language: 'nodejs', database: 'none' };
  const whose = { user_id: owner.userId, ssh_key_id: added.body.sshKeyID };
  return (key: string, name: string) => bench.call(addWorkspace, { body: { name, ...whose, ...choices } }, { key });
}

test('a token has as many workspaces at once as it may, also when two ask for the last place', async () => {
  const org = await mintOrganization(bench.dependencies, { licences: 3 });
  const make = await makesWorkspaces(org);
  const [token, none] = [await mint(org, { atOnce: 2 }), await mint(org, { atOnce: 0 })];
  const first = await make(token, 'First');
  expect(first.status).toBe(200);
  const both = await Promise.all([make(token, 'Second'), make(token, 'Third')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)?.body.message).toBe(
    'This API token may have 2 workspaces at once, and 2 exist. Delete one first.',
  );
  expect((await make(none, 'Fourth')).status).toBe(409);
  // Its person's own don't count, and its limit is not theirs.
  expect((await make(org.owner.key, 'Fifth')).status).toBe(200);
  const params = { workspaceID: first.body.workspaceID };
  expect((await bench.call(deleteWorkspace, { params }, { key: token })).status).toBe(200);
  expect((await make(token, 'Sixth')).status).toBe(200);
});

let people = 0;
const person = () => {
  people += 1;
  return { email_address: `p${people}@example.com`, first_name: 'Grace', last_name: 'Hopper', role: 'user' };
};
const add = (key: string) => bench.call(addUser, { body: person() }, { key });

test('a token charges up to the last cent it may, also when two ask for it', async () => {
  const org = await bench.subscribed();
  const token = await mint(org, { cents: 1000 });
  const asked = (await bench.call(addUser, { body: { ...person(), dry_run: true } }, { key: token })).body;
  expect([asked.charge?.card_amount, (await listed(org))?.spent_cents]).toEqual([500, 0]);
  expect((await add(token)).status).toBe(200);
  expect(await listed(org)).toMatchObject({ cents: 1000, spent_cents: 500 });
  const both = await Promise.all([add(token), add(token)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 402]);
  expect(both.find(({ status }) => status === 402)?.body.message).toBe(
    'This would charge $5.00. This API token may cause $10.00 and has caused $10.00.',
  );
  expect((await listed(org))?.spent_cents).toBe(1000);
  expect((await add(org.owner.key)).status).toBe(200);
});

test('a cent too little is too little, for several at once too, and nothing is taken', async () => {
  const org = await bench.subscribed();
  const token = await mint(org, { cents: 999 });
  const several = [person(), person()].map(({ email_address }) => ({ email_address }));
  const invited = await bench.call(inviteUsers, { body: { people: several, role: 'user' } }, { key: token });
  expect([invited.status, (await listed(org))?.spent_cents]).toEqual([402, 0]);
  expect((await add(token)).status).toBe(200);
  expect((await add(token)).status).toBe(402);
  expect((await listed(org))?.spent_cents).toBe(500);
});

test('what the bank declined is not spent', async () => {
  const org = await bench.subscribed();
  await bench.payWith(org, CARDS.declinedLater);
  const token = await mint(org, { cents: 500 });
  expect((await add(token)).status).toBe(402);
  expect((await listed(org))?.spent_cents).toBe(0);
  await bench.payWith(org);
  expect((await add(token)).status).toBe(200);
  expect((await listed(org))?.spent_cents).toBe(500);
});
