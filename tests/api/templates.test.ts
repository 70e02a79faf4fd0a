import { eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { instances } from '#server/features/instances/tables.ts';
import { templates } from '#server/features/templates/tables.ts';
import { userJobs } from '#server/features/users/jobs.ts';
import { DAY } from '#server/platform/clock.ts';
import { listAudit } from '#shared/features/audit/contract.ts';
import { searchOrganization } from '#shared/features/search/contract.ts';
import * as secrets from '#shared/features/secrets/contract.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import * as contract from '#shared/features/templates/contract.ts';
import * as workspaces from '#shared/features/workspaces/contract.ts';
import { forkWorkspace } from '#shared/features/workspaces/fork.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { fc } from '#tests/support/fast-check.ts';
import { insertHost } from '#tests/support/host.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { NAMES } from '#tests/support/names.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { emptyTemplate, insertSnapshot, insertTemplate } from '#tests/support/things.ts';

let dependencies: TestDependencies;
let call: TestClient['call'];
let here: MintedOrganization;
let lead: MintedUser & { sshKeyId: string };

beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '1000000' } });
  call = createTestClient(createApp(dependencies)).call;
});
afterAll(() => dependencies?.close());
beforeEach(async () => {
  here = await mintOrganization(dependencies);
  const user = await mintUser(dependencies, here.organizationId, 'lead');
  const body = { name: 'key', public_key: newPublicKey() };
  lead = { ...user, sshKeyId: (await call(keys.addSshKey, { body }, { key: user.key })).body.sshKeyID };
});

type Body = typeof contract.templateBody._input;
const bodyOf = (body: Partial<Omit<Body, 'content'>> = {}, content: Partial<Body['content']> = {}): Body => ({
  name: 'Web shop',
  roles: ['owner', 'admin', 'lead'],
  ...body,
  content: { ...emptyTemplate, language: 'nodejs', ...content },
});
const save = (body: Body, by: MintedUser = here.owner) => call(contract.addTemplate, { body }, { key: by.key });
const saved = async (content: Partial<Body['content']> = {}, body: Partial<Omit<Body, 'content'>> = {}) =>
  (await save(bodyOf(body, content))).body.templateID;
const change = (templateID: string, body: Body & { version: number; change_date: string }) =>
  call(contract.updateTemplate, { params: { templateID }, body }, { key: here.owner.key });
const act = (route: typeof contract.deleteTemplate | typeof contract.restoreTemplate, templateID: string) =>
  call(route, { params: { templateID } }, { key: here.owner.key });
const options = async (by: MintedUser = lead) => (await call(contract.templateOptions, {}, { key: by.key })).body;
const look = (templateID: string, by: MintedUser = lead) =>
  call(contract.getTemplate, { params: { templateID } }, { key: by.key });
const bind = (roles: ('admin' | 'lead')[]) => call(contract.bindRoles, { body: { roles } }, { key: here.owner.key });
const launch = (body: Record<string, unknown>, by: MintedUser = lead) =>
  call(
    workspaces.addWorkspace,
    {
      body: { name: 'App', user_id: lead.userId, ssh_key_id: lead.sshKeyId, deployment_type: 'new_container', ...body },
    },
    { key: by.key },
  );
const workspace = async (workspaceID: string) =>
  (await call(workspaces.getWorkspace, { params: { workspaceID } }, { key: lead.key })).body;
const plain = { server_id: 'shared', language: 'none', database: 'none' };

