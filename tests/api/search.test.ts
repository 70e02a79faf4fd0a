import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { groupAdmins, groups, groupUsers } from '#server/features/groups/tables.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { snapshots } from '#server/features/instances/tables.ts';
import { sshKeys } from '#server/features/people/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { SEARCH_CATEGORIES, type SearchCategory, searchOrganization } from '#shared/features/search/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let call: TestClient['call'];
let here: MintedOrganization;
let there: MintedOrganization;
let lead: MintedUser;
let user: MintedUser;
let other: MintedUser;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  call = createTestClient(createApp(dependencies)).call;
  here = await mintOrganization(dependencies);
  there = await mintOrganization(dependencies);
  [lead, user, other] = await Promise.all([
    mintUser(dependencies, here.organizationId, 'lead'),
    mintUser(dependencies, here.organizationId, 'user'),
    mintUser(dependencies, here.organizationId, 'user'),
  ]);
  for (const [owner, organizationId] of [
    [here.owner, here.organizationId],
    [user, here.organizationId],
    [other, here.organizationId],
    [there.owner, there.organizationId],
  ] as const) {
    await addThings(owner, organizationId);
  }
  const groupId = newId();
  await dependencies.db.insert(groups).values({ id: groupId, organizationId: here.organizationId, name: 'Harbour' });
  await dependencies.db.insert(groupAdmins).values({ groupId, userId: lead.userId });
  await dependencies.db.insert(groupUsers).values({ groupId, userId: user.userId });
});
afterAll(() => dependencies?.close());

/** Two workspaces (one of them deleted), a key, and two snapshots (one of them a safety copy), all with "quay" in the name. */
async function addThings(of: MintedUser, organizationId: string) {
  const base = { organizationId, userId: of.userId, engineId: 'local', language: 'none', database: 'none' };
  const mark = of.userId.slice(-6);
  const workspaceId = newId();
  const workspace = { ...base, kind: 'workspace' as const, cpuCores: 1, memoryMb: 1, diskGb: 1 };
  const [there, gone] = [
    { id: workspaceId, name: `Quay ${mark}`, slug: `slug-${mark}`, status: 'Active' as const },
    { id: newId(), name: `Quay gone ${mark}`, slug: `gone-${mark}`, status: 'Deleted' as const },
  ];
  for (const each of [there, gone]) await insertRecord(dependencies.db, workspaces, { ...workspace, ...each });
  await dependencies.db.insert(sshKeys).values({
    id: newId(),
    userId: of.userId,
    name: `Quay key ${mark}`,
    publicKey: 'ssh-ed25519 AAAA',
    fingerprint: `SHA256:${mark}`,
  });
  await dependencies.db.insert(snapshots).values([
    { ...base, id: newId(), instanceId: workspaceId, name: `Quay copy ${mark}`, status: 'Active' },
    { ...base, id: newId(), instanceId: workspaceId, name: `Quay safety ${mark}`, status: 'Active', safety: true },
  ]);
}

const search = (by: MintedUser, text: string) => call(searchOrganization, { query: { search: text } }, { key: by.key });

async function found(by: MintedUser, text: string, category: SearchCategory): Promise<string[]> {
  return (await search(by, text)).body[category].map(({ heading }) => heading).sort();
}

const named = (prefix: string, ...people: MintedUser[]) =>
  people.map((of) => `${prefix} ${of.userId.slice(-6)}`).sort();

describe('GET /organization/search', () => {
  test('answers every category, each result with heading, icon, text and url', async () => {
    const { status, body } = await search(here.owner, 'quay');
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(SEARCH_CATEGORIES);
    expect(body.Workspaces[0]).toEqual({
      heading: expect.stringContaining('Quay'),
      icon: 'workspace',
      text: expect.stringContaining('Active'),
      url: expect.stringMatching(/^\/workspaces\/edit\/[0-9a-f-]{36}$/),
    });
    expect(body.Hosts).toEqual([]);
    expect(body.Services).toEqual([]);
  });

  test('finds what the lists show: all to owner and admin, their own and their groups’ to the others', async () => {
    const admin = await mintUser(dependencies, here.organizationId, 'admin');
    for (const manager of [here.owner, admin]) {
      expect(await found(manager, 'QUAY', 'Workspaces')).toEqual(named('Quay', here.owner, user, other));
      expect(await found(manager, 'QUAY', 'Snapshots')).toEqual(named('Quay copy', here.owner, user, other));
    }
    expect(await found(lead, 'quay', 'Workspaces')).toEqual(named('Quay', user));
    expect(await found(lead, 'quay', 'Snapshots')).toEqual(named('Quay copy', user));
    expect(await found(user, 'quay', 'Workspaces')).toEqual(named('Quay', user));
    expect(await found(there.owner, 'quay', 'Workspaces')).toEqual(named('Quay', there.owner));
  });

  test('keys are one’s own; people are for owner and admin', async () => {
    expect(await found(here.owner, 'quay key', 'SSH Keys')).toEqual(named('Quay key', here.owner));
    expect(await found(here.owner, there.owner.username, 'People')).toEqual([]);
    expect(await found(here.owner, user.email, 'People')).toEqual(['user person']);
    expect(await found(lead, user.email, 'People')).toEqual([]);
    expect(await found(user, user.email, 'People')).toEqual([]);
  });

  test('at most 4 people and 5 of everything else', async () => {
    const big = await mintOrganization(dependencies);
    for (let count = 0; count < 6; count += 1) {
      await addThings(await mintUser(dependencies, big.organizationId, 'user'), big.organizationId);
    }
    const { body } = await search(big.owner, 'user');
    expect(body.People).toHaveLength(4);
    expect((await search(big.owner, 'quay')).body.Workspaces).toHaveLength(5);
  });

  test('needs 2 characters and a session, and takes them as they are', async () => {
    expect((await search(here.owner, ' q ')).body.errorsObj).toEqual({ search: 'Enter at least 2 characters.' });
    expect((await call(searchOrganization, { query: { search: 'quay' } })).status).toBe(401);
    for (const text of ['%%', '__', '\\\\']) expect((await search(here.owner, text)).body.Workspaces).toEqual([]);
  });
});
