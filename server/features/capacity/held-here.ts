import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { instances } from '../instances/tables.ts';
import { hostReservations, hosts } from '../machines/tables.ts';

/** The engine of this machine. */
export const HOME = 'local';

/** Until the transaction ends, nobody else reserves memory of this machine, or of any other that is shared. */
export async function lockShared(tx: Transaction): Promise<void> {
  await holdNamedLock(tx, `capacity.${HOME}`);
}

export const shareOf = (engineId: string) => and(eq(instances.kind, 'workspace'), eq(instances.engineId, engineId));

/** Memory in MB that shared workspaces reserve on an engine, sleeping ones included. */
export async function heldByShared(tx: Transaction, engineId: string): Promise<number> {
  return (await heldByEngine(tx, [engineId])).get(engineId)?.memoryMb ?? 0;
}

/** What shared workspaces hold of an engine's machine. */
export interface SharedHeld {
  /** Reserved, including what sleeps. */
  memoryMb: number;
  /** The part that sleeping ones give up for others. */
  asleepMb: number;
}

/** The same for several engines; those with nothing on them are left out. */
export async function heldByEngine(executor: Executor, engineIds: readonly string[]): Promise<Map<string, SharedHeld>> {
  const asleep = isNotNull(instances.asleepSince);
  const holds = or(inArray(instances.status, ['Pending', 'Active']), asleep);
  const rows = await executor
    .select({
      engineId: instances.engineId,
      memoryMb: sql<number>`sum(${instances.memoryMb})::int`,
      asleepMb: sql<number>`coalesce(sum(${instances.memoryMb}) filter (where ${asleep}), 0)::int`,
    })
    .from(instances)
    .where(and(eq(instances.kind, 'workspace'), inArray(instances.engineId, [...engineIds]), holds))
    .groupBy(instances.engineId);
  return new Map(rows.map(({ engineId, ...held }) => [engineId, held]));
}

/** Memory in MB of hosts on this machine, including those that are being charged for. */
export async function heldByHosts(tx: Executor, now: Date): Promise<number> {
  const [held] = await tx
    .select({ memoryMb: sql<number>`coalesce(sum(${hosts.memoryMb}), 0)::int` })
    .from(hosts)
    .where(and(eq(hosts.provider, 'docker'), isNull(hosts.releasedAt)));
  const [reserved] = await tx
    .select({ memoryMb: sql<number>`coalesce(sum(${hostReservations.memoryMb}), 0)::int` })
    .from(hostReservations)
    .where(and(eq(hostReservations.provider, 'docker'), isHeld(now)));
  return (held?.memoryMb ?? 0) + (reserved?.memoryMb ?? 0);
}

/** A host that is being charged for holds its machine. */
export const isHeld = (now: Date) => gt(hostReservations.until, now);