describe('a workspace from a template', () => {
  test('has what the template sets and what was chosen for the rest', async () => {
    const template_id = await saved({ port_3030: 'tcp', use_ssl: false, ide_image_id: 'none' });
    const { status, body } = await launch({ template_id, port_3000: 'disabled' });
    expect(status).toBe(200);
    const made = await workspace(body.workspaceID);
    expect(made).toMatchObject({ server_id: 'shared', port_3000: 'disabled', port_3030: 'tcp', use_ssl: false });
    expect(made).toMatchObject({ language: expect.stringMatching(/^nodejs/), ide_image_id: 'none' });
    expect(made.template).toEqual({ id: template_id, name: 'Web shop', version: 1, latest: 1 });
    const { rows } = (await call(listAudit, { query: { action: 'workspaces.add' } }, { key: here.owner.key })).body;
    expect(rows[0]?.details).toMatchObject({ template: 'Web shop, version 1' });
  });

  test.each([
    ['language', { language: 'python' }],
    ['more_languages', { more_languages: ['go'] }],
    ['database', { database: 'postgresql' }],
    ['port_3000', { port_3000: 'http' }],
    ['git_url', { git_url: 'https://93.184.216.34/other/x.git' }],
    ['use_ssl', { use_ssl: true }],
    ['server_id', { server_id: '0190a000-0000-7000-8000-000000000000' }],
  ])('cannot have another %s than the template’s', async (field, other) => {
    const git_url = 'https://93.184.216.34/acme/shop.git';
    const template_id = await saved({ git_url, port_3000: 'disabled', use_ssl: false, server_id: 'shared' });
    const { status, body } = await launch({ template_id, ...other });
    expect(status).toBe(422);
    expect(body).toMatchObject({ errorsObj: { [field]: 'The template sets this. Leave it as it is.' } });
  });

  test('has the languages that the template adds, and they must be there together', async () => {
    const template_id = await saved({ more_languages: ['python-3.13'] });
    const { workspaceID } = (await launch({ template_id })).body;
    expect((await workspace(workspaceID)).more_languages).toEqual(['python-3.13']);
    expect((await launch({ template_id, more_languages: [] })).status).toBe(422);
    const apart = await save(bodyOf({ name: 'Apart' }, { language: 'go-1.19', more_languages: ['python-3.13'] }));
    expect(apart.body).toMatchObject({ errorsObj: { 'content.more_languages': expect.stringContaining('Debian') } });
  });

  test('stays as it is while the template changes, is deleted and comes back', async () => {
    const template_id = await saved();
    const { workspaceID } = (await launch({ template_id })).body;
    const before = await workspace(workspaceID);
    const { version, change_date } = (await look(template_id)).body;
    const without = bodyOf({}, { language: 'none' });
    expect((await change(template_id, { ...without, version, change_date })).status).toBe(200);
    const { template, ...rest } = await workspace(workspaceID);
    expect(template).toMatchObject({ version: 1, latest: 2 });
    expect(rest).toMatchObject({ language: before.language, port_3000: before.port_3000 });
    await act(contract.deleteTemplate, template_id);
    expect((await workspace(workspaceID)).template).toMatchObject({ version: 1, latest: null });
    expect((await launch({ template_id })).body).toMatchObject({ errorsObj: { template_id: expect.any(String) } });
    await act(contract.restoreTemplate, template_id);
    expect((await workspace(workspaceID)).template).toMatchObject({ version: 1, latest: 2 });
  });

  test('needs a template of this organization, for the person’s role, and no snapshot', async () => {
    const away = await mintOrganization(dependencies);
    const theirs = await insertTemplate(dependencies, away.organizationId, { name: 'Theirs' });
    const managers = await saved({}, { roles: ['owner'] });
    const ours = await saved({}, { name: 'Ours' });
    const snapshot = await insertSnapshot(dependencies, { organizationId: here.organizationId, userId: lead.userId });
    for (const body of [
      { template_id: theirs },
      { template_id: managers },
      { template_id: 'none' },
      { template_id: ours, deployment_type: 'snapshot', snapshot_id: snapshot.id, server_id: 'shared' },
    ]) {
      const refused = await launch(body);
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ errorsObj: { template_id: expect.any(String) } });
    }
    expect((await look(theirs, here.owner)).status).toBe(404);
    expect((await look(managers)).status).toBe(404);
    expect((await options()).items.map(({ text }) => text)).toEqual(['Ours']);
  });

  test('is refused for what is gone: a language, a host', async () => {
    const old = await insertTemplate(dependencies, here.organizationId, {
      name: 'Old',
      content: { language: 'cobol-74' },
    });
    const hostId = await insertHost(dependencies, here.organizationId);
    const onHost = await saved({ server_id: hostId, cpu_cores: 2 });
    await dependencies.sql`update hosts set status = 'Deleted' where id = ${hostId}`;
    for (const [template_id, problem, field] of [
      [old, 'language', 'language'],
      [onHost, 'server', 'server_id'],
    ] as const) {
      expect((await look(template_id)).body.problems).toEqual([problem]);
      const refused = await launch({ template_id });
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        errorsObj: { template_id: expect.any(String), [field]: expect.any(String) },
      });
      const { version, change_date, content, name, roles } = (await look(template_id)).body;
      const again = await change(template_id, { name, roles, content, version, change_date });
      expect(again.body).toMatchObject({ errorsObj: { [`content.${field}`]: expect.any(String) } });
    }
  });
});

