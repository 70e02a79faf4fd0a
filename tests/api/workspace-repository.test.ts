import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { instances } from '#server/features/instances/tables.ts';
import { workspaceDeployKeys, workspaces } from '#server/features/workspaces/tables.ts';
import { DAY } from '#server/platform/clock.ts';
import * as keys from '#shared/features/ssh-keys/contract.ts';
import { addWorkspace, deleteWorkspace } from '#shared/features/workspaces/contract.ts';
import * as contract from '#shared/features/workspaces/repository.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedOrganization, type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';

let dependencies: TestDependencies;
let client: TestClient;
let here: MintedOrganization;

beforeAll(async () => {
  const environment = { SLIPWAY_SHARED_MEMORY_MB: '100000', GIT_ALLOW_PRIVATE_HOSTS: 'true' };
  dependencies = await createTestDependencies({ environment });
  client = createTestClient(createApp(dependencies));
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

const makeKey = async (who: MintedUser) => client.call(contract.addDeployKey, {}, { key: who.key });
const repository = async (who: MintedUser, workspaceID: string) =>
  (await client.call(contract.workspaceRepository, { params: { workspaceID } }, { key: who.key })).body;

async function add(who: MintedUser, body: Record<string, unknown>) {
  const key = { name: `key ${Math.random()}`, public_key: newPublicKey() };
  const { sshKeyID: ssh_key_id } = (await client.call(keys.addSshKey, { body: key }, { key: who.key })).body;
  return client.call(
    addWorkspace,
    {
      body: {
        name: 'App',
        user_id: who.userId,
        ssh_key_id,
        server_id: 'shared',
        deployment_type: 'new_container',
        language: 'nodejs',
        database: 'none',
        git_url: 'git@localhost:x.git',
        ...body,
      },
    },
    { key: who.key },
  );
}

test('the key of the form becomes the key of one workspace, of its maker, within a day', async () => {
  const [lead, other] = await Promise.all(
    ['lead', 'lead'].map(() => mintUser(dependencies, here.organizationId, 'lead')),
  );
  if (!lead || !other) throw new Error('no leads');
  const made = (await makeKey(lead)).body;
  expect(made.public_key).toMatch(/^ssh-ed25519 AAAA\S+ slipway-deploy-key$/);
  expect(JSON.stringify(made)).not.toContain('PRIVATE');
  const stolen = await add(other, { deploy_key_id: made.id });
  expect(stolen.body.errorsObj?.deploy_key_id).toMatch(/Create a new one/);
  const { id } = (await add(lead, { deploy_key_id: made.id })).body;
  expect(await repository(lead, id)).toMatchObject({ clone_status: 'pending', deploy_key: made.public_key });
  expect((await add(lead, { deploy_key_id: made.id })).status).toBe(422);

  const late = (await makeKey(lead)).body;
  dependencies.clock.advance(DAY + 1);
  expect((await add(lead, { deploy_key_id: late.id })).status).toBe(422);
});

test('an ssh address gets a key of its own, an https address none; a deleted workspace keeps no private half', async () => {
  const admin = await mintUser(dependencies, here.organizationId, 'admin');
  const { id } = (await add(admin, {})).body;
  expect((await repository(admin, id)).deploy_key).toMatch(/^ssh-ed25519 /);
  const open = (await add(admin, { git_url: 'https://localhost/x.git' })).body;
  expect(await repository(admin, open.id)).toMatchObject({ clone_status: 'pending', deploy_key: null });
  await client.call(deleteWorkspace, { params: { workspaceID: id } }, { key: admin.key });
  const rows = await dependencies.db.select().from(workspaceDeployKeys).where(eq(workspaceDeployKeys.workspaceId, id));
  expect(rows).toMatchObject([{ privateKey: null, publicKey: expect.any(String) }]);
});

test('cloning again is for a running workspace whose key was not let in', async () => {
  const admin = await mintUser(dependencies, here.organizationId, 'admin');
  const user = await mintUser(dependencies, here.organizationId, 'user');
  expect((await makeKey(user)).status).toBe(403);
  const { id } = (await add(admin, {})).body;
  const again = (who: MintedUser) =>
    client.call(contract.cloneAgain, { params: { workspaceID: id } }, { key: who.key });
  const set = (values: Partial<typeof workspaces.$inferInsert>) =>
    dependencies.db.update(workspaces).set(values).where(eq(workspaces.id, id));
  const become = (status: 'Active' | 'Offline') =>
    dependencies.db.update(instances).set({ status }).where(eq(instances.id, id));
  await become('Offline');
  await set({ cloneStatus: 'refused', cloneDetail: 'No.' });
  expect((await again(admin)).body.message).toBe('This workspace is stopped. Start it, then try again.');
  await become('Active');
  expect(await repository(admin, id)).toMatchObject({ clone_detail: 'No.', may: { clone: true } });
  expect((await again(user)).status).toBe(404);
  expect((await again(admin)).status).toBe(200);
  expect((await again(admin)).status).toBe(200);
  expect((await repository(admin, id)).clone_status).toBe('pending');
  await set({ cloneStatus: 'cloned' });
  expect((await again(admin)).status).toBe(409);
});

test('a sample project takes the place of a repository', async () => {
  const admin = await mintUser(dependencies, here.organizationId, 'admin');
  const { id } = (await add(admin, { git_url: undefined, sample: 'nodejs' })).body;
  expect(await repository(admin, id)).toMatchObject({ git_url: null, clone_status: 'pending', deploy_key: null });
  const both = await add(admin, { sample: 'nodejs' });
  expect(both.body.errorsObj).toEqual({ git_url: 'Choose a repository or a sample project, not both.' });
  expect((await add(admin, { git_url: undefined, sample: '../nodejs' })).status).toBe(422);
});
