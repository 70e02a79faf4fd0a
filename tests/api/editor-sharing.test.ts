import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { impersonations, sessions } from '#server/features/auth/tables.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { instances } from '#server/features/instances/tables.ts';
import { memberships } from '#server/features/people/tables.ts';
import { endLostEditors } from '#server/features/sharing/end-editor-share.ts';
import { editorShares } from '#server/features/sharing/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import * as contract from '#shared/features/sharing/editor.ts';
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
let directory: ReturnType<typeof createDirectory>;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  client = createTestClient(createApp(dependencies));
  directory = createDirectory(dependencies);
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

/** A lead with a running workspace, and a colleague who has no right to it. */
async function two() {
  const { organizationId } = here;
  const owner = await mintUser(dependencies, organizationId, 'lead');
  const guest = await mintUser(dependencies, organizationId, 'user');
  await insertGroup(dependencies, organizationId, { admins: [], members: [owner.userId, guest.userId] });
  const ofOwner = { organizationId, userId: owner.userId };
  const workspace = await insertWorkspace(dependencies, ofOwner, { status: 'Active', name: 'Shop' });
  return { owner, guest, workspaceID: workspace.id };
}
type Two = Awaited<ReturnType<typeof two>>;

const share = (by: { key: string }, workspaceID: string, guest: { userId: string }, minutes: 15 | 60 | 240 = 60) =>
  client.call(
    contract.shareEditor,
    { params: { workspaceID }, body: { user_id: guest.userId, minutes } },
    { key: by.key },
  );
const end = (by: { key: string }, editorShareID: string) =>
  client.call(contract.endEditorShare, { params: { editorShareID } }, { key: by.key });
const withMe = async ({ key }: { key: string }) =>
  (await client.call(contract.editorsSharedWithMe, {}, { key })).body.shares;
const inWorkspace = async (workspaceID: string, { key }: { key: string }) =>
  (await client.call(contract.editorShares, { params: { workspaceID } }, { key })).body.shares;
/** What lets this person's session into VS Code. */
async function entry({ userId }: { userId: string }, workspaceID: string) {
  const [session] = await dependencies.db.select().from(sessions).where(eq(sessions.userId, userId));
  const user = { userId, organizationId: here.organizationId, sessionId: session!.id };
  return directory.editorGuest(user, workspaceID);
}
const entries = async (id: string) =>
  dependencies.sql`select action, user_id, details ->> 'reason' as reason from audit_log where target_id = ${id} order by id`;

test('the named member is told, may enter VS Code until its time, and gets no right to the workspace', async () => {
  const { owner, guest, workspaceID } = await two();
  const shared = await share(owner, workspaceID, guest);
  expect(shared.status).toBe(200);
  const id = shared.body.editorShareID;
  const endsAt = new Date(dependencies.clock.now().getTime() + 60 * MINUTE);
  const [told] = await withMe(guest);
  expect(told).toMatchObject({
    ...{ id, expire_date: endsAt.toISOString(), here: false, may_end: false },
    ...{ workspace: { id: workspaceID, name: 'Shop' }, owner: { id: owner.userId }, guest: { id: guest.userId } },
  });
  expect(await entry(guest, workspaceID)).toEqual({ shareId: id, ownerId: owner.userId, endsAt });
  expect(await entry(guest, (await two()).workspaceID)).toBeNull();
  expect(await directory.mayOpen({ ...guest, organizationId: here.organizationId }, workspaceID)).toBe(false);
  expect((await client.call(getWorkspace, { params: { workspaceID } }, { key: guest.key })).status).toBe(404);
  expect((await share(guest, workspaceID, here.owner)).status).toBe(404);
  await directory.noteGuest(id);
  expect(await entries(id)).toMatchObject([{ action: 'sharing.open-editor', user_id: guest.userId }]);
  dependencies.clock.advance(60 * MINUTE);
  expect(await entry(guest, workspaceID)).toBeNull();
  await Promise.all([endLostEditors(dependencies), endLostEditors(dependencies)]);
  expect(await entries(id)).toMatchObject([{}, { action: 'sharing.end-editor', reason: 'Its time was over.' }]);
});

