import type { Dependencies } from '#server/features/context.ts';
import { groupAdmins, groups, groupUsers } from '#server/features/groups/tables.ts';
import { insertRecord } from '#server/features/instances/records.ts';
import { type instances, snapshots } from '#server/features/instances/tables.ts';
import { prebuilds } from '#server/features/prebuilds/tables.ts';
import { services } from '#server/features/services/tables.ts';
import { templates, templateVersions } from '#server/features/templates/tables.ts';
import { workspaces } from '#server/features/workspaces/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { LEAD_ROLES } from '#shared/features/auth/model.ts';
import type { TemplateContent } from '#shared/features/templates/contract.ts';

interface Whose {
  organizationId: string;
  userId: string;
}

const size = { cpuCores: 1, memoryMb: 1536, diskGb: 10 };

type Values = Partial<typeof instances.$inferInsert>;

/** A stopped workspace with a container; `values` override its columns. */
export async function insertWorkspace(
  { db }: Pick<Dependencies, 'db'>,
  whose: Whose,
  values: Values & Partial<typeof workspaces.$inferInsert> = {},
) {
  const id = newId();
  const row = { id, ...whose, ...size, name: 'App', slug: `w-${id}`, engineId: 'local', containerId: `c-${id}` };
  const own = { language: 'nodejs', database: 'none', status: 'Offline' as const };
  return insertRecord(db, workspaces, { ...row, ...own, ...values, kind: 'workspace' });
}

/** A stopped Redis with a container. */
export async function insertService(
  { db }: Pick<Dependencies, 'db'>,
  whose: Whose,
  values: Values & Partial<typeof services.$inferInsert> = {},
) {
  const id = newId();
  const row = { id, ...whose, ...size, name: 'Cache', slug: `s-${id}`, engineId: 'local', containerId: `c-${id}` };
  const own = { catalogueId: 'redis', serverId: newId(), environment: 'sealed', status: 'Offline' as const };
  return insertRecord(db, services, { ...row, ...own, ...values, kind: 'service' });
}

/** An Active snapshot, of a workspace of its own unless `values` say of what. */
export async function insertSnapshot(
  { db }: Pick<Dependencies, 'db'>,
  whose: Whose,
  values: Partial<typeof snapshots.$inferInsert> = {},
) {
  const instanceId = values.instanceId ?? (await insertWorkspace({ db }, whose)).id;
  const row = { id: newId(), ...whose, instanceId, name: 'App then', engineId: 'local' };
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

/** A template that sets only language and database: none. */
export const emptyTemplate: TemplateContent = {
  ...{ language: 'none', database: 'none', git_url: null, ide_image_id: null, server_id: null },
  ...{ cpu_cores: null, memory_gb: null, disk_gb: null, port_3000: null, port_3030: null, use_ssl: null },
  secrets: [],
};

/** A template in its first version, for everyone who adds workspaces. */
export async function insertTemplate(
  { db }: Pick<Dependencies, 'db'>,
  organizationId: string,
  { name, content = {} }: { name: string; content?: Partial<TemplateContent> },
) {
  const id = newId();
  await db.insert(templates).values({ id, organizationId, name, roles: [...LEAD_ROLES], version: 1 });
  await db.insert(templateVersions).values({ templateId: id, version: 1, content: { ...emptyTemplate, ...content } });
  return id;
}

/** A template of which copies are prepared by hand. */
export async function insertPrebuild(
  { clock, db, secrets }: Pick<Dependencies, 'clock' | 'db' | 'secrets'>,
  { organizationId, userId, templateId }: { organizationId: string; userId: string; templateId: string },
) {
  const id = newId();
  await db
    .insert(prebuilds)
    .values({
      ...{ id, organizationId, userId, templateId, on: true, schedule: 'none', hour: 0, weekday: 0, timeZone: 'UTC' },
      ...{ publicKey: 'ssh-ed25519 AAAA', privateKey: secrets.seal('key'), createdAt: clock.now() },
    })
    .onConflictDoUpdate({ target: prebuilds.templateId, set: { on: true } });
}
