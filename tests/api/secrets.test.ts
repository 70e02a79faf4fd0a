import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { workspaceJobs } from '#server/features/workspaces/jobs.ts';
import { DAY } from '#server/platform/clock.ts';
import { listAudit } from '#shared/features/audit/contract.ts';
import { deleteGroup } from '#shared/features/groups/contract.ts';
import * as profile from '#shared/features/profile/contract.ts';
import * as contract from '#shared/features/secrets/contract.ts';
import { coversRepository, SECRET_MAX_BYTES, SECRETS_MAX } from '#shared/features/secrets/model.ts';
import { deleteUser } from '#shared/features/users/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { insertGroup, insertWorkspace } from '#tests/support/things.ts';

const PLANTED = 'planted-7c1e54f0a9';

let dependencies: TestDependencies;
let call: TestClient['call'];
let here: MintedOrganization;
let person: MintedUser;
let lead: MintedUser;
let groupId: string;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  call = createTestClient(createApp(dependencies)).call;
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  here = await mintOrganization(dependencies);
  [person, lead] = await Promise.all([
    mintUser(dependencies, here.organizationId, 'user'),
    mintUser(dependencies, here.organizationId, 'lead'),
  ]);
  groupId = await insertGroup(dependencies, here.organizationId, { admins: [lead.userId], members: [person.userId] });
});

type Body = typeof contract.addSecretBody._input;
const OWN = { owner: 'person' } as const;
const OURS = { owner: 'organization' } as const;
const group = (id = groupId) => ({ owner: 'group', group_id: id }) as const;

const add = (by: MintedUser, body: Partial<Body> = {}) =>
  call(
    contract.addSecret,
    { body: { ...OWN, name: 'API_KEY', kind: 'text', value: PLANTED, repositories: null, ...body } },
    { key: by.key },
  );
const list = (by: MintedUser, query: Pick<Body, 'owner' | 'group_id'>) =>
  call(contract.listSecrets, { query }, { key: by.key });
const update = (by: MintedUser, secretID: string, body: typeof contract.updateSecretBody._input) =>
  call(contract.updateSecret, { params: { secretID }, body }, { key: by.key });
const remove = (by: MintedUser, secretID: string) =>
  call(contract.deleteSecret, { params: { secretID } }, { key: by.key });
const getting = async (by: MintedUser, secretID: string) => {
  const { body } = await call(contract.listSecretWorkspaces, { params: { secretID } }, { key: by.key });
  return body.workspaces.map(({ name }) => name);
};
const names = async (by: MintedUser, query: Pick<Body, 'owner' | 'group_id'>) =>
  (await list(by, query)).body.secrets.map(({ name }) => name);

describe('whose they are', () => {
  test('a person’s are theirs alone, a group’s its administrators’, the organization’s the owner’s and admins’', async () => {
    const [mine, groups, ours] = [
      (await add(person)).body.secretID,
      (await add(lead, group())).body.secretID,
      (await add(here.owner, OURS)).body.secretID,
    ];
    expect(await names(person, OWN)).toEqual(['API_KEY']);
    expect(await names(here.owner, OWN)).toEqual([]);
    expect(await names(here.owner, group())).toEqual(['API_KEY']);
    for (const refused of [
      await add(person, group()),
      await add(person, OURS),
      await add(lead, OURS),
      await list(person, group()),
      await list(lead, OURS),
      await add(lead, { ...OWN, group_id: groupId }),
      await update(here.owner, mine, { value: 'x' }),
      await remove(lead, mine),
      await remove(person, groups),
      await remove(lead, ours),
    ]) {
      expect(refused.status).toBe(404);
    }
    const places = (by: MintedUser) => call(contract.listSecretPlaces, {}, { key: by.key });
    expect((await places(person)).body).toEqual({ organization: false, groups: [] });
    expect((await places(lead)).body).toMatchObject({ organization: false, groups: [{ id: groupId }] });
    expect((await places(here.owner)).body).toMatchObject({ organization: true, groups: [{ id: groupId }] });
  });

  test('nobody of another organization sees or changes them', async () => {
    const there = await mintOrganization(dependencies);
    const ours = (await add(here.owner, OURS)).body.secretID;
    expect((await list(there.owner, group())).status).toBe(404);
    expect((await add(there.owner, group())).status).toBe(404);
    expect((await update(there.owner, ours, { value: 'x' })).status).toBe(404);
    expect((await remove(there.owner, ours)).status).toBe(404);
    expect(await names(there.owner, OURS)).toEqual([]);
  });

  test('they go with their group, and with a person who leaves', async () => {
    await add(lead, group());
    await add(person);
    await call(deleteGroup, { params: { groupID: groupId } }, { key: here.owner.key });
    const params = { userID: person.userId };
    await call(deleteUser, { params, body: { user_id: here.owner.userId } }, { key: here.owner.key });
    const { organizationId } = here;
    expect(await dependencies.sql`select 1 from secrets where organization_id = ${organizationId}`).toHaveLength(0);
  });
});

