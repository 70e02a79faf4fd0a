import { and, eq, gt, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { instances } from '../instances/tables.ts';
import { hostReservations, hosts } from '../machines/tables.ts';

/** The engine of this machine. */
export const HOME = 'local';

/** Until the transaction ends, nobody else reserves memory of this engine's machine. */
export async function lockMachine(tx: Transaction, engineId: string): Promise<void> {
  await holdNamedLock(tx, `capacity.${engineId}`);
}

export const shareOf = (engineId: string) => and(eq(instances.kind, 'workspace'), eq(instances.engineId, engineId));

/** Memory in MB that shared workspaces reserve on an engine, sleeping ones included. */
export async function heldByShared(tx: Transaction, engineId: string): Promise<number> {
  const [row] = await tx
    .select({ memoryMb: sql<number>`coalesce(sum(${instances.memoryMb}), 0)::int` })
    .from(instances)
    .where(
      and(shareOf(engineId), or(inArray(instances.status, ['Pending', 'Active']), isNotNull(instances.asleepSince))),
    );
  return row?.memoryMb ?? 0;
}

/** Memory in MB of hosts on this machine, including those that are being charged for. */
export async function heldByHosts(tx: Transaction, now: Date): Promise<number> {
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
