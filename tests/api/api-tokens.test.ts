import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createReadCounter } from '#server/features/audit/count-reads.ts';
import { createSession, setPassword } from '#server/features/auth/index.ts';
import { authJobs } from '#server/features/auth/jobs.ts';
import { apiTokens } from '#server/features/auth/tables.ts';
import { users } from '#server/features/people/tables.ts';
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts';
import { listAudit } from '#shared/features/audit/contract.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { switchOrganization } from '#shared/features/organizations/contract.ts';
import * as pool from '#shared/features/pool/contract.ts';
import * as contract from '#shared/features/profile/contract.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import { deleteUser } from '#shared/features/users/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';

let dependencies: TestDependencies;
let app: ReturnType<typeof createApp>;
let call: TestClient['call'];
let here: MintedOrganization;
let hash: string;
beforeAll(async () => {
  dependencies = await createTestDependencies();
  app = createApp(dependencies);
  call = createTestClient(app).call;
  here = await mintOrganization(dependencies);
  hash = await dependencies.passwords.hash(PASSWORD);
});
afterAll(() => dependencies?.close());

const PASSWORD = 'Harbour-Wind-74';
const add = (key: string, body: object) =>
  call(
    contract.addApiToken,
    { body: { name: 'Nightly build', days: 30, scopes: ['everything'], current_password: PASSWORD, ...body } },
    { key },
  );
/** By somebody who gets a password for it. */
async function make({ userId, key }: MintedUser, days: number | null = 30, name = 'Nightly build') {
  await setPassword(dependencies, dependencies.db, { userId, hash });
  return (await add(key, { days, name })).body;
}
const list = async (key: string) => (await call(contract.listApiTokens, {}, { key })).body.tokens;
const whoAmI = (key: string) => call(auth.currentUser, {}, { key });

test('a token acts as its user in its organization, and is told once', async () => {
  const member = await mintUser(dependencies, here.organizationId, 'lead');
  const { token } = await make(member);
  expect(token).toMatch(/^slipway_[\w-]{43}$/);
  expect((await whoAmI(token)).body).toMatchObject({ id: member.userId, organization: { id: here.organizationId } });
  const [listed] = await list(member.key);
  expect(listed).toMatchObject({ name: 'Nightly build', hint: token.slice(-4), expired: false });
  expect(JSON.stringify(await dependencies.db.select().from(apiTokens))).not.toContain(token);
  expect(JSON.stringify(await list(member.key))).not.toContain(token);
});

test('a token may come as Authorization: Bearer, which no other scheme is taken for', async () => {
  const { token } = await make(await mintUser(dependencies, here.organizationId, 'lead'));
  const ask = async (authorization: string) =>
    (await app.request('/api/users/current', { headers: { authorization } })).status;
  expect(await ask(`Bearer ${token}`)).toBe(200);
  expect(await ask(`bearer  ${token}`)).toBe(200);
  for (const wrong of [token, `Basic ${token}`, `Bearer ${token} x`, 'Bearer', `Bearer ${token.slice(1)}`])
    expect(await ask(wrong)).toBe(401);
});

test('making one takes the password, a scope, and workspaces its person sees', async () => {
  const member = await mintUser(dependencies, here.organizationId, 'lead');
  await make(member);
  const wrong = await Promise.all([
    add(member.key, { current_password: 'Harbour-Wind-75' }),
    add(member.key, { scopes: [] }),
    add(member.key, { scopes: ['root'] }),
    add(member.key, { reach: 'some', workspace_ids: [] }),
    add(member.key, { reach: 'some', workspace_ids: [here.organizationId] }),
  ]);
  expect(wrong.map(({ status, body }) => [status, Object.keys(body.errorsObj ?? {})])).toEqual([
    [422, ['current_password']],
    [422, ['scopes']],
    [422, ['scopes.0']],
    [422, ['workspace_ids']],
    [422, ['workspace_ids']],
  ]);
  expect(await list(member.key)).toHaveLength(1);
});

test('machines are for tokens that an internal administrator gave that scope, as long as they are one', async () => {
  const { owner } = await mintOrganization(dependencies);
  const setFlag = (adminFlag: boolean) =>
    dependencies.db.update(users).set({ adminFlag }).where(eq(users.id, owner.userId));
  await setPassword(dependencies, dependencies.db, { userId: owner.userId, hash });
  const machines = async (key: string) => (await call(pool.listMachines, {}, { key })).status;
  const refused = await add(owner.key, { scopes: ['machines'] });
  expect(refused).toMatchObject({
    status: 422,
    body: { errorsObj: { scopes: expect.stringMatching(/administrators/) } },
  });
  await setFlag(true);
  const { token } = (await add(owner.key, { scopes: ['machines'] })).body;
  expect(await machines(token)).toBe(200);
  expect((await whoAmI(token)).body, 'it says who it is, as every token').toMatchObject({ id: owner.userId });
  expect(await machines((await add(owner.key, {})).body.token), 'everything isn’t enough').toBe(403);
  const limited = await add(owner.key, { scopes: ['machines'], reach: 'own' });
  expect(await machines(limited.body.token)).toBe(403);
  await setFlag(false);
  expect(await machines(token)).toBe(403);
});