describe('what they may be', () => {
  test.each(['PATH', 'LD_PRELOAD', 'BASH_ENV', 'SLIPWAY_X', 'home', '1X', 'A-B', 'A B', '', 'É', '_'])(
    'not named %j',
    async (name) => {
      expect(await add(person, { name })).toMatchObject({
        status: 422,
        body: { errorsObj: { name: expect.any(String) } },
      });
    },
  );

  test('one of a name for each owner, also when two come at once', async () => {
    const both = await Promise.all([add(person), add(person)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect((await add(lead, group())).status).toBe(200);
    expect((await add(lead)).status).toBe(200);
  });

  test('a text of any script, or the bytes of a file, up to 48 KB', async () => {
    const added = await add(person, {
      name: 'FILE',
      kind: 'file',
      value: Buffer.from([0, 255, 10]).toString('base64'),
    });
    expect(added.status).toBe(200);
    expect((await add(person, { name: 'WIDE', value: '鍵'.repeat(SECRET_MAX_BYTES / 3) })).status).toBe(200);
    for (const wrong of [
      { value: '鍵'.repeat(SECRET_MAX_BYTES / 3 + 1) },
      { value: 'zero\0byte' },
      { value: '' },
      { kind: 'file' as const, value: 'not base64!' },
      { kind: 'file' as const, value: Buffer.alloc(SECRET_MAX_BYTES + 1).toString('base64') },
    ]) {
      const refused = await add(person, { name: 'WRONG', ...wrong });
      expect(refused).toMatchObject({ status: 422, body: { errorsObj: { value: expect.any(String) } } });
    }
    const { secrets } = (await list(person, OWN)).body;
    expect(secrets.map(({ size_bytes }) => size_bytes)).toEqual([3, SECRET_MAX_BYTES]);
  });

  test('not too many, and not too much together', async () => {
    const big = 'x'.repeat(SECRET_MAX_BYTES);
    const many = await Promise.all(
      Array.from({ length: 22 }, (_, index) => add(lead, { name: `BIG_${index}`, value: big })),
    );
    expect(many.map(({ status }) => status).sort()).toEqual([...Array(21).fill(200), 409]);
    const small = (await add(person)).body.secretID;
    await dependencies.sql`insert into secrets (id, organization_id, user_id, name, kind, sealed, size_bytes, version)
      select gen_random_uuid(), organization_id, user_id, 'MORE_' || n, kind, sealed, size_bytes, version
      from secrets, generate_series(2, ${SECRETS_MAX}) n where id = ${small}`;
    expect((await add(person, { name: 'LAST' })).status).toBe(409);
    expect((await update(person, small, { value: 'longer than it was' })).status).toBe(200);
  });
});

describe('who gets them', () => {
  const app = 'https://github.com/acme/app.git';
  const workspace = (name: string, gitUrl: string | null) =>
    insertWorkspace(dependencies, { organizationId: here.organizationId, userId: person.userId }, { name, gitUrl });

  test('the person’s wins over a group’s, a group’s over the organization’s, each where it applies', async () => {
    await Promise.all([workspace('app', app), workspace('empty', null)]);
    await insertWorkspace(
      dependencies,
      { organizationId: here.organizationId, userId: lead.userId },
      { name: 'lead’s' },
    );
    const ours = (await add(here.owner, OURS)).body.secretID;
    expect(await getting(here.owner, ours)).toEqual(['app', 'empty', 'lead’s']);
    const groups = (await add(lead, { ...group(), repositories: ['GitHub.com/Acme/*'] })).body.secretID;
    expect(await getting(lead, groups)).toEqual(['app']);
    expect(await getting(here.owner, ours)).toEqual(['empty', 'lead’s']);
    const mine = (await add(person)).body.secretID;
    expect(await getting(person, mine)).toEqual(['app', 'empty']);
    expect(await getting(lead, groups)).toEqual([]);
    await update(person, mine, { repositories: ['github.com/acme/other'] });
    expect(await getting(person, mine)).toEqual([]);
    expect(await getting(lead, groups)).toEqual(['app']);
  });

  test('of two groups, the first by name', async () => {
    await workspace('app', app);
    const other = await insertGroup(dependencies, here.organizationId, { admins: [], members: [person.userId] });
    await dependencies.sql`update groups set name = 'A' where id = ${other}`;
    const [second, first] = [await add(lead, group()), await add(here.owner, group(other))];
    expect(await getting(here.owner, first.body.secretID)).toEqual(['app']);
    expect(await getting(here.owner, second.body.secretID)).toEqual([]);
  });

  test.each([
    ['github.com/acme/app', 'git@github.com:acme/app.git', true],
    ['https://github.com/acme/app.git', 'ssh://git@github.com/Acme/App', true],
    ['git@github.com:acme/*', 'https://github.com/acme/app', true],
    ['github.com/acme/*-api', 'https://github.com/acme/billing-api', true],
    ['github.com/acme/*', 'https://github.com/acme-evil/app', false],
    ['github.com/acme/*', 'https://evil.example/github.com/acme/app', false],
    ['github.com/acme/*', 'https://github.com@evil.example/acme/app', false],
    ['github.com/acme/*', 'git@github.com:acme/../evil/app', false],
    ['github.com/acme/*', 'https://github.com/acme/..%2fevil', false],
    ['github.com/a.me/app', 'https://github.com/acme/app', false],
    ['github.com:8443/acme/*', 'https://github.com/acme/app', false],
    ['*/acme/app', 'https://github.com/acme/app', false],
  ])('%s covers %s: %s', (pattern, address, covers) => {
    expect(coversRepository(pattern, address)).toBe(covers);
  });

  test.each(['*', '*/acme', 'github.com', 'github.com/../x', 'a b/c'])('%s is no pattern', async (pattern) => {
    expect((await add(person, { repositories: [pattern] })).status).toBe(422);
  });
});

test('a value is in no answer, in no entry of the log, and nowhere in the database', async () => {
  const answers = [await add(person), await add(lead, { ...group(), name: PLANTED.toUpperCase().replace('-', '_') })];
  const id = answers[0]?.body.secretID ?? '';
  answers.push(
    await add(person, { value: `${PLANTED}\0` }),
    await add(person, { name: 'TWICE', kind: 'file', value: `${PLANTED}!` }),
  );
  const told = [
    ...answers,
    await update(person, id, { value: `${PLANTED} again` }),
    await list(person, OWN),
    await remove(person, id),
    await call(listAudit, { query: {} }, { key: here.owner.key }),
  ].map(({ body }) => JSON.stringify(body));
  expect(told.filter((text) => text.includes(PLANTED))).toEqual([]);
  const { body } = await call(listAudit, { query: { action: 'secrets' } }, { key: here.owner.key });
  expect(body.rows.map(({ action }) => action)).toEqual([
    ...['secrets.delete', 'secrets.update', 'secrets.add', 'secrets.add'],
  ]);
  const tables = await dependencies.sql<{ name: string }[]>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker')`;
  expect(tables.length).toBeGreaterThan(30);
  for (const { name } of tables) {
    const rows = await dependencies.sql.unsafe(`select 1 from ${name} t where t::text like '%${PLANTED}%' limit 1`);
    expect(rows, name).toHaveLength(0);
  }
});

test('dotfiles come from an address without credentials, or from nowhere', async () => {
  const set = (dotfiles_url: string | null) =>
    call(profile.updateDotfiles, { body: { dotfiles_url } }, { key: person.key });
  const get = async () => (await call(profile.getDotfiles, {}, { key: person.key })).body.dotfiles_url;
  expect((await set('https://93.184.216.34/me/dotfiles.git')).status).toBe(200);
  for (const wrong of ['https://me:token@93.184.216.34/d.git', 'file:///etc', 'https://127.0.0.1/d.git', '-u x', '']) {
    expect(await set(wrong)).toMatchObject({ status: 422, body: { errorsObj: { dotfiles_url: expect.any(String) } } });
  }
  expect(await get()).toBe('https://93.184.216.34/me/dotfiles.git');
  await set(null);
  expect(await get()).toBeNull();
});

describe('a deleted one', () => {
  const restore = (by: MintedUser, secretID: string) =>
    call(contract.restoreSecret, { params: { secretID } }, { key: by.key });
  const deleted = async (by: MintedUser, query: Pick<Body, 'owner' | 'group_id'>) =>
    (await list(by, query)).body.deleted.map(({ name }) => name);

  test('comes back as it was, by whoever manages it now, also twice and at once', async () => {
    const id = (await add(lead, { ...group(), repositories: ['github.com/acme/*'] })).body.secretID;
    const [before] = (await list(lead, group())).body.secrets;
    await remove(lead, id);
    expect([await names(lead, group()), await deleted(lead, group())]).toEqual([[], ['API_KEY']]);
    expect((await restore(person, id)).status).toBe(404);
    const answers = await Promise.all([restore(here.owner, id), restore(lead, id), restore(lead, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await list(lead, group())).body).toMatchObject({ secrets: [before], deleted: [] });
    const { body } = await call(listAudit, { query: { action: 'secrets' } }, { key: here.owner.key });
    expect(body.rows.map(({ action }) => action)).toEqual(['secrets.restore', 'secrets.delete', 'secrets.add']);
  });

  test('waits for its name, and is nobody else’s', async () => {
    const there = await mintOrganization(dependencies);
    const id = (await add(here.owner, OURS)).body.secretID;
    await remove(here.owner, id);
    const next = (await add(here.owner, OURS)).body.secretID;
    const taken = await restore(here.owner, id);
    expect([taken.status, taken.body.message]).toEqual([409, expect.stringContaining('API_KEY')]);
    expect((await restore(there.owner, id)).status).toBe(404);
    await remove(here.owner, next);
    expect((await restore(here.owner, id)).status).toBe(200);
    expect(await deleted(here.owner, OURS)).toEqual(['API_KEY']);
  });

  test('is gone a day later, value and all, or when its person leaves', async () => {
    const [mine, theirs] = [(await add(person)).body.secretID, (await add(lead)).body.secretID];
    await remove(lead, theirs);
    const params = { userID: lead.userId };
    await call(deleteUser, { params, body: { user_id: here.owner.userId } }, { key: here.owner.key });
    await remove(person, mine);
    const kept = () => dependencies.sql`select id from deleted_secrets where organization_id = ${here.organizationId}`;
    expect(await kept()).toEqual([{ id: mine }]);
    dependencies.clock.advance(DAY);
    expect((await restore(person, mine)).status).toBe(404);
    expect(await deleted(person, OWN)).toEqual([]);
    await workspaceJobs(dependencies)['workspaces.refresh-secrets']({});
    expect(await kept()).toEqual([]);
  });
});
