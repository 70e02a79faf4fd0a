import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { instances } from '#server/features/instances/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { rebootHost } from '#shared/features/hosts/contract.ts';
import type { WorkspaceStatus } from '#shared/features/workspaces/model.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;
let there: MintedOrganization;

beforeAll(async () => {
  dependencies = await createTestDependencies({ environment: { SLIPWAY_SHARED_MEMORY_MB: '4096' } });
  client = createTestClient(createApp(dependencies));
  [here, there] = await Promise.all([mintOrganization(dependencies), mintOrganization(dependencies)]);
});
afterAll(() => dependencies?.close());

let count = 0;
async function workspaceOf(user: MintedUser, status: WorkspaceStatus = 'Offline', memoryMb = 1024) {
  count += 1;
  const row = await insertRecord(dependencies.db, workspaces, {
    kind: 'workspace',
    id: newId(),
    organizationId: here.organizationId,
    userId: user.userId,
    name: `Nap ${count}`,
    slug: `nap-${count}x`,
    status,
    engineId: 'local',
    language: 'nodejs',
    database: 'none',
    cpuCores: 1,
    memoryMb,
    diskGb: 10,
    launchedAt: dependencies.clock.now(),
  });
  return { id: row.id, host: `${row.slug}.${dependencies.config.workspaceDomain}` };
}

const visit = (who: { key: string }, hostname: string, more: { port?: string; wake?: 'true' | 'false' } = {}) =>
  client.call(
    rebootHost,
    { params: { hostname, port: more.port ?? '443' }, query: more.wake ? { wake: more.wake } : {} },
    { key: who.key },
  );

const statusOf = async (id: string) =>
  (await dependencies.db.select({ status: instances.status }).from(instances).where(eq(instances.id, id)))[0]?.status;

test('answers the same for a host that is not there, another organization’s, and a port that is none', async () => {
  const { id, host } = await workspaceOf(here.owner);
  const answers = await Promise.all([
    visit(here.owner, `nobody.${dependencies.config.workspaceDomain}`),
    visit(here.owner, 'example.com'),
    visit(here.owner, newId()),
    visit(there.owner, host),
    visit(there.owner, id),
    visit(here.owner, host, { port: '70000' }),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, errors: ['Invalid host or invalid organization.'] });
  }
  expect(await statusOf(id)).toBe('Offline');
});

test('starts nothing for a colleague who may not open it, nor on the strength of a cookie', async () => {
  const { id, host } = await workspaceOf(here.owner);
  const colleague = await mintUser(dependencies, here.organizationId, 'user');
  const answer = await visit(colleague, host);
  expect([answer.status, answer.body.errors]).toEqual([403, ['Not authorized.']]);
  const params = { hostname: host, port: '443' };
  const link = await client.call(rebootHost, { params }, { headers: { cookie: `slipway_session=${here.owner.key}` } });
  expect(link.status).toBe(401);
  expect(await statusOf(id)).toBe('Offline');
});

test('a page that only looks does not undo a stop; a visit does, and tells when the start fails', async () => {
  const user = await mintUser(dependencies, here.organizationId, 'user');
  const { id, host } = await workspaceOf(user);
  const look = await visit(user, host, { wake: 'false' });
  expect([look.status, look.body.errors]).toEqual([503, ['Service offline.']]);
  expect(await statusOf(id)).toBe('Offline');

  const visiting = visit(user, host);
  await expect.poll(() => statusOf(id)).toBe('Pending');
  await dependencies.db.update(instances).set({ status: 'Offline' }).where(eq(instances.id, id));
  expect((await visiting).body.errors).toEqual(['Service offline.']);
});

test('says that there is not enough memory, and starts nothing', async () => {
  const user = await mintUser(dependencies, here.organizationId, 'user');
  const { id } = await workspaceOf(user, 'Offline', 8192);
  const answer = await visit(user, id);
  expect([answer.status, answer.body.errors]).toEqual([409, ['Not enough memory.']]);
  expect(await statusOf(id)).toBe('Offline');
});