test('its last use is shown, exact to the minute', async () => {
  const member = await mintUser(dependencies, here.organizationId, 'user');
  const { token } = await make(member);
  expect((await list(member.key))[0]?.last_used).toBeNull();
  await whoAmI(token);
  const first = dependencies.clock.now().toISOString();
  dependencies.clock.advance(MINUTE / 2);
  await whoAmI(token);
  expect((await list(member.key))[0]?.last_used).toBe(first);
  dependencies.clock.advance(MINUTE);
  await whoAmI(token);
  expect((await list(member.key))[0]?.last_used).toBe(dependencies.clock.now().toISOString());
});

describe('a token ends', () => {
  test('when it is revoked, by its owner alone', async () => {
    const member = await mintUser(dependencies, here.organizationId, 'user');
    const { id, token } = await make(member);
    const params = { tokenID: id };
    expect((await call(contract.revokeApiToken, { params }, { key: here.owner.key })).status).toBe(404);
    expect((await whoAmI(token)).status).toBe(200);
    expect((await call(contract.revokeApiToken, { params }, { key: member.key })).status).toBe(200);
    expect((await whoAmI(token)).status).toBe(401);
  });

  test('on its day, and never when none was chosen', async () => {
    const { owner } = await mintOrganization(dependencies);
    const [short, long] = [await make(owner, 7), await make(owner, null)];
    dependencies.clock.advance(7 * DAY);
    expect((await whoAmI(short.token)).status).toBe(401);
    expect((await whoAmI(long.token)).status).toBe(200);
    expect((await list(owner.key)).map(({ expired }) => expired).sort()).toEqual([false, true]);
  });

  test('with its user', async () => {
    const member = await mintUser(dependencies, here.organizationId, 'user');
    const { token } = await make(member);
    const input = { params: { userID: member.userId }, body: { user_id: here.owner.userId } };
    const owner = await mintSession();
    expect((await call(deleteUser, input, { key: owner })).status).toBe(200);
    expect((await whoAmI(token)).status).toBe(401);
    expect((await dependencies.db.select().from(apiTokens)).some(({ userId }) => userId === member.userId)).toBe(false);
  });
});

/** The clock has moved: another session of the owner. */
async function mintSession() {
  const { organizationId, owner } = here;
  const origin = { ipAddress: '127.0.0.1', userAgent: 'test' };
  return createSession(dependencies, { userId: owner.userId, organizationId, origin });
}

test('a token does nothing that is for the person alone', async () => {
  const { owner, organizationId } = await mintOrganization(dependencies);
  const { id, token } = await make(owner);
  const proof = { current_password: 'Harbour-Wind-74' };
  const refused = await Promise.all([
    call(
      contract.changePassword,
      { body: { ...proof, password: 'Lantern-Quay-58', password_repeat: 'x' } },
      { key: token },
    ),
    call(contract.beginTwoFactor, { body: proof }, { key: token }),
    call(contract.disableTwoFactor, { body: proof }, { key: token }),
    call(contract.addApiToken, { body: { name: 'More', days: null, scopes: ['read'], ...proof } }, { key: token }),
    call(contract.revokeApiToken, { params: { tokenID: id } }, { key: token }),
    call(contract.endOtherSessions, {}, { key: token }),
    call(switchOrganization, { body: { id: organizationId } }, { key: token }),
  ]);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  expect(refused[0]?.body.message).toBe('API tokens can’t do this. Log in and do it yourself.');
});

test('the audit log says which token did it', async () => {
  const { owner } = await mintOrganization(dependencies);
  const { token } = await make(owner, 30, 'Deploy bot');
  const body = { name: 'Laptop', public_key: newPublicKey() };
  expect((await call(addSshKey, { body }, { key: token })).status).toBe(200);
  const { rows } = (await call(listAudit, { query: { action: 'ssh-keys' } }, { key: owner.key })).body;
  expect(rows[0]).toMatchObject({ user_id: owner.userId, details: { by: 'token Deploy bot' } });
});

