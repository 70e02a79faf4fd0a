import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createDirectory } from '#server/features/entrance/directory.ts';
import { instances } from '#server/features/instances/tables.ts';
import { parseGitUrl, type Reach } from '#server/features/workspaces/git-url.ts';
import * as profile from '#shared/features/profile/contract.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import * as contract from '#shared/features/workspaces/contract.ts';
import * as options from '#shared/features/workspaces/options.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let there: MintedOrganization;

beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '100000' } });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
  there = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

async function keyOf(who: MintedUser): Promise<string> {
  const public_key = newPublicKey();
  const body = { name: `key ${Math.random()}`, public_key };
  return (await client.call(keys.addSshKey, { body }, { key: who.key })).body.sshKeyID;
}

async function member(role: 'admin' | 'lead' | 'user' | 'owner', organization = here) {
  const user = role === 'owner' ? organization.owner : await mintUser(dependencies, organization.organizationId, role);
  return { ...user, sshKeyId: await keyOf(user) };
}
type Member = Awaited<ReturnType<typeof member>>;

const add = (by: MintedUser, whose: Member, body: Record<string, unknown> = {}) =>
  client.call(
    contract.addWorkspace,
    {
      body: {
        name: 'App',
        user_id: whose.userId,
        ssh_key_id: whose.sshKeyId,
        server_id: 'shared',
        deployment_type: 'new_container',
        language: 'nodejs',
        database: 'none',
        ...body,
      },
    },
    { key: by.key },
  );

const get = (by: MintedUser, workspaceID: string) =>
  client.call(contract.getWorkspace, { params: { workspaceID } }, { key: by.key });
const list = (by: MintedUser, query: Record<string, string> = {}) =>
  client.call(contract.listWorkspaces, { query }, { key: by.key });

const setStatus = (id: string, status: 'Active' | 'Offline') =>
  dependencies.db.update(instances).set({ status }).where(eq(instances.id, id));

