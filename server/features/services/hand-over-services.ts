import type { Transaction } from '../../platform/database.ts';
import { announce, type ChangeDependencies, type HandOver, handOver } from '../instances/index.ts';
import { serviceKind } from './kind.ts';

/** Gives a leaving user's services to somebody else, unchanged. */
export async function handOverServices(context: ChangeDependencies, tx: Transaction, input: HandOver): Promise<void> {
  for (const service of await handOver(tx, serviceKind, input)) await announce(context, tx, serviceKind, service);
}