describe('a role that must use templates', () => {
  test('adds workspaces from templates only', async () => {
    const template_id = await saved({ port_3000: 'disabled' });
    const snapshot = await insertSnapshot(dependencies, { organizationId: here.organizationId, userId: lead.userId });
    expect((await options()).required).toBe(false);
    await bind(['lead']);
    expect((await options()).required).toBe(true);
    for (const body of [plain, { deployment_type: 'snapshot', snapshot_id: snapshot.id, server_id: 'shared' }]) {
      const refused = await launch(body);
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({ errorsObj: { template_id: expect.stringContaining('Choose one') } });
    }
    const made = await launch({ template_id });
    expect(made.status).toBe(200);
    expect((await launch(plain, here.owner)).status).toBe(200);

    const params = { workspaceID: made.body.workspaceID };
    const update = (body: object) => call(workspaces.updateWorkspace, { params, body }, { key: lead.key });
    expect((await update({ port_3000: 'http' })).status).toBe(422);
    expect((await update({ port_3000: 'disabled', port_3030: 'tcp', name: 'Mine' })).status).toBe(200);

    await dependencies.db.update(instances).set({ status: 'Deleted' }).where(ne(instances.id, params.workspaceID));
    const isThere = { status: 'Offline', containerId: 'container' } as const;
    await dependencies.db.update(instances).set(isThere).where(eq(instances.id, params.workspaceID));
    const fork = await call(forkWorkspace, { params, body: { name: 'Fork' } }, { key: lead.key });
    expect(fork.status).toBe(200);
    const ofFork = { params: { workspaceID: fork.body.workspaceID }, body: { port_3000: 'http' as const } };
    expect((await call(workspaces.updateWorkspace, ofFork, { key: lead.key })).status, 'its fork').toBe(422);
    await bind([]);
    expect((await options()).required).toBe(false);
  });
});