describe('adding a workspace', () => {
  test('owner and admin add for anyone, a lead for itself, a user not at all', async () => {
    const [admin, lead, user] = [await member('admin'), await member('lead'), await member('user')];
    const stranger = await member('owner', there);
    expect((await add(here.owner, user)).status).toBe(200);
    expect((await add(admin, lead)).status).toBe(200);
    expect((await add(lead, lead)).status).toBe(200);
    expect((await add(lead, user)).body.errorsObj?.user_id).toBeTruthy();
    expect((await add(user, user)).status).toBe(403);
    expect((await add(here.owner, stranger)).body.errorsObj?.user_id).toBeTruthy();
    expect((await add(here.owner, { ...user, sshKeyId: admin.sshKeyId })).body.errorsObj?.ssh_key_id).toBeTruthy();
    expect((await add({ ...user, key: 'nonsense' }, user)).status).toBe(401);
  });

  test('answers with the id of a Pending workspace that has its first message and a job', async () => {
    const lead = await member('lead');
    const { body } = await add(lead, lead, { name: 'Über  App!', database: 'postgresql' });
    expect(body.id).toBe(body.workspaceID);
    const workspace = (await get(lead, body.id)).body;
    expect(workspace).toMatchObject({
      workspace_status: 'Pending',
      language: 'nodejs-24',
      database_name: 'PostgreSQL',
      memory_gb: 1.5,
      disk_display: '10 GB',
      may: { open: true, start: false, stop: true, edit: true, delete: true },
    });
    expect(workspace.slug).toMatch(/^uber-app(-[a-z0-9]{5})?$/);
    expect(workspace.database_password).toMatch(/^[0-9a-f]{24}$/);
    const params = { workspaceID: body.id };
    const setup = await client.call(contract.workspaceSetup, { params }, { key: lead.key });
    expect(setup.body.messages).toMatchObject([{ number: 1, message_code: 'W01' }]);
    const jobs =
      await dependencies.sql`select task_identifier from graphile_worker.jobs where key like ${`%${body.id}`}`;
    expect(jobs).toHaveLength(1);
  });

  test('has up to four languages, each once, the main one first', async () => {
    const lead = await member('lead');
    const { body } = await add(lead, lead, { more_languages: ['python', 'go-1.24', 'cpp'] });
    expect((await get(lead, body.id)).body).toMatchObject({
      language: 'nodejs-24',
      more_languages: ['python-3.13', 'go-1.24', 'cpp'],
      language_name: 'Node.js 24, Python 3.13, Go 1.24, C/C++',
    });
    const [row] = (await list(lead, { user: lead.userId })).body.rows;
    expect(row).toMatchObject({ more_languages: ['python-3.13', 'go-1.24', 'cpp'] });
  });

  test.each([
    ['unknown ones', { more_languages: ['cobol'] }],
    ['one twice, even in two versions', { more_languages: ['python-3.13', 'python-3.11'] }],
    ['the main one again', { more_languages: ['nodejs-22'] }],
    ['none beside others', { more_languages: ['none'] }],
    ['others beside none', { language: 'none', more_languages: ['python'] }],
    ['more than three beside it', { more_languages: ['python', 'go', 'cpp', 'rust'] }],
    ['versions of different releases of Debian', { more_languages: ['python-3.13', 'go-1.19'] }],
  ])('more languages: refuses %s', async (_, body) => {
    const lead = await member('lead');
    const answer = await add(lead, lead, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errorsObj ?? {})).toEqual(['more_languages']);
  });

  test('earlier versions go with each other and with what any release has', async () => {
    const lead = await member('lead');
    const { status, body } = await add(lead, lead, { language: 'go-1.19', more_languages: ['python-3.11', 'nodejs'] });
    expect(status).toBe(200);
    expect((await get(lead, body.id)).body.language_name).toBe('Go 1.19, Python 3.11, Node.js 24');
  });

  test('refuses the fourth shared workspace, also when two come at once for the third place', async () => {
    const admin = await member('admin');
    await add(admin, admin);
    await add(admin, admin);
    const answers = await Promise.all([add(admin, admin), add(admin, admin)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.message).toContain('3 shared workspaces');
    expect((await list(admin, { user: 'nobody' })).body.records).toBe(0);
    const [first] = (await list(admin, { user: admin.userId })).body.rows;
    const params = { workspaceID: first?.id ?? '' };
    expect((await client.call(contract.deleteWorkspace, { params }, { key: admin.key })).status).toBe(200);
    expect((await add(admin, admin)).status).toBe(200);
  });

  test('gives two of the same name different addresses, and none that looks like a port', async () => {
    const lead = await member('lead');
    const answers = await Promise.all([add(lead, lead, { name: 'twins' }), add(lead, lead, { name: 'twins' })]);
    const slugs = await Promise.all(answers.map(async ({ body }) => (await get(lead, body.id)).body.slug));
    expect(new Set(slugs).size).toBe(2);
    const { body } = await add(lead, lead, { name: 'app 3000' });
    expect((await get(lead, body.id)).body.slug).toMatch(/^app-3000-[a-z][a-z0-9]{4}$/);
  });

  test('names every wrong field', async () => {
    const lead = await member('lead');
    const answer = await add(lead, lead, {
      language: 'cobol',
      database: 'paper',
      server_id: 'elsewhere',
      git_url: 'file:///etc',
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errorsObj ?? {}).sort()).toEqual(['database', 'git_url', 'language', 'server_id']);
    expect((await add(lead, lead, { name: ' ' })).body.errorsObj?.name).toBeTruthy();
    expect((await add(lead, lead, { name: '\u200b\u2060' })).body.errorsObj?.name).toBeTruthy();
    expect((await add(lead, lead, { name: 'x'.repeat(41) })).body.errorsObj?.name).toBeTruthy();
    expect((await add(lead, lead, { surprise: 1 })).status).toBe(422);
  });

  test('never reserves more memory than there is, however many come at once', async () => {
    const small = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '4608' } });
    try {
      const mine = createTestClient(createApp(small));
      const organization = await mintOrganization(small);
      const people = await Promise.all(
        Array.from({ length: 3 }, () => mintUser(small, organization.organizationId, 'lead')),
      );
      const attempts = people
        .flatMap((person) => [person, person])
        .map(async (person, index) => {
          const public_key = newPublicKey();
          const key = { key: person.key };
          const added = await mine.call(keys.addSshKey, { body: { name: `k${index}`, public_key } }, key);
          const body = {
            name: `w${index}`,
            user_id: person.userId,
            ssh_key_id: added.body.sshKeyID,
            server_id: 'shared',
            deployment_type: 'new_container',
            language: 'nodejs',
            database: 'none',
          };
          return mine.call(contract.addWorkspace, { body }, key);
        });
      const answers = await Promise.all(attempts);
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 409, 409, 409]);
      expect(answers.find((answer) => answer.status === 409)?.body.message).toMatch(/memory/);
    } finally {
      await small.close();
    }
  });
});

