import { and, eq, inArray, isNotNull, notInArray, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { type Instance, instances } from '../instances/tables.ts';

/** What is reserved on a host: memory by what runs or starts, disk by everything there but what was deleted. */
export interface Held {
  cpuCores: number;
  memoryMb: number;
  /** Kept by what sleeps, until somebody else needs it. */
  asleepMb: number;
  diskGb: number;
  workspaces: number;
  services: number;
}

const NOTHING: Held = { cpuCores: 0, memoryMb: 0, asleepMb: 0, diskGb: 0, workspaces: 0, services: 0 };

/** By host id; includes hosts with nothing on them. */
export async function heldOn(executor: Executor, hostIds: readonly string[]): Promise<Map<string, Held>> {
  const held = new Map(hostIds.map((id) => [id, { ...NOTHING }]));
  if (hostIds.length === 0) return held;
  const runs = inArray(instances.status, ['Pending', 'Active']);
  const ofKind = (kind: Instance['kind']) => sql<number>`(count(*) filter (where ${eq(instances.kind, kind)}))::int`;
  const rows = await executor
    .select({
      hostId: instances.serverId,
      held: {
        cpuCores: sql<number>`coalesce(sum(${instances.cpuCores}) filter (where ${runs}), 0)::float`,
        memoryMb: sql<number>`coalesce(sum(${instances.memoryMb}) filter (where ${runs}), 0)::int`,
        asleepMb: sql<number>`coalesce(sum(${instances.memoryMb}) filter (where ${isNotNull(instances.asleepSince)}), 0)::int`,
        diskGb: sql<number>`coalesce(sum(${instances.diskGb}), 0)::int`,
        workspaces: ofKind('workspace'),
        services: ofKind('service'),
      },
    })
    .from(instances)
    .where(
      and(inArray(instances.serverId, [...hostIds]), notInArray(instances.status, ['Deleted', 'Pending Deletion'])),
    )
    .groupBy(instances.serverId);
  for (const row of rows) held.set(row.hostId, row.held);
  return held;
}
