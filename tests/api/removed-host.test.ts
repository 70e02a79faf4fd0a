import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hosts } from '#server/features/machines/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { insertHost } from '#tests/support/host.ts';
import { convergeWorkspace } from '#tests/support/instances.ts';
import { type MintedOrganization, mintOrganization } from '#tests/support/mint.ts';
import { createTestServices, type TestServices } from '#tests/support/services.ts';
import { insertWorkspace } from '#tests/support/things.ts';

let services: TestServices;
let here: MintedOrganization;
beforeAll(async () => {
  // Where no engine answers, as on a machine that is given back just now.
  services = await createTestServices({ environment: { SLIPWAY_DOCKER_SOCKET: '/nowhere/docker.sock' } });
  here = await mintOrganization(services);
});
afterAll(() => services?.close());

async function deletedOn(hostId: string): Promise<string> {
  const id = newId();
  await insertWorkspace(
    services,
    { organizationId: here.organizationId, userId: here.owner.userId },
    { id, name: 'w', slug: id, status: 'Deleted', serverId: hostId, engineId: hostId, containerId: null },
  );
  return id;
}
const converge = (id: string) => convergeWorkspace(services, id, new AbortController().signal);

test('what is deleted with its host is no failure when the machine goes first', async () => {
  const hostId = await insertHost(services, here.organizationId);
  const id = await deletedOn(hostId);
  await services.db.update(hosts).set({ status: 'Deleted' }).where(eq(hosts.id, hostId));
  await expect(converge(id)).resolves.toBeUndefined();
});

test('on a host that is there, a container that can’t be removed is one', async () => {
  const hostId = await insertHost(services, here.organizationId);
  await expect(converge(await deletedOn(hostId))).rejects.toMatchObject({ kind: 'unreachable' });
});