test('a machine that does not answer is said so, and nothing is kept', async () => {
  const alone = await createTestDependencies({ environment: { SLIPWAY_DOCKER_SOCKET: '/nonexistent/docker.sock' } });
  try {
    const mine = createTestClient(createApp(alone));
    const { owner } = await mintOrganization(alone);
    const public_key = newPublicKey();
    const added = await mine.call(keys.addSshKey, { body: { name: 'k', public_key } }, { key: owner.key });
    const body = {
      name: 'w',
      user_id: owner.userId,
      ssh_key_id: added.body.sshKeyID,
      server_id: 'shared',
      deployment_type: 'new_container',
      language: 'nodejs',
      database: 'none',
    };
    const answer = await mine.call(contract.addWorkspace, { body }, { key: owner.key });
    expect([answer.status, answer.body.message]).toEqual([503, expect.stringMatching(/can’t be reached right now/)]);
    expect((await mine.call(contract.listWorkspaces, { query: {} }, { key: owner.key })).body.records).toBe(0);
  } finally {
    await alone.close();
  }
});

describe('git_url', () => {
  const resolve = async (host: string) =>
    host === 'inside.example'
      ? [{ address: '93.184.216.34' }, { address: '127.0.0.1' }]
      : [{ address: '93.184.216.34' }];
  const parse = (url: string, config: Partial<Reach> = {}) =>
    parseGitUrl(url, { config: { egressAllow: [], gitAllowPrivateHosts: false, ...config }, resolve });

  test.each([
    'file:///etc/passwd',
    '/etc/passwd',
    'ext::sh -c id',
    'ext::id',
    '-u./payload',
    '--upload-pack=id',
    'http://example.com/x.git',
    'git://example.com/x.git',
    'ssh://-oProxyCommand=id/x',
    'ssh://-oProxyCommand=id@example.com/x',
    'git@-oProxyCommand=id:x',
    'git@example.com:-x',
    'ssh://git:password@example.com/x.git',
    'https://127.0.0.1/x.git',
    'https://127.1/x.git',
    'https://2130706433/x.git',
    'https://0x7f.1/x.git',
    'https://0/x.git',
    'https://169.254.169.254/latest',
    'https://10.0.0.1/x.git',
    'https://172.20.0.1/x.git',
    'https://192.168.1.1/x.git',
    'https://100.64.0.1/x.git',
    'https://[::1]/x.git',
    'https://[::]/x.git',
    'https://[::ffff:127.0.0.1]/x.git',
    'https://[::ffff:10.0.0.1]/x.git',
    'https://[fe80::1]/x.git',
    'https://[fd00::1]/x.git',
    'https://[64:ff9b::7f00:1]/x.git',
    'https://[100::1]/x.git',
    'https://[2001:db8::1]/x.git',
    'https://192.88.99.1/x.git',
    'https://203.0.113.9/x.git',
    'git@10.0.0.1:x.git',
    'ssh://git@127.0.0.1/x.git',
    'https://inside.example/x.git',
    'https://example.com',
    'https://exa mple.com/x.git',
    'https://example.com/x.git\n--upload-pack=id',
    'https:example.com/x.git',
    'https:\\\\example.com\\x.git',
  ])('%j is refused', async (url) => {
    await expect(parse(url)).rejects.toMatchObject({ fields: { git_url: expect.any(String) } });
  });

  test('a name that resolves to loopback is refused by the call', async () => {
    const lead = await member('lead');
    for (const git_url of ['https://localhost/x.git', 'ssh://git@localhost/x.git']) {
      expect((await add(lead, lead, { git_url })).body.errorsObj?.git_url).toMatch(/private network/);
    }
  });

  test('what the operator opens to workspaces is taken, and nothing beside it', async () => {
    const egressAllow = ['10.1.0.0/16', '127.0.0.1/32', 'fd00:1::/64'];
    for (const host of ['10.1.2.3', '[fd00:1::2]', 'inside.example']) {
      await expect(parse(`https://${host}/x.git`, { egressAllow })).resolves.toMatchObject({ credentials: null });
    }
    for (const host of ['10.2.0.1', '127.0.0.2', '[fd00:2::2]']) {
      await expect(parse(`https://${host}/x.git`, { egressAllow })).rejects.toMatchObject({ fields: {} });
      await expect(parse(`https://${host}/x.git`, { gitAllowPrivateHosts: true })).resolves.toMatchObject({});
    }
  });

  test('addresses of public hosts are taken, and credentials split off', async () => {
    expect(await parse('https://example.com/a/b.git')).toEqual({
      url: 'https://example.com/a/b.git',
      credentials: null,
      ref: null,
    });
    expect(await parse('git@example.com:a/b.git')).toMatchObject({ url: 'git@example.com:a/b.git' });
    expect(await parse('ssh://git@example.com:2222/a.git')).toMatchObject({ url: 'ssh://git@example.com:2222/a.git' });
    expect(await parse('https://me:s%40fe@example.com/a.git')).toEqual({
      url: 'https://example.com/a.git',
      credentials: 'me:s%40fe',
      ref: null,
    });
    expect(await parse('https://me:x@example.com/a/b/pull/3')).toEqual({
      url: 'https://example.com/a/b',
      credentials: 'me:x',
      ref: 'refs/pull/3/head',
    });
    expect(await parse('https://token@[2606:2800:220:1::1]/a.git')).toMatchObject({ credentials: 'token:' });
  });
});

