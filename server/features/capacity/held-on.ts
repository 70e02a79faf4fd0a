import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { tablesOf } from '../instances/tables.ts';

/** What is reserved on a host: memory by what runs or starts, disk by everything there. */
export interface Held {
  cpuCores: number;
  memoryMb: number;
  diskGb: number;
  workspaces: number;
  services: number;
}

const NOTHING: Held = { cpuCores: 0, memoryMb: 0, diskGb: 0, workspaces: 0, services: 0 };

/** By host id; includes hosts with nothing on them. */
export async function heldOn(executor: Executor, hostIds: readonly string[]): Promise<Map<string, Held>> {
  const held = new Map(hostIds.map((id) => [id, { ...NOTHING }]));
  if (hostIds.length === 0) return held;
  for (const [count, table] of [
    ['workspaces', tablesOf.workspace.instances],
    ['services', tablesOf.service.instances],
  ] as const) {
    const runs = inArray(table.status, ['Pending', 'Active']);
    const rows = await executor
      .select({
        hostId: table.serverId,
        cpuCores: sql<number>`coalesce(sum(${table.cpuCores}) filter (where ${runs}), 0)::float`,
        memoryMb: sql<number>`coalesce(sum(${table.memoryMb}) filter (where ${runs}), 0)::int`,
        diskGb: sql<number>`coalesce(sum(${table.diskGb}), 0)::int`,
        count: sql<number>`count(*)::int`,
      })
      .from(table)
      .where(and(inArray(table.serverId, [...hostIds]), ne(table.status, 'Deleted')))
      .groupBy(table.serverId);
    for (const row of rows) {
      const sum = held.get(row.hostId) ?? { ...NOTHING };
      sum.cpuCores += row.cpuCores;
      sum.memoryMb += row.memoryMb;
      sum.diskGb += row.diskGb;
      sum[count] += row.count;
      held.set(row.hostId, sum);
    }
  }
  return held;
}
