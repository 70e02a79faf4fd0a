import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hosts } from '#server/features/machines/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { insertHost } from '#tests/support/host.ts';
import { convergeWorkspace } from '#tests/support/instances.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { insertWorkspace } from '#tests/support/things.ts';

let dependencies: TestDependencies;
let here: MintedOrganization;
beforeAll(async () => {
  // Where no engine answers, as on a machine that is given back just now.
  dependencies = await createTestDependencies({ environment: { SLIPWAY_DOCKER_SOCKET: '/nowhere/docker.sock' } });
  here = await mintOrganization(dependencies);
});
afterAll(() => dependencies?.close());

async function deletedOn(hostId: string): Promise<string> {
  const id = newId();
  await insertWorkspace(
    dependencies,
    { organizationId: here.organizationId, userId: here.owner.userId },
    { id, name: 'w', slug: id, status: 'Deleted', serverId: hostId, engineId: hostId, containerId: null },
  );
  return id;
}
const converge = (id: string) => convergeWorkspace(dependencies, id, new AbortController().signal);

test('what is deleted with its host is no failure when the machine goes first', async () => {
  const hostId = await insertHost(dependencies, here.organizationId);
  const id = await deletedOn(hostId);
  await dependencies.db.update(hosts).set({ status: 'Deleted' }).where(eq(hosts.id, hostId));
  await expect(converge(id)).resolves.toBeUndefined();
});

test('on a host that is there, a container that can’t be removed is one', async () => {
  const hostId = await insertHost(dependencies, here.organizationId);
  await expect(converge(await deletedOn(hostId))).rejects.toMatchObject({ kind: 'unreachable' });
});