describe('seeing and steering', () => {
  test('owner and admin see all of the organization, others their own, and nobody the other organization', async () => {
    const [admin, lead, user] = [await member('admin'), await member('lead'), await member('user')];
    const stranger = await member('owner', there);
    const ofUser = (await add(here.owner, user)).body.id;
    const ofLead = (await add(here.owner, lead)).body.id;
    await setStatus(ofUser, 'Active');
    const actions = [
      contract.startWorkspace,
      contract.stopWorkspace,
      contract.restartWorkspace,
      contract.deleteWorkspace,
    ] as const;
    for (const [who, id, sees] of [
      [here.owner, ofUser, true],
      [admin, ofUser, true],
      [user, ofUser, true],
      [lead, ofUser, false],
      [user, ofLead, false],
      [stranger, ofUser, false],
      [user, 'nonsense', false],
    ] as const) {
      expect((await get(who, id)).status).toBe(sees ? 200 : 404);
      const params = { workspaceID: id };
      expect((await client.call(contract.workspaceSetup, { params }, { key: who.key })).status).toBe(sees ? 200 : 404);
      if (sees) continue;
      const body = { name: 'taken over' };
      expect((await client.call(contract.updateWorkspace, { params, body }, { key: who.key })).status).toBe(404);
      for (const action of actions) {
        expect((await client.call(action, { params }, { key: who.key })).status).toBe(404);
      }
    }
    expect((await list(user)).body.rows.map((row) => row.id)).toEqual([ofUser]);
    expect((await list(lead)).body.rows.map((row) => row.id)).toEqual([ofLead]);
    expect((await list(admin, { user: user.userId })).body.rows.map((row) => row.id)).toEqual([ofUser]);
    expect((await list(lead, { user: user.userId })).body).toEqual({ records: 0, rows: [] });
    expect((await list(stranger, { user: user.userId })).body).toEqual({ records: 0, rows: [] });
  });

  test('the list filters, searches, sorts and pages', async () => {
    const organization = await mintOrganization(dependencies);
    const owner = await member('owner', organization);
    const { body } = await add(owner, owner, { name: 'zebra 100%' });
    await setStatus(body.id, 'Offline');
    await dependencies.sql`
      with added as (
        insert into instances (id, kind, organization_id, user_id, name, slug, status, engine_id, cpu_cores, memory_mb, disk_gb, created_at)
        select gen_random_uuid(), 'workspace', ${organization.organizationId}, ${owner.userId}, 'number ' || n, 'n-' || n || '-' || ${owner.username},
          'Active', 'local', 1, 1536, 10, now() - n * interval '1 minute' from generate_series(1, 17) n
        returning id)
      insert into workspaces (id, language, database) select id, 'nodejs', 'none' from added`;
    const first = (await list(owner)).body;
    expect([first.records, first.rows.length]).toEqual([18, 16]);
    expect((await list(owner, { page: '2' })).body.rows).toHaveLength(2);
    expect((await list(owner, { page: 'x' })).body.rows.map((row) => row.id)).toEqual(first.rows.map((row) => row.id));
    expect((await list(owner, { status: 'offline' })).body.rows.map((row) => row.id)).toEqual([body.id]);
    expect((await list(owner, { status: 'active_pending' })).body.records).toBe(17);
    expect((await list(owner, { search: '100%' })).body.records).toBe(1);
    expect((await list(owner, { search: '%' })).body.records).toBe(1);
    expect((await list(owner, { sort: 'name', sortDir: 'desc' })).body.rows[0]?.name).toBe('zebra 100%');
    expect((await list(owner, { sort: 'id; drop table users' })).status).toBe(200);
    await client.call(contract.deleteWorkspace, { params: { workspaceID: body.id } }, { key: owner.key });
    expect((await list(owner)).body.records).toBe(17);
    expect((await get(owner, body.id)).body).toMatchObject({ workspace_status: 'Deleted', may: { open: false } });
  });

  test('start, stop and restart follow the status machine and can be repeated', async () => {
    const lead = await member('lead');
    const { id } = (await add(lead, lead)).body;
    const params = { workspaceID: id };
    const call = async (route: typeof contract.startWorkspace) => {
      const answer = await client.call(route, { params }, { key: lead.key });
      return [answer.status, (await get(lead, id)).body.workspace_status];
    };
    expect(await call(contract.stopWorkspace)).toEqual([200, 'Offline']);
    expect(await call(contract.stopWorkspace)).toEqual([200, 'Offline']);
    expect(await call(contract.startWorkspace)).toEqual([200, 'Pending']);
    expect(await call(contract.startWorkspace)).toEqual([200, 'Pending']);
    await setStatus(id, 'Active');
    expect(await call(contract.restartWorkspace)).toEqual([200, 'Pending']);
    expect((await get(lead, id)).body.status_changes.slice(0, 2).map((change) => change.cause)).toEqual([
      'started',
      'stopped_by_user',
    ]);
    await client.call(contract.updateWorkspace, { params, body: { delete_protect_flag: true } }, { key: lead.key });
    expect(await call(contract.deleteWorkspace)).toEqual([409, 'Pending']);
    await client.call(contract.updateWorkspace, { params, body: { delete_protect_flag: false } }, { key: lead.key });
    expect(await call(contract.deleteWorkspace)).toEqual([200, 'Deleted']);
    expect(await call(contract.deleteWorkspace)).toEqual([200, 'Deleted']);
    expect(await call(contract.startWorkspace)).toEqual([409, 'Deleted']);
  });

  test('a rename keeps the address; a key of somebody else is refused; a deleted key leaves none', async () => {
    const [lead, other] = [await member('lead'), await member('lead')];
    const { id } = (await add(lead, lead, { name: 'before' })).body;
    const params = { workspaceID: id };
    const { slug } = (await get(lead, id)).body;
    const update = (body: object) => client.call(contract.updateWorkspace, { params, body }, { key: lead.key });
    expect((await update({ name: 'after' })).status).toBe(200);
    expect((await get(lead, id)).body).toMatchObject({ name: 'after', slug });
    expect((await update({ ssh_key_id: other.sshKeyId })).body.errorsObj?.ssh_key_id).toBeTruthy();
    await client.call(keys.deleteSshKey, { params: { sshKeyID: lead.sshKeyId } }, { key: lead.key });
    expect((await get(lead, id)).body.ssh_key_id).toBeNull();
  });

  test('options: languages with versions, databases, servers, and users by role', async () => {
    const [admin, user] = [await member('admin'), await member('user')];
    const languages = await client.call(options.languageOptions, {}, { key: user.key });
    expect(languages.body.items).toContainEqual({ value: 'nodejs-24', text: 'Node.js 24' });
    const databases = await client.call(options.databaseOptions, {}, { key: user.key });
    expect(databases.body.items.map((item) => item.value)).toContain('postgresql');
    expect((await client.call(options.serverOptions, { query: {} }, { key: user.key })).body.items[0]?.value).toBe(
      'shared',
    );
    const ofUser = (await client.call(options.userOptions, {}, { key: user.key })).body;
    expect(ofUser).toMatchObject({ selected: user.userId, items: [{ value: user.userId }] });
    expect(ofUser.items).toHaveLength(1);
    const ofAdmin = (await client.call(options.userOptions, {}, { key: admin.key })).body;
    expect(ofAdmin.items.length).toBeGreaterThan(1);
    expect(ofAdmin.items.map((item) => item.value)).not.toContain(there.owner.userId);
  });
});

