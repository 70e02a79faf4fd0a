import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { resolveSession } from '#server/features/auth/resolve-session.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { deletedGroups } from '#server/features/groups/tables.ts';
import { collectSecrets } from '#server/features/secrets/index.ts';
import { deletedGroupSecrets } from '#server/features/secrets/tables.ts';
import { userJobs } from '#server/features/users/jobs.ts';
import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { mayJoin } from '#server/realtime/may-join.ts';
import { rooms } from '#shared/api/rooms.ts';
import { listAudit } from '#shared/features/audit/contract.ts';
import * as contract from '#shared/features/groups/contract.ts';
import * as secrets from '#shared/features/secrets/contract.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import { getUser, updateUser } from '#shared/features/users/contract.ts';
import * as workspace from '#shared/features/workspaces/contract.ts';
import { userOptions } from '#shared/features/workspaces/options.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import {
  joinOrganization,
  type MintedOrganization,
  type MintedUser,
  mintOrganization,
  mintUser,
} from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { insertWorkspace } from '#tests/support/things.ts';

let dependencies: TestDependencies;
let call: TestClient['call'];
let here: MintedOrganization;
let there: MintedOrganization;

beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '100000' } });
  call = createTestClient(createApp(dependencies)).call;
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  here = await mintOrganization(dependencies);
  there = await mintOrganization(dependencies);
});

const add = (by: MintedUser, body: Partial<typeof contract.groupBody._input> = {}) =>
  call(contract.addGroup, { body: { name: 'Backend', admin_users: [], users: [], ...body } }, { key: by.key });
const get = (by: MintedUser, groupID: string) => call(contract.getGroup, { params: { groupID } }, { key: by.key });
const list = (by: MintedUser, query: Record<string, string> = {}) =>
  call(contract.listGroups, { query }, { key: by.key });

describe('managing groups', () => {
  test('owner and admin add, read, change and delete them; lead and user do not', async () => {
    const admin = await mintUser(dependencies, here.organizationId, 'admin');
    const lead = await mintUser(dependencies, here.organizationId, 'lead');
    const user = await mintUser(dependencies, here.organizationId, 'user');
    const added = await add(admin, { name: ' Backend ', admin_users: [lead.userId], users: [user.userId] });
    expect(added).toMatchObject({ status: 200, body: { success: true, errors: [] } });
    const groupID = added.body.groupID;
    expect((await get(here.owner, groupID)).body).toMatchObject({
      groupID,
      name: 'Backend',
      group_name: 'Backend',
      admin_users: [lead.userId],
      users: [user.userId],
      group_size: 1,
    });
    const body = { name: 'Platform', admin_users: [], users: [user.userId, lead.userId] };
    const params = { groupID };
    expect((await call(contract.updateGroup, { params, body }, { key: here.owner.key })).status).toBe(200);
    expect((await list(here.owner)).body).toMatchObject({
      records: 1,
      rows: [{ id: groupID, group_name: 'Platform', group_size: 2, admin_users: [] }],
      data: [{ id: groupID, group_name: 'Platform' }],
    });
    for (const who of [lead, user]) {
      expect((await add(who)).status).toBe(403);
      expect((await list(who)).status).toBe(403);
      expect((await get(who, groupID)).status).toBe(403);
      expect((await call(contract.deleteGroup, { params }, { key: who.key })).status).toBe(403);
    }
    expect((await call(contract.deleteGroup, { params }, { key: admin.key })).status).toBe(200);
    expect((await get(here.owner, groupID)).status).toBe(404);
  });

  test('a name is needed, once; people are members', async () => {
    expect((await add(here.owner, { name: '  ' })).body.errorsObj?.name).toBeTruthy();
    expect((await add(here.owner)).status).toBe(200);
    expect((await add(here.owner, { name: 'BACKEND' })).body).toMatchObject({
      success: false,
      errors: ['A group with this name already exists.'],
      errorsObj: { name: 'A group with this name already exists.' },
      code: 'errors.formErrors',
    });
    expect((await add(there.owner)).status).toBe(200);
    const foreign = await add(here.owner, { name: 'Other', users: [there.owner.userId], admin_users: ['nonsense'] });
    expect(Object.keys(foreign.body.errorsObj ?? {})).toEqual(['admin_users', 'users']);
  });

  test('sorts, filters and pages by 16', async () => {
    for (const letter of 'abcdefghijklmnopq') await add(here.owner, { name: `Team ${letter}` });
    const names = (body: { rows: { group_name: string }[] }) => body.rows.map((row) => row.group_name);
    expect(names((await list(here.owner)).body)).toHaveLength(16);
    expect(names((await list(here.owner, { page: '2' })).body)).toEqual(['Team q']);
    expect(names((await list(here.owner, { sort: 'group_name', sortDir: 'desc' })).body)[0]).toBe('Team q');
    expect((await list(here.owner, { search: 'TEAM C' })).body).toMatchObject({ records: 1 });
    expect((await list(here.owner, { search: '%' })).body.records).toBe(0);
  });
});