test('the audit log counts what a token reads, per call and hour, and shows it when asked', async () => {
  const counters = [createReadCounter(dependencies), createReadCounter(dependencies)] as const;
  const [one, other] = counters.map((reads) => createTestClient(createApp(dependencies, { reads })).call);
  if (!one || !other) throw new Error('there are two processes');
  const flush = () => Promise.all(counters.map((reads) => reads.flush()));
  const { owner, organizationId } = await mintOrganization(dependencies);
  const member = await mintUser(dependencies, organizationId, 'user');
  const { token } = await make(member, 30, 'Deploy bot');
  await one(contract.listApiTokens, {}, { key: member.key });
  for (const process of [one, one, other])
    expect((await process(auth.currentUser, {}, { key: token })).status).toBe(200);
  expect((await other(listAudit, {}, { key: token })).status).toBe(403);
  await flush();
  await other(auth.currentUser, {}, { key: token });
  await flush();
  await flush();
  dependencies.clock.advance(HOUR);
  await one(auth.currentUser, {}, { key: token });
  await flush();

  const log = async (query: object) => (await call(listAudit, { query }, { key: owner.key })).body.rows;
  const reads = await log({ reads: 'true', action: 'access' });
  const seen = reads.map(({ user_id, outcome, details }) => ({ user_id, outcome, ...details }));
  const by = { user_id: member.userId, by: 'token Deploy bot' };
  const asked = `GET ${auth.currentUser.path}`;
  expect(seen[0]).toEqual({ ...by, outcome: 'success', call: asked, reads: 1 });
  expect(seen.slice(1)).toHaveLength(2);
  expect(seen).toContainEqual({ ...by, outcome: 'success', call: asked, reads: 4 });
  expect(seen).toContainEqual({ ...by, outcome: 'failure', call: `GET ${listAudit.path}`, reads: 1 });
  expect(await log({ action: 'access' })).toEqual([]);
  expect(await log({ action: 'access.read' })).toHaveLength(3);
});

test('reads that could not be written are counted with the next ones', async () => {
  let down = true;
  const db = new Proxy(dependencies.db, {
    get(target, name) {
      if (name === 'insert' && down) throw new Error('the database is away');
      return Reflect.get(target, name);
    },
  });
  const reads = createReadCounter({ ...dependencies, db });
  const process = createTestClient(createApp(dependencies, { reads })).call;
  const { owner } = await mintOrganization(dependencies);
  const { token } = await make(owner);
  await process(auth.currentUser, {}, { key: token });
  await reads.flush();
  down = false;
  await process(auth.currentUser, {}, { key: token });
  await reads.flush();
  const { rows } = (await call(listAudit, { query: { action: 'access.read' } }, { key: owner.key })).body;
  expect(rows.map(({ details }) => details.reads)).toEqual([2]);
});

describe('a revoked token', () => {
  const revoke = (key: string, tokenID: string) => call(contract.revokeApiToken, { params: { tokenID } }, { key });
  const restore = (key: string, tokenID: string) => call(contract.restoreApiToken, { params: { tokenID } }, { key });

  test('works again as before once that is undone, by its person alone, also twice and at once', async () => {
    const member = await mintUser(dependencies, here.organizationId, 'lead');
    const { id, token } = await make(member);
    const before = await list(member.key);
    await revoke(member.key, id);
    expect((await call(contract.listApiTokens, {}, { key: member.key })).body).toMatchObject({
      tokens: [],
      deleted: [{ id, name: 'Nightly build' }],
    });
    expect((await restore(here.owner.key, id)).status).toBe(404);
    expect((await restore(token, id)).status).toBe(401);
    const answers = await Promise.all([restore(member.key, id), restore(member.key, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await whoAmI(token)).status).toBe(200);
    expect((await call(contract.listApiTokens, {}, { key: member.key })).body).toMatchObject({
      tokens: [{ ...before[0], last_used: expect.any(String) }],
      deleted: [],
    });
  });

  test('is gone a day later, hash and all, and when all ways in are forgotten', async () => {
    const { owner, organizationId } = await mintOrganization(dependencies);
    const member = await mintUser(dependencies, organizationId, 'user');
    const [old, left] = [await make(owner), await make(member)];
    await revoke(owner.key, old.id);
    await revoke(member.key, left.id);
    await call(deleteUser, { params: { userID: member.userId }, body: { user_id: owner.userId } }, { key: owner.key });
    const kept = () => dependencies.sql`select id from deleted_api_tokens where organization_id = ${organizationId}`;
    expect(await kept()).toEqual([{ id: old.id }]);
    dependencies.clock.advance(DAY);
    expect((await restore(owner.key, old.id)).status).toBe(404);
    await authJobs(dependencies)['auth.sweep']();
    expect(await kept()).toEqual([]);
    expect((await whoAmI(old.token)).status).toBe(401);
  });
});
