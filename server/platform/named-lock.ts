import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** Waits for others with the same name until their transactions end: a lock where there is no row to lock. */
export async function holdNamedLock(tx: Transaction, turn: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slipway.${turn}`}, 0))`);
}
