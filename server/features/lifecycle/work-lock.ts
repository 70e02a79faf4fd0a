import type { ReservedSql } from 'postgres';
import type { Sql } from '../../platform/database.ts';
import type { Services } from '../context.ts';

/** One connection holds all locks of this process; the database frees them when the process dies in whatever way. */
interface Holder {
  connection: Promise<ReservedSql>;
  held: Set<string>;
}
const holders = new WeakMap<Sql, Holder>();

/**
 * Runs `work` unless some process is working on this thing's container already.
 * @param key its kind and id: `workspace.<id>`
 * @returns false when that is so; `work` was not run then.
 */
export async function withWorkLock(
  { sql }: Pick<Services, 'sql'>,
  key: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = holders.get(sql) ?? { connection: sql.reserve(), held: new Set<string>() };
  if (holder.held.has(key)) return false;
  holders.set(sql, holder);
  holder.held.add(key);
  const name = `slipway.${key}`;
  try {
    const connection = await holder.connection;
    const [row] = await connection`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as locked`;
    if (!row?.locked) return false;
    try {
      await work();
    } finally {
      await connection`select pg_advisory_unlock(hashtextextended(${name}, 0))`.catch(() => forget(sql, holder));
    }
    return true;
  } catch (error) {
    await holder.connection.catch(() => forget(sql, holder));
    throw error;
  } finally {
    holder.held.delete(key);
    if (holder.held.size === 0) await release(sql, holder);
  }
}

/** A broken connection has lost its locks already: the next caller makes a new one. */
function forget(sql: Sql, holder: Holder): void {
  if (holders.get(sql) === holder) holders.delete(sql);
}

async function release(sql: Sql, holder: Holder): Promise<void> {
  forget(sql, holder);
  const connection = await holder.connection.catch(() => null);
  connection?.release();
}
