import { inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { announce, type ChangeDependencies, type HandOver, handOver } from '../instances/index.ts';
import { instances } from '../instances/tables.ts';
import { serviceKind } from './kind.ts';

/** Gives a leaving user's services to somebody else, unchanged; with `ids`, only those. @returns which */
export async function handOverServices(
  context: ChangeDependencies,
  tx: Transaction,
  { ids, ...input }: HandOver & { ids?: string[] },
): Promise<string[]> {
  const given = await handOver(tx, serviceKind, { ...input, only: ids && inArray(instances.id, ids) });
  for (const service of given) await announce(context, tx, serviceKind, service);
  return given.map(({ id }) => id);
}
