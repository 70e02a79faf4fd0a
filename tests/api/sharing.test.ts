import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { instances } from '#server/features/instances/tables.ts';
import { memberships } from '#server/features/people/tables.ts';
import { endLostShares } from '#server/features/sharing/end-share.ts';
import { terminalShares } from '#server/features/sharing/tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import * as contract from '#shared/features/sharing/contract.ts';
import { SHARES_MAX } from '#shared/features/sharing/model.ts';
import { getWorkspace, startWorkspace, stopWorkspace } from '#shared/features/workspaces/contract.ts';
import { mintApiToken } from '#tests/support/api-token.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertGroup, insertWorkspace } from '#tests/support/things.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

/** A lead with a running workspace, and a colleague who has no right to it. */
async function two() {
  const { organizationId } = here;
  const [owner, guest] = [
    await mintUser(dependencies, organizationId, 'lead'),
    await mintUser(dependencies, organizationId, 'user'),
  ];
  await insertGroup(dependencies, organizationId, { admins: [], members: [owner.userId, guest.userId] });
  const workspace = await insertWorkspace(
    dependencies,
    { organizationId, userId: owner.userId },
    { status: 'Active', name: 'Shop' },
  );
  return { owner, guest, workspaceID: workspace.id };
}

const share = (by: { key: string }, workspaceID: string, guest: MintedUser, minutes: 15 | 60 | 240 = 60) =>
  client.call(
    contract.shareTerminal,
    { params: { workspaceID }, body: { user_id: guest.userId, mode: 'view', minutes } },
    { key: by.key },
  );
const withMe = async ({ key }: { key: string }) => (await client.call(contract.sharedWithMe, {}, { key })).body.shares;
const byMe = async (workspaceID: string, { key }: { key: string }) =>
  (await client.call(contract.myTerminalShares, { params: { workspaceID } }, { key })).body.shares;
const reasonsOf = async (id: string) =>
  (
    await dependencies.sql`select details ->> 'reason' as reason from audit_log
      where action = 'sharing.end' and target_id = ${id}`
  ).map(({ reason }) => reason);

test('the named member is told what is shared, by whom and until when, and gets no right to the workspace', async () => {
  const { owner, guest, workspaceID } = await two();
  const shared = await share(owner, workspaceID, guest);
  expect(shared.status).toBe(200);
  const expected = {
    id: shared.body.terminalShareID,
    mode: 'view',
    expire_date: new Date(dependencies.clock.now().getTime() + 60 * MINUTE).toISOString(),
    workspace: { id: workspaceID, name: 'Shop' },
    owner: { id: owner.userId, name: 'lead person', profile_photo_url: null },
    guest: { id: guest.userId, name: 'user person', profile_photo_url: null },
  };
  expect(await withMe(guest)).toEqual([expected]);
  expect(await byMe(workspaceID, owner)).toEqual([expected]);
  expect(await withMe(owner)).toEqual([]);
  expect((await client.call(getWorkspace, { params: { workspaceID } }, { key: guest.key })).status).toBe(404);
  // Nor may they pass it on.
  const other = await mintUser(dependencies, here.organizationId, 'admin');
  expect((await share(guest, workspaceID, other)).status).toBe(404);
});

test('a share says nothing to anybody else, and nobody but its owner changes or ends it', async () => {
  const { owner, guest, workspaceID } = await two();
  const { body } = await share(owner, workspaceID, guest);
  const params = { terminalShareID: body.terminalShareID };
  const stranger = (await mintOrganization(dependencies)).owner;
  for (const { key } of [here.owner, owner, stranger]) {
    expect((await client.call(contract.getTerminalShare, { params }, { key })).status).toBe(404);
  }
  for (const { key } of [here.owner, guest, stranger]) {
    const changed = await client.call(contract.changeTerminalShare, { params, body: { mode: 'type' } }, { key });
    expect([changed.status, (await client.call(contract.endTerminalShare, { params }, { key })).status]).toEqual([
      404, 404,
    ]);
  }
  expect((await withMe(guest)).map(({ mode }) => mode)).toEqual(['view']);
});

test('only a member whom the person may know of can be named, and only a running workspace is shared', async () => {
  const { owner, guest, workspaceID } = await two();
  const unknown = await mintUser(dependencies, here.organizationId, 'user');
  const gone = await mintUser(dependencies, here.organizationId, 'admin');
  await dependencies.db.update(memberships).set({ status: 'deleted' }).where(eq(memberships.userId, gone.userId));
  const stranger = (await mintOrganization(dependencies)).owner;
  for (const each of [unknown, gone, stranger, owner]) {
    const refused = await share(owner, workspaceID, each);
    expect([refused.status, refused.body]).toMatchObject([422, { errorsObj: { user_id: expect.any(String) } }]);
  }
  const choices = await client.call(contract.sharingChoices, { params: { workspaceID } }, { key: owner.key });
  const ids = choices.body.people.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([guest.userId, here.owner.userId]));
  for (const each of [unknown, gone, stranger, owner]) expect(ids).not.toContain(each.userId);
  // The owner of the organization may know of everyone.
  expect((await share(here.owner, workspaceID, unknown)).status).toBe(200);
  await dependencies.db.update(instances).set({ status: 'Offline' }).where(eq(instances.id, workspaceID));
  expect((await share(owner, workspaceID, guest)).status).toBe(409);
});

