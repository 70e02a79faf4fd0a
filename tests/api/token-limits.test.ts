import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createReadCounter } from '#server/features/audit/count-reads.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { startMcp } from '#server/mcp/serve-mcp.ts';
import { HOUR } from '#server/platform/clock.ts';
import { currentUser } from '#shared/features/auth/contract.ts';
import { listApiTokens, revokeApiToken } from '#shared/features/profile/contract.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import { addUser, inviteUsers } from '#shared/features/users/contract.ts';
import { addWorkspace, deleteWorkspace, startWorkspace } from '#shared/features/workspaces/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient } from '#tests/support/client.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertWorkspace } from '#tests/support/things.ts';
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

describe('what a token tries in vain is in the audit log under its name', () => {
  const refusals = async ({ organizationId }: MintedOrganization) => {
    const rows = await bench.dependencies.sql<{ call: string; reason: string; by: string; outcome: string }[]>`
      select details ->> 'call' as call, details ->> 'reason' as reason, details ->> 'by' as by, outcome from audit_log
      where organization_id = ${organizationId} and action = 'access.refused' order by id`;
    return rows.map(({ call, reason, by, outcome }) => [call, reason, by, outcome]);
  };
  const CREATE = 'POST /workspaces/add';

  test('beyond its number, its cents, its scope and its workspaces, and with what fits no schema', async () => {
    const org = await bench.subscribed();
    const { organizationId, owner } = org;
    const make = await makesWorkspaces(org);
    const add = (key: string) => bench.call(addUser, { body: person() }, { key });
    const whose = { organizationId, userId: owner.userId };
    const named = async (name: string, limits: object) =>
      (await mintApiToken(bench.dependencies, whose, { name, ...limits })).token;
    expect((await make(await named('none', { atOnce: 0 }), 'More')).status).toBe(409);
    expect((await add(await named('poor', { cents: 1 }))).status).toBe(402);
    const reader = await named('reader', { scopes: ['read'] });
    expect((await make(reader, 'More')).status).toBe(403);
    const workspace = await insertWorkspace(bench.dependencies, whose);
    const [own, params] = [await named('own', { reach: 'own' }), { workspaceID: workspace.id }];
    expect((await bench.call(startWorkspace, { params }, { key: own })).status).toBe(404);
    const wide = await named('wide', {});
    expect((await bench.call(addWorkspace, { body: { name: '' } as never }, { key: wide })).status).toBe(422);
    expect((await make(wide, 'half a pair: \ud800')).status).toBe(422);
    // People's own mistakes are nobody's business.
    expect((await bench.call(addWorkspace, { body: { name: '' } as never }, { key: owner.key })).status).toBe(422);
    expect(await refusals(org)).toEqual([
      [CREATE, 'This API token may have 0 workspaces at once, and 0 exist. Delete one first.', 'token none', 'failure'],
      ['POST /users/add', expect.stringMatching(/^This would charge \$5\.00\./), 'token poor', 'failure'],
      [CREATE, 'This API token doesn’t have the scope “manage”.', 'token reader', 'failure'],
      ['POST /workspaces/{workspaceID}/start', expect.any(String), 'token own', 'failure'],
      [CREATE, 'There were errors in your form', 'token wide', 'failure'],
      [CREATE, 'There were errors in your form', 'token wide', 'failure'],
    ]);
  });

  test('after its end, once an hour for each call, over the API and over MCP', async () => {
    const { dependencies } = bench;
    const org = await mintOrganization(dependencies);
    const whose = { organizationId: org.organizationId, userId: org.owner.userId };
    const expiresAt = new Date(dependencies.clock.now().getTime() + HOUR);
    const { token: expired } = await mintApiToken(dependencies, whose, { name: 'expired', expiresAt });
    const { token: revoked, id } = await mintApiToken(dependencies, whose, { name: 'revoked' });
    expect((await bench.call(currentUser, {}, { key: expired })).status).toBe(200);
    await bench.call(revokeApiToken, { params: { tokenID: id } }, { key: org.owner.key });
    dependencies.clock.advance(HOUR);
    const app = createApp(dependencies, { reads: createReadCounter(dependencies) });
    const { call } = createTestClient(app);
    const mcp = await startMcp(dependencies, { api: app.fetch, resolveSession });
    const overMcp = (token: string) =>
      mcp.routes.request('/mcp', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      });
    const statuses: number[] = [];
    for (const key of [expired, expired, revoked, 'slipway_of-nobody']) {
      statuses.push((await call(currentUser, {}, { key })).status, (await overMcp(key)).status);
    }
    await mcp.close();
    expect(new Set(statuses)).toEqual(new Set([401]));
    const [over, gone] = ['This API token has expired.', 'This API token was revoked.'];
    const once = [
      ['GET /users/current', over, 'token expired', 'failure'],
      ['POST /mcp', over, 'token expired', 'failure'],
      ['GET /users/current', gone, 'token revoked', 'failure'],
      ['POST /mcp', gone, 'token revoked', 'failure'],
    ];
    expect(await refusals(org)).toEqual(once);
    dependencies.clock.advance(HOUR);
    await call(currentUser, {}, { key: expired });
    expect(await refusals(org)).toEqual([...once, once[0]]);
  });
});