describe('what the gateway is told', () => {
  test('who may open, with which keys, and nothing of what is deleted', async () => {
    const directory = createDirectory(dependencies);
    const [admin, lead, other, stranger] = [
      await member('admin'),
      await member('lead'),
      await member('lead'),
      await member('owner', there),
    ];
    const unused = await keyOf(lead);
    const { id } = (await add(lead, lead)).body;
    const { slug } = (await get(lead, id)).body;
    const organizationId = here.organizationId;
    const target = { workspaceId: id, status: 'Pending', containerId: null, ideOf: (await get(lead, id)).body.name };
    expect(await directory.find(slug)).toMatchObject(target);
    expect(await directory.find('nothing-here')).toBeNull();
    expect(await directory.preferencesOf(lead.userId)).toEqual({ theme: null, locale: null });
    await client.call(profile.updatePreferences, { body: { theme: 'dark', locale: 'de' } }, { key: lead.key });
    expect(await directory.preferencesOf(lead.userId)).toEqual({ theme: 'dark', locale: 'de' });
    for (const [who, may] of [
      [lead, true],
      [admin, true],
      [here.owner, true],
      [other, false],
      [stranger, false],
    ] as const) {
      expect(await directory.mayOpen({ userId: who.userId, organizationId }, id)).toBe(may);
    }
    expect(await directory.mayOpen({ userId: lead.userId, organizationId: there.organizationId }, id)).toBe(false);
    expect(await directory.mayOpen({ userId: 'x', organizationId: 'y' }, 'z')).toBe(false);

    const users = (await directory.allowedKeys(id)).map((key) => key.userId);
    expect(users).toContain(admin.userId);
    expect(users.filter((userId) => userId === lead.userId)).toHaveLength(1);
    expect(users).not.toContain(other.userId);
    expect(unused).toBeTruthy();

    await client.call(contract.stopWorkspace, { params: { workspaceID: id } }, { key: lead.key });
    expect(await directory.wake(id, other.userId, { withTerminal: true })).toMatchObject({ ok: false });
    expect(await directory.wake(id, lead.userId, { withTerminal: true })).toEqual({ ok: true });
    expect((await directory.find(slug))?.status).toBe('Pending');
    const active = directory.waitUntilActive(id, () => {}, new AbortController().signal);
    await dependencies.db.transaction(async (tx) => {
      await tx.update(instances).set({ status: 'Active', containerId: 'c' }).where(eq(instances.id, id));
      await dependencies.bus.notify(tx, 'workspace_changed', { id, slug, organizationId });
    });
    expect(await active).toMatchObject({ status: 'Active', containerId: 'c' });

    await client.call(contract.deleteWorkspace, { params: { workspaceID: id } }, { key: lead.key });
    expect(await directory.find(slug)).toBeNull();
    expect(await directory.allowedKeys(id)).toEqual([]);
    expect(await directory.mayOpen({ userId: lead.userId, organizationId }, id)).toBe(false);
  });
});