describe('the list', () => {
  test('names in any script are kept and found; one name twice is refused, also at once', async () => {
    const names = Object.values(NAMES).filter((name) => name.length <= 60);
    for (const name of names) expect((await save(bodyOf({ name }))).status).toBe(200);
    const { body } = await call(contract.listTemplates, { query: {} }, { key: here.owner.key });
    expect(body.records).toBe(names.length);
    const found = await call(searchOrganization, { query: { search: 'Ромашка' } }, { key: lead.key });
    expect(found.body.Templates.map(({ heading }) => heading)).toEqual([NAMES.cyrillic]);
    const [first, second] = await Promise.all([save(bodyOf({ name: 'Ada' })), save(bodyOf({ name: 'ada' }))]);
    expect([first.status, second.status].sort()).toEqual([200, 422]);
  });

  test('a change of what was changed meanwhile is refused, roles alone too, which make no version', async () => {
    const id = await saved();
    const { change_date } = (await look(id)).body;
    const [first, second] = await Promise.all([
      change(id, { ...bodyOf({}, { port_3000: 'tcp' }), version: 1, change_date }),
      change(id, { ...bodyOf({}, { port_3000: 'disabled' }), version: 1, change_date }),
    ]);
    expect([first.status, second.status].sort()).toEqual([200, 409]);
    const { version, content, ...seen } = (await look(id)).body;
    expect(version).toBe(2);
    dependencies.clock.advance(1000);
    await change(id, { ...bodyOf({ roles: ['owner'] }), content, version, change_date: seen.change_date });
    expect((await look(id, here.owner)).body).toMatchObject({ roles: ['owner'], version: 2 });
    const stale = { ...bodyOf({ name: 'Other' }), content, version, change_date: seen.change_date };
    expect((await change(id, stale)).status).toBe(409);
  });

  test('Undo brings a deleted one back, unless its name was taken; twice is fine', async () => {
    const id = await saved();
    expect((await act(contract.deleteTemplate, id)).status).toBe(200);
    expect((await act(contract.deleteTemplate, id)).status).toBe(404);
    const other = await saved();
    expect(await act(contract.restoreTemplate, id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Web shop') },
    });
    await act(contract.deleteTemplate, other);
    const answers = await Promise.all([1, 2, 3].map(() => act(contract.restoreTemplate, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await act(contract.restoreTemplate, id)).status).toBe(200);
    expect((await options()).items.map(({ value }) => value)).toEqual([id]);
  });

  test('names deleted ones for 24 hours to those who manage them; what workspaces name stays longer', async () => {
    const [unused, used] = [await saved({}, { name: 'Unused' }), await saved({}, { name: 'Used' })];
    const { workspaceID } = (await launch({ template_id: used })).body;
    for (const id of [unused, used]) await act(contract.deleteTemplate, id);
    const { key } = here.owner;
    const listed = await call(contract.listTemplates, { query: {} }, { key });
    expect(listed.body).toMatchObject({ records: 0, rows: [] });
    expect(listed.body.deleted.map(({ id }) => id).sort()).toEqual([unused, used].sort());
    const away = await mintOrganization(dependencies);
    const params = { templateID: unused };
    expect((await call(contract.restoreTemplate, { params }, { key: away.owner.key })).status).toBe(404);
    expect((await call(contract.listTemplates, { query: {} }, { key: away.owner.key })).body.deleted).toEqual([]);

    dependencies.clock.advance(DAY);
    expect((await call(contract.listTemplates, { query: {} }, { key })).body.deleted).toEqual([]);
    expect((await call(contract.restoreTemplate, { params }, { key })).status).toBe(404);
    await userJobs(dependencies)['users.forget-removed']();
    const left = await dependencies.db
      .select({ id: templates.id })
      .from(templates)
      .where(eq(templates.organizationId, here.organizationId));
    expect(left).toEqual([{ id: used }]);
    expect((await workspace(workspaceID)).template).toMatchObject({ name: 'Used', latest: null });
  });
});

test('names the secrets that a person lacks, also once one was deleted', async () => {
  const id = await saved({ secrets: ['NPM_TOKEN', 'API_KEY', 'API_KEY'] });
  const body = { owner: 'person', name: 'API_KEY', kind: 'text', value: 'x', repositories: null } as const;
  const { secretID } = (await call(secrets.addSecret, { body }, { key: lead.key })).body;
  expect((await look(id)).body.missing_secrets).toEqual(['NPM_TOKEN']);
  await call(secrets.deleteSecret, { params: { secretID } }, { key: lead.key });
  expect((await look(id)).body.missing_secrets).toEqual(['NPM_TOKEN', 'API_KEY']);
  expect((await launch({ template_id: id })).status).toBe(200);
});

test.each([
  'file:///etc/passwd',
  'https://ada:hunter2@example.com/x.git',
  'ssh://git:pw@example.com/x.git',
  '--upload-pack=x',
  'not an address',
])('does not keep %s as a repository', async (git_url) => {
  const { status, body } = await save(bodyOf({}, { git_url }));
  expect(status).toBe(422);
  expect(body).toMatchObject({ errorsObj: { 'content.git_url': expect.any(String) } });
});

test('whatever is sent is kept as it is read again, or refused', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 70 }),
    fc.constantFrom('nodejs', 'none', 'shared', '\0', ''),
  );
  const content = fc.record({
    language: fc.oneof(fc.constant('none'), text),
    database: fc.oneof(fc.constant('none'), text),
    git_url: fc.oneof(fc.constant(null), fc.webUrl(), text),
    ide_image_id: fc.constantFrom(null, 'none' as const),
    server_id: fc.oneof(fc.constant(null), text),
    cpu_cores: fc.oneof(fc.constantFrom(null, 0.5, 4), fc.double()),
    memory_gb: fc.constantFrom(null, 8, 9),
    disk_gb: fc.constantFrom(null, 0 as const, 50 as const),
    port_3000: fc.constantFrom(null, 'tcp' as const),
    port_3030: fc.constant(null),
    use_ssl: fc.constantFrom(null, true),
    secrets: fc.array(fc.oneof(fc.constant('API_KEY'), text), { maxLength: 3 }),
  });
  const body = fc.record({ name: text, roles: fc.subarray(['owner', 'admin', 'lead'] as const), content });
  await fc.assert(
    fc.asyncProperty(body, async (sent) => {
      const { status, body } = await save(sent as unknown as Body);
      expect([200, 422]).toContain(status);
      if (status !== 200) return;
      const read = (await look(body.templateID, here.owner)).body;
      expect(contract.templateBody.parse(sent)).toMatchObject({ name: read.name, roles: read.roles });
      await act(contract.deleteTemplate, body.templateID);
    }),
    { numRuns: 60 },
  );
});

test('whether admins must use a template is for the owner to say', async () => {
  const admin = await mintUser(dependencies, here.organizationId, 'admin');
  const asAdmin = (roles: ('admin' | 'lead')[]) => call(contract.bindRoles, { body: { roles } }, { key: admin.key });
  expect((await asAdmin(['admin'])).status).toBe(403);
  expect((await asAdmin(['lead'])).status).toBe(200);
  expect((await bind(['admin', 'lead'])).status).toBe(200);
  expect((await asAdmin([])).status).toBe(403);
  expect((await asAdmin(['admin'])).status, 'leads are theirs to decide').toBe(200);
  await bind([]);
});
