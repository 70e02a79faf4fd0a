import { and, asc, eq, isNotNull, type SQL } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import { endSleep, readRecords } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';

export type Waking = Pick<Dependencies, 'bus' | 'clock' | 'kinds' | 'publish'>;

/**
 * Stops sleeping ones for good, the longest asleep first, until this much of what they reserve is free. One that somebody
 * is just waking keeps its share. @returns false if there aren't enough: the caller refuses, which takes it all back
 */
export async function takeFromSleepers(
  dependencies: Waking,
  tx: Transaction,
  among: SQL | undefined,
  missing: { memoryMb: number; cpuCores?: number },
): Promise<boolean> {
  let { memoryMb, cpuCores = 0 } = missing;
  const isEnough = () => memoryMb <= 0 && cpuCores <= 0;
  if (isEnough()) return true;
  const sleepers = await tx
    .select({ id: instances.id, kind: instances.kind })
    .from(instances)
    .where(and(among, isNotNull(instances.asleepSince)))
    .orderBy(asc(instances.asleepSince), asc(instances.id));
  for (const { id, kind } of sleepers) {
    const asleep = and(eq(instances.id, id), isNotNull(instances.asleepSince));
    const [record] = await readRecords(tx, dependencies.kinds[kind], asleep, { lock: 'free' });
    if (!record) continue;
    await endSleep(dependencies, tx, dependencies.kinds[kind], record, { cause: 'memory_needed' });
    memoryMb -= record.memoryMb;
    cpuCores -= record.cpuCores;
    if (isEnough()) return true;
  }
  return false;
}
