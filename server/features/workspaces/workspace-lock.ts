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
 * Runs `work` unless some process is working on this workspace's container already.
 * @returns false when that is so; `work` was not run then.
 */
export async function withWorkspaceLock(
  { sql }: Pick<Services, 'sql'>,
  workspaceId: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = holders.get(sql) ?? { connection: sql.reserve(), held: new Set<string>() };
  if (holder.held.has(workspaceId)) return false;
  holders.set(sql, holder);
  holder.held.add(workspaceId);
  const key = `slipway.workspace.${workspaceId}`;
  try {
    const connection = await holder.connection;
    const [row] = await connection`select pg_try_advisory_lock(hashtextextended(${key}, 0)) as locked`;
    if (!row?.locked) return false;
    try {
      await work();
    } finally {
      await connection`select pg_advisory_unlock(hashtextextended(${key}, 0))`.catch(() => forget(sql, holder));
    }
    return true;
  } catch (error) {
    await holder.connection.catch(() => forget(sql, holder));
    throw error;
  } finally {
    holder.held.delete(workspaceId);
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