describe('what a group gives its administrators', () => {
  async function keyOf(who: MintedUser): Promise<string> {
    const public_key = newPublicKey();
    return (await call(keys.addSshKey, { body: { name: 'k', public_key } }, { key: who.key })).body.sshKeyID;
  }

  /** A workspace of `user`, and `lead`, who administers the user's group. */
  async function scene(house = here) {
    const { organizationId } = house;
    const lead = await mintUser(dependencies, organizationId, 'lead');
    const user = await mintUser(dependencies, organizationId, 'user');
    const other = await mintUser(dependencies, organizationId, 'lead');
    const sshKeyId = await keyOf(user);
    const leadKey = await keyOf(lead);
    const id = newId();
    const row = { id, organizationId, userId: user.userId, name: 'w', slug: id, status: 'Offline' as const, sshKeyId };
    await insertWorkspace(dependencies, row, { ...row, containerId: null });
    const group = await add(house.owner, { admin_users: [lead.userId], users: [user.userId] });
    return { lead, user, other, id, sshKeyId, leadKey, groupID: group.body.groupID };
  }
  const join = ({ organizationId }: MintedOrganization, userId: string) =>
    joinOrganization(dependencies, { organizationId, userId, role: 'lead' });
  const read = (by: Pick<MintedUser, 'key'>, id: string) =>
    call(workspace.getWorkspace, { params: { workspaceID: id } }, { key: by.key });

  test('they see, open and start it, over SSH and in live rooms too, and do not change or delete it', async () => {
    const { lead, user, other, id, sshKeyId } = await scene();
    expect((await read(other, id)).status).toBe(404);
    expect((await read(lead, id)).body.may).toMatchObject({
      open: true,
      start: true,
      stop: false,
      edit: false,
      delete: false,
    });
    expect((await call(workspace.listWorkspaces, {}, { key: lead.key })).body.records).toBe(1);
    expect((await call(workspace.listWorkspaces, {}, { key: other.key })).body.records).toBe(0);
    const options = await call(userOptions, {}, { key: lead.key });
    expect(options.body.items.map(({ value }) => value).sort()).toEqual([lead.userId, user.userId].sort());

    const params = { workspaceID: id };
    expect((await call(workspace.startWorkspace, { params }, { key: lead.key })).status).toBe(200);
    expect((await call(workspace.stopWorkspace, { params }, { key: lead.key })).status).toBe(200);
    expect((await call(workspace.deleteWorkspace, { params }, { key: lead.key })).status).toBe(403);
    const renamed = await call(workspace.updateWorkspace, { params, body: { name: 'mine' } }, { key: lead.key });
    expect(renamed.status).toBe(403);

    const directory = createDirectory(dependencies);
    const { organizationId } = here;
    expect(await directory.mayOpen({ userId: lead.userId, organizationId }, id)).toBe(true);
    expect(await directory.mayOpen({ userId: other.userId, organizationId }, id)).toBe(false);
    const allowed = (await directory.allowedKeys(id)).map((key) => key.userId).sort();
    expect(allowed).toEqual([lead.userId, user.userId].sort());
    const actor = await resolveSession(dependencies, lead.key);
    expect(await mayJoin(dependencies, actor!, rooms.workspaceInit(id))).toBe(true);

    const body = {
      name: 'For them',
      user_id: user.userId,
      ssh_key_id: sshKeyId,
      server_id: 'shared',
      deployment_type: 'new_container',
      language: 'nodejs',
      database: 'none',
    };
    expect((await call(keys.listSshKeys, { query: { user_id: user.userId } }, { key: lead.key })).status).toBe(200);
    expect((await call(keys.listSshKeys, { query: { user_id: user.userId } }, { key: other.key })).status).toBe(404);
    expect((await call(workspace.addWorkspace, { body }, { key: lead.key })).status).toBe(200);
    expect((await call(workspace.addWorkspace, { body }, { key: other.key })).status).toBe(422);
  });

  test.each(['taken out', 'group deleted'])('they lose it at once and are told everywhere: %s', async (how) => {
    const { lead, user, id, groupID } = await scene();
    let told: () => void = () => {};
    const heard = new Promise<void>((resolve) => {
      told = resolve;
    });
    const stop = await dependencies.bus.listen('access_changed', () => told());
    const key = here.owner.key;
    const params = { groupID };
    const body = { name: 'Backend', admin_users: [], users: [user.userId] };
    if (how === 'taken out') await call(contract.updateGroup, { params, body }, { key });
    else await call(contract.deleteGroup, { params }, { key });
    await heard;
    await stop();
    expect((await read(lead, id)).status).toBe(404);
    const directory = createDirectory(dependencies);
    expect(await directory.mayOpen({ userId: lead.userId, organizationId: here.organizationId }, id)).toBe(false);
    expect((await directory.allowedKeys(id)).map((allowed) => allowed.userId)).toEqual([user.userId]);
    const actor = await resolveSession(dependencies, lead.key);
    expect(await mayJoin(dependencies, actor!, rooms.workspace(id))).toBe(false);
  });

  test('administering a group of one organization gives nothing in another, whoever is a member of both', async () => {
    const { lead, user, id, groupID } = await scene();
    const elsewhere = await scene(there);
    // Both work in both organizations, and only the group there has the user of here in it.
    for (const { userId } of [lead, user]) await join(there, userId);
    const theirLead = await join(here, elsewhere.lead.userId);
    await join(here, elsewhere.user.userId);
    const params = { groupID: elsewhere.groupID };
    const people = { admin_users: [elsewhere.lead.userId], users: [elsewhere.user.userId, user.userId] };
    const changed = await call(
      contract.updateGroup,
      { params, body: { name: 'Both', ...people } },
      { key: there.owner.key },
    );
    expect(changed.status).toBe(200);

    expect((await read({ key: theirLead }, id)).status).toBe(404);
    expect((await call(workspace.listWorkspaces, {}, { key: theirLead })).body.records).toBe(0);
    const directory = createDirectory(dependencies);
    const asking = { userId: elsewhere.lead.userId, organizationId: here.organizationId };
    expect(await directory.mayOpen(asking, id)).toBe(false);
    expect(await directory.mayOpen({ userId: lead.userId, organizationId: there.organizationId }, id)).toBe(false);
    const allowed = (await directory.allowedKeys(id)).map(({ userId }) => userId);
    expect(allowed.sort()).toEqual([lead.userId, user.userId].sort());
    const actor = await resolveSession(dependencies, theirLead);
    expect(actor && (await mayJoin(dependencies, actor, rooms.workspace(id)))).toBe(false);
    const choices = await call(userOptions, {}, { key: theirLead });
    expect(choices.body.items.map(({ value }) => value)).toEqual([elsewhere.lead.userId]);
    expect((await get(here.owner, elsewhere.groupID)).status).toBe(404);
    expect((await get(here.owner, groupID)).status).toBe(200);
  });

  test.each(['update', 'read', 'delete'] as const)(
    'a group of another organization whose members are all members here too is as good as none: %s',
    async (how) => {
      const { groupID, lead, user } = await scene(there);
      for (const { userId } of [lead, user]) await join(here, userId);
      const body = { name: 'Taken', admin_users: [], users: [] };
      const [params, key] = [{ groupID }, { key: here.owner.key }];
      const answers = {
        update: () => call(contract.updateGroup, { params, body }, key),
        read: () => call(contract.getGroup, { params }, key),
        delete: () => call(contract.deleteGroup, { params }, key),
      };
      expect((await answers[how]()).status).toBe(404);
      expect((await list(here.owner)).body.records).toBe(0);
      const member = { userID: user.userId };
      const given = await call(updateUser, { params: member, body: { groups: [groupID] } }, key);
      expect(given.body.errorsObj?.groups).toBeTruthy();
      const told = await call(getUser, { params: member }, key);
      expect(JSON.stringify(told.body)).not.toContain(groupID);
      expect((await get(there.owner, groupID)).body).toMatchObject({
        group_name: 'Backend',
        admin_users: [lead.userId],
        users: [user.userId],
      });
    },
  );
});

