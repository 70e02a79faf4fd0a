import { and, asc, eq, inArray, ne } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { isId } from '../../platform/ids.ts';
import { serverOptionName } from '../billing/index.ts';
import { heldOn } from '../capacity/index.ts';
import type { Dependencies } from '../context.ts';
import { hosts } from '../machines/tables.ts';

export type HostRecord = typeof hosts.$inferSelect;

/** A host of the organization that isn't deleted; null for any other. */
export async function findHost(
  { db }: { db: Executor },
  organizationId: string,
  hostId: string,
): Promise<HostRecord | null> {
  if (!isId(hostId)) return null;
  const own = and(eq(hosts.id, hostId), eq(hosts.organizationId, organizationId), ne(hosts.status, 'Deleted'));
  const [host] = await db.select().from(hosts).where(own);
  return host ?? null;
}

/** A host that workspaces and services can run on, with its free resources. */
export interface HostChoice {
  id: string;
  name: string;
  /** Its name in the price list. */
  optionName: string;
  cpuCores: number;
  memoryMb: number;
  diskGb: number;
  vramGb: number | null;
  freeMemoryMb: number;
  freeDiskGb: number;
  /** Cents. */
  monthlyCents: number;
}

/** The organization's Active hosts, by name. */
export async function hostChoices(
  dependencies: Pick<Dependencies, 'db'>,
  organizationId: string,
): Promise<HostChoice[]> {
  const rows = await dependencies.db
    .select()
    .from(hosts)
    .where(and(eq(hosts.organizationId, organizationId), eq(hosts.status, 'Active')))
    .orderBy(asc(hosts.name), asc(hosts.id));
  const held = await heldOn(
    dependencies.db,
    rows.map(({ id }) => id),
  );
  return rows.map((host) => ({
    id: host.id,
    name: host.name,
    optionName: serverOptionName(host.serverOptionId),
    cpuCores: host.cpuCores,
    memoryMb: host.memoryMb,
    diskGb: host.diskGb,
    vramGb: host.vramGb,
    freeMemoryMb: Math.max(0, host.memoryMb - (held.get(host.id)?.memoryMb ?? 0)),
    freeDiskGb: Math.max(0, host.diskGb - (held.get(host.id)?.diskGb ?? 0)),
    monthlyCents: host.monthlyCents,
  }));
}

/** Names by id, of deleted ones too; leaves out ids that aren't hosts (`shared`). */
export async function hostNames(
  { db }: Pick<Dependencies, 'db'>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)].filter(isId);
  if (wanted.length === 0) return new Map();
  const rows = await db.select({ id: hosts.id, name: hosts.name }).from(hosts).where(inArray(hosts.id, wanted));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Does this server have a GPU for what runs on it? Shared ones have none. */
export async function hasGpu({ db }: Pick<Dependencies, 'db'>, serverId: string): Promise<boolean> {
  if (!isId(serverId)) return false;
  const [host] = await db.select({ vramGb: hosts.vramGb }).from(hosts).where(eq(hosts.id, serverId));
  return typeof host?.vramGb === 'number';
}

/** The row, deleted or not, without access checks. */
export async function readHost({ db }: Pick<Dependencies, 'db'>, id: string): Promise<HostRecord | null> {
  const [host] = await db.select().from(hosts).where(eq(hosts.id, id));
  return host ?? null;
}