test('owner and admins see and end what somebody shares, nobody else does, and a second click changes nothing', async () => {
  const { owner, guest, workspaceID } = await two();
  const id = (await share(owner, workspaceID, guest)).body.editorShareID;
  expect((await inWorkspace(workspaceID, here.owner)).map(({ may_end }) => may_end)).toEqual([true]);
  const stranger = (await mintOrganization(dependencies)).owner;
  for (const each of [guest, stranger]) expect((await end(each, id)).status).toBe(404);
  const answers = await Promise.all([end(here.owner, id), end(here.owner, id)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await entries(id)).toMatchObject([{ action: 'sharing.end-editor', user_id: here.owner.userId, reason: null }]);
  expect([await entry(guest, workspaceID), await withMe(guest)]).toEqual([null, []]);
});

test('sharing twice is one share whose time starts over, and one that ended is another', async () => {
  const { owner, guest, workspaceID } = await two();
  const first = await share(owner, workspaceID, guest, 15);
  const again = await Promise.all([share(owner, workspaceID, guest, 240), share(owner, workspaceID, guest, 240)]);
  expect(again.map(({ body }) => body.editorShareID)).toEqual(Array(2).fill(first.body.editorShareID));
  await end(owner, first.body.editorShareID);
  expect((await share(owner, workspaceID, guest)).body.editorShareID).not.toBe(first.body.editorShareID);
  for (let count = 1; count < SHARES_MAX; count++) {
    const admin = await mintUser(dependencies, here.organizationId, 'admin');
    expect((await share(owner, workspaceID, admin)).status).toBe(200);
  }
  expect((await share(owner, workspaceID, here.owner)).status).toBe(409);
});

test('only one’s own running workspace with VS Code is shared, by oneself, with somebody one may know of', async () => {
  const { owner, guest, workspaceID } = await two();
  // Owner and admins may open it, but it isn't theirs to share.
  expect((await share(here.owner, workspaceID, guest)).status).toBe(403);
  const { token } = await mintApiToken(
    dependencies,
    { userId: owner.userId, organizationId: here.organizationId },
    { scopes: ['everything'] },
  );
  expect((await share({ key: token }, workspaceID, guest)).status).toBe(403);
  const unknown = await mintUser(dependencies, here.organizationId, 'user');
  for (const each of [unknown, owner]) expect((await share(owner, workspaceID, each)).status).toBe(422);
  const set = (values: Partial<typeof instances.$inferInsert>) =>
    dependencies.db.update(instances).set(values).where(eq(instances.id, workspaceID));
  await set({ status: 'Offline' });
  expect((await share(owner, workspaceID, guest)).status).toBe(409);
  await set({ asleepSince: dependencies.clock.now() });
  expect((await share(owner, workspaceID, guest)).status).toBe(409);
  await set({ status: 'Active', asleepSince: null });
  await dependencies.db.update(workspaces).set({ ide: 'none' }).where(eq(workspaces.id, workspaceID));
  expect((await share(owner, workspaceID, guest)).status).toBe(409);
});

test('an administrator who acts as the guest is not let in', async () => {
  const { owner, guest, workspaceID } = await two();
  await share(owner, workspaceID, guest);
  const [session] = await dependencies.db.select().from(sessions).where(eq(sessions.userId, guest.userId));
  const startedAt = dependencies.clock.now();
  const id = newId();
  await dependencies.db.insert(impersonations).values({
    ...{ id, realUserId: here.owner.userId, userId: guest.userId, organizationId: here.organizationId },
    ...{ realSessionId: session!.id, reason: 'help', startedAt, expiresAt: new Date(startedAt.getTime() + MINUTE) },
  } as typeof impersonations.$inferInsert);
  expect(await entry(guest, workspaceID)).not.toBeNull();
  await dependencies.db.update(sessions).set({ impersonationId: id }).where(eq(sessions.id, session!.id));
  expect(await entry(guest, workspaceID)).toBeNull();
});

const leave = ({ userId }: MintedUser) =>
  dependencies.db.update(memberships).set({ status: 'deleted' }).where(eq(memberships.userId, userId));
test.each<[string, (it: Two) => Promise<unknown>]>([
  [
    'the workspace stops, though it runs again before anybody looks',
    async ({ owner, workspaceID }) => {
      dependencies.clock.advance(1000);
      const request = [{ params: { workspaceID } }, { key: owner.key }] as const;
      await client.call(stopWorkspace, ...request);
      await client.call(startWorkspace, ...request);
      await dependencies.db.update(instances).set({ status: 'Active' }).where(eq(instances.id, workspaceID));
    },
  ],
  ['its owner leaves', ({ owner }) => leave(owner)],
  ['its guest leaves', ({ guest }) => leave(guest)],
  [
    'the workspace is handed over, though its former owner still may open it',
    async ({ owner, workspaceID }) => {
      await dependencies.db.update(memberships).set({ role: 'admin' }).where(eq(memberships.userId, owner.userId));
      await dependencies.db.update(instances).set({ userId: here.owner.userId }).where(eq(instances.id, workspaceID));
    },
  ],
  [
    'the workspace is deleted',
    ({ workspaceID }) =>
      dependencies.db.update(instances).set({ status: 'Deleted' }).where(eq(instances.id, workspaceID)),
  ],
])('it ends when %s', async (_, lose) => {
  const them = await two();
  const id = (await share(them.owner, them.workspaceID, them.guest)).body.editorShareID;
  await endLostEditors(dependencies);
  expect(await entry(them.guest, them.workspaceID)).not.toBeNull();
  await lose(them);
  expect(await entry(them.guest, them.workspaceID)).toBeNull();
  await endLostEditors(dependencies);
  expect(await entries(id)).toMatchObject([{ reason: 'The workspace stopped, or somebody lost access.' }]);
  expect(await dependencies.db.$count(editorShares, eq(editorShares.id, id))).toBe(0);
});

test('a guest who was removed and is a member again has nothing back', async () => {
  const { owner, guest, workspaceID } = await two();
  await share(owner, workspaceID, guest);
  await leave(guest);
  await endLostEditors(dependencies);
  await dependencies.db.update(memberships).set({ status: 'active' }).where(eq(memberships.userId, guest.userId));
  expect(await entry(guest, workspaceID)).toBeNull();
});
