import { sql } from 'drizzle-orm';
import type { Transaction } from './database.ts';

/** Until the transaction ends, whoever asks for the same turn waits: for what no row stands for that could be locked. */
export async function takeTurns(tx: Transaction, turn: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`slipway.${turn}`}, 0))`);
}