describe('a deleted group', () => {
  const act = (route: typeof contract.deleteGroup | typeof contract.restoreGroup, groupID: string, by = here.owner) =>
    call(route, { params: { groupID } }, { key: by.key });
  const addSecret = (group_id: string, name: string) =>
    call(
      secrets.addSecret,
      { body: { owner: 'group', group_id, name, kind: 'text', value: `of ${name}`, repositories: null } },
      { key: here.owner.key },
    );
  const secretsOf = async (group_id: string) =>
    (await call(secrets.listSecrets, { query: { owner: 'group', group_id } }, { key: here.owner.key })).body;
  const collected = async ({ userId }: MintedUser) => {
    const to = { organizationId: here.organizationId, userId, gitUrl: null, secretNames: null };
    return (await collectSecrets(dependencies.db, to)).secrets.map(({ name }) => name);
  };

  test('is out of everyone’s way, and comes back with people and secrets, also twice and at once', async () => {
    const lead = await mintUser(dependencies, here.organizationId, 'lead');
    const user = await mintUser(dependencies, here.organizationId, 'user');
    const { groupID } = (await add(here.owner, { admin_users: [lead.userId], users: [user.userId] })).body;
    await addSecret(groupID, 'KEPT');
    const { secretID } = (await addSecret(groupID, 'GONE_BEFORE')).body;
    await call(secrets.deleteSecret, { params: { secretID } }, { key: here.owner.key });
    const before = (await get(here.owner, groupID)).body;

    expect((await act(contract.deleteGroup, groupID)).status).toBe(200);
    expect((await act(contract.deleteGroup, groupID)).status).toBe(404);
    expect(await collected(user)).toEqual([]);
    const told = await call(getUser, { params: { userID: user.userId } }, { key: here.owner.key });
    expect(JSON.stringify(told.body)).not.toContain(groupID);
    expect((await list(here.owner)).body).toMatchObject({
      records: 0,
      data: [],
      deleted: [{ id: groupID, name: 'Backend', gone_date: expect.any(String) }],
    });
    expect((await list(there.owner)).body.deleted).toEqual([]);
    expect((await act(contract.restoreGroup, groupID, there.owner)).status).toBe(404);
    expect((await act(contract.restoreGroup, groupID, lead)).status).toBe(403);

    const answers = await Promise.all([1, 2, 3].map(() => act(contract.restoreGroup, groupID)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await act(contract.restoreGroup, groupID)).status).toBe(200);
    expect((await get(here.owner, groupID)).body).toEqual(before);
    expect(await secretsOf(groupID)).toMatchObject({ secrets: [{ name: 'KEPT' }], deleted: [{ name: 'GONE_BEFORE' }] });
    expect(await collected(user)).toEqual(['KEPT']);
    expect((await list(here.owner)).body).toMatchObject({ records: 1, deleted: [] });
    const { rows } = (await call(listAudit, { query: { action: 'groups.restore' } }, { key: here.owner.key })).body;
    expect(rows).toHaveLength(1);
  });

  test('waits until its name is free again, and is gone for good after 24 hours, secrets too', async () => {
    const { groupID } = (await add(here.owner)).body;
    await addSecret(groupID, 'KEPT');
    await act(contract.deleteGroup, groupID);
    const other = (await add(here.owner, { name: 'BACKEND' })).body.groupID;
    const refused = await act(contract.restoreGroup, groupID);
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('Backend') } });
    await act(contract.deleteGroup, other);
    expect((await act(contract.restoreGroup, groupID)).status).toBe(200);
    await act(contract.deleteGroup, groupID);

    dependencies.clock.advance(DAY);
    expect((await list(here.owner)).body.deleted).toEqual([]);
    expect((await act(contract.restoreGroup, groupID)).status).toBe(404);
    await userJobs(dependencies)['users.forget-removed']();
    const left = await dependencies.db
      .select({ id: deletedGroups.id })
      .from(deletedGroups)
      .where(eq(deletedGroups.organizationId, here.organizationId));
    const kept = await dependencies.db
      .select({ id: deletedGroupSecrets.id })
      .from(deletedGroupSecrets)
      .where(eq(deletedGroupSecrets.organizationId, here.organizationId));
    expect([left, kept]).toEqual([[], []]);
  });
});
