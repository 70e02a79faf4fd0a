import type { Dependencies } from '#server/features/context.ts';
import { groupAdmins, groups, groupUsers } from '#server/features/groups/tables.ts';
import { organizationServices, snapshots, workspaces } from '#server/features/instances/tables.ts';
import { newId } from '#server/platform/ids.ts';

interface Whose {
  organizationId: string;
  userId: string;
}

const size = { cpuCores: 1, memoryMb: 1536, diskGb: 10 };

/** A stopped workspace with a container; `values` override its columns. */
export async function insertWorkspace(
  { db }: Dependencies,
  whose: Whose,
  values: Partial<typeof workspaces.$inferInsert> = {},
) {
  const id = newId();
  const row = { id, ...whose, ...size, name: 'App', slug: `w-${id}`, engineId: 'local', containerId: `c-${id}` };
  const [workspace] = await db
    .insert(workspaces)
    .values({ ...row, language: 'nodejs', database: 'none', status: 'Offline', ...values })
    .returning();
  return workspace!;
}

/** A stopped Redis with a container. */
export async function insertService(
  { db }: Dependencies,
  whose: Whose,
  values: Partial<typeof organizationServices.$inferInsert> = {},
) {
  const id = newId();
  const row = { id, ...whose, ...size, name: 'Cache', slug: `s-${id}`, engineId: 'local', containerId: `c-${id}` };
  const [service] = await db
    .insert(organizationServices)
    .values({ ...row, catalogueId: 'redis', serverId: newId(), environment: 'sealed', status: 'Offline', ...values })
    .returning();
  return service!;
}

/** An Active snapshot of a workspace. */
export async function insertSnapshot(
  { db }: Dependencies,
  whose: Whose,
  values: Partial<typeof snapshots.$inferInsert> = {},
) {
  const row = { id: newId(), ...whose, instanceId: newId(), name: 'App then', engineId: 'local' };
  const [snapshot] = await db
    .insert(snapshots)
    .values({ ...row, language: 'nodejs', database: 'none', status: 'Active', ...values })
    .returning();
  return snapshot!;
}

/** A group of an organization; its members need not belong there. */
export async function insertGroup(
  { db }: Dependencies,
  organizationId: string,
  { admins, members }: { admins: string[]; members: string[] },
) {
  const id = newId();
  await db.insert(groups).values({ id, organizationId, name: `Group ${id}` });
  for (const userId of admins) await db.insert(groupAdmins).values({ groupId: id, userId });
  for (const userId of members) await db.insert(groupUsers).values({ groupId: id, userId });
  return id;
}