test('an API token shares nothing, whatever it may do', async () => {
  const { owner, guest, workspaceID } = await two();
  const whose = { userId: owner.userId, organizationId: here.organizationId };
  const { token } = await mintApiToken(dependencies, whose, { scopes: ['everything'] });
  expect((await share({ key: token }, workspaceID, guest)).status).toBe(403);
});

test('sharing with the same person again starts over, and so many people at once are enough', async () => {
  const { owner, guest, workspaceID } = await two();
  const first = await share(owner, workspaceID, guest, 15);
  const again = await Promise.all([share(owner, workspaceID, guest, 240), share(owner, workspaceID, guest, 240)]);
  expect(again.map(({ body }) => body.terminalShareID)).toEqual(Array(2).fill(first.body.terminalShareID));
  for (let count = 1; count < SHARES_MAX; count++) {
    const admin = await mintUser(dependencies, here.organizationId, 'admin');
    expect((await share(owner, workspaceID, admin)).status).toBe(200);
  }
  expect((await share(owner, workspaceID, here.owner as MintedUser)).status).toBe(409);
  expect((await share(owner, workspaceID, guest)).status).toBe(200);
});

test('it ends at its time, and the time is written down once', async () => {
  const { owner, guest, workspaceID } = await two();
  const { body } = await share(owner, workspaceID, guest, 15);
  dependencies.clock.advance(15 * MINUTE);
  expect([await withMe(guest), await byMe(workspaceID, owner)]).toEqual([[], []]);
  await Promise.all([endLostShares(dependencies), endLostShares(dependencies)]);
  expect(await reasonsOf(body.terminalShareID)).toEqual(['Its time was over.']);
});

test.each<[string, (it: Awaited<ReturnType<typeof two>>) => Promise<unknown>]>([
  [
    'the workspace stops, though it runs again before anybody looks',
    async ({ owner, workspaceID }) => {
      dependencies.clock.advance(1000);
      const request = [{ params: { workspaceID } }, { key: owner.key }] as const;
      expect((await client.call(stopWorkspace, ...request)).status).toBe(200);
      expect((await client.call(startWorkspace, ...request)).status).toBe(200);
      await dependencies.db.update(instances).set({ status: 'Active' }).where(eq(instances.id, workspaceID));
    },
  ],
  [
    'its owner leaves the organization',
    ({ owner }) =>
      dependencies.db.update(memberships).set({ status: 'deleted' }).where(eq(memberships.userId, owner.userId)),
  ],
  [
    'its guest leaves the organization',
    ({ guest }) =>
      dependencies.db.update(memberships).set({ status: 'deleted' }).where(eq(memberships.userId, guest.userId)),
  ],
  [
    'its owner loses the right to the workspace',
    ({ workspaceID }) =>
      dependencies.db.update(instances).set({ userId: here.owner.userId }).where(eq(instances.id, workspaceID)),
  ],
])('it ends when %s', async (_, lose) => {
  const them = await two();
  const { body } = await share(them.owner, them.workspaceID, them.guest);
  const id = body.terminalShareID;
  await endLostShares(dependencies);
  expect(await dependencies.db.$count(terminalShares, eq(terminalShares.id, id))).toBe(1);
  await lose(them);
  const params = { terminalShareID: id };
  expect((await client.call(contract.getTerminalShare, { params }, { key: them.guest.key })).status).not.toBe(200);
  await endLostShares(dependencies);
  expect(await reasonsOf(id)).toEqual(['The workspace stopped, or somebody lost access.']);
});

test('falling asleep ends nothing', async () => {
  const { owner, guest, workspaceID } = await two();
  await share(owner, workspaceID, guest);
  const asleepSince = dependencies.clock.now();
  await dependencies.db.update(instances).set({ status: 'Offline', asleepSince }).where(eq(instances.id, workspaceID));
  await dependencies.sql`insert into instance_status_changes (instance_id, status, cause, created_at)
    values (${workspaceID}, 'Offline', 'asleep', ${new Date(asleepSince.getTime() + 1000)})`;
  expect(await withMe(guest)).toHaveLength(1);
});
