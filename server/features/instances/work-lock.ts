import { setTimeout as delay } from 'node:timers/promises';
import type { ReservedSql } from 'postgres';
import { isConnectionLost, type Sql } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';

const LOOK_AGAIN_MS = 250;

/** One connection holds all locks of this process; the database frees them however the process dies. */
interface Holder {
  /** Null until somebody asks for a lock, and again after it broke. */
  connection: Promise<ReservedSql> | null;
  held: Set<string>;
  /** Shared locks, and how many times each is held here. */
  shared: Map<string, number>;
}
const holders = new WeakMap<Sql, Holder>();

/**
 * Runs `work` unless some process is already working on this thing's container.
 * @param key its kind and id: `workspace.<id>`
 * @returns false if so; `work` wasn't run
 */
export async function withWorkLock(
  { sql }: Pick<Dependencies, 'sql'>,
  key: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const holder = holderOf(sql);
  if (holder.held.has(key) || holder.shared.has(key)) return false;
  holder.held.add(key);
  try {
    return await locked(sql, holder, key, EXCLUSIVE, work);
  } finally {
    holder.held.delete(key);
    await releaseUnused(sql, holder);
  }
}

/** Runs `work` beside others that share the lock, as soon as nobody holds it exclusively. */
export async function withSharedLock(
  { sql }: Pick<Dependencies, 'sql'>,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    const holder = holderOf(sql);
    if (!holder.held.has(key)) {
      holder.shared.set(key, (holder.shared.get(key) ?? 0) + 1);
      try {
        if (await locked(sql, holder, key, SHARED, work)) return;
      } finally {
        const left = (holder.shared.get(key) ?? 1) - 1;
        if (left > 0) holder.shared.set(key, left);
        else holder.shared.delete(key);
        await releaseUnused(sql, holder);
      }
    }
    await delay(LOOK_AGAIN_MS);
  }
}

interface Mode {
  lock: string;
  unlock: string;
}
const EXCLUSIVE: Mode = { lock: 'pg_try_advisory_lock', unlock: 'pg_advisory_unlock' };
const SHARED: Mode = { lock: 'pg_try_advisory_lock_shared', unlock: 'pg_advisory_unlock_shared' };

async function locked(
  sql: Sql,
  holder: Holder,
  key: string,
  { lock, unlock }: Mode,
  work: () => Promise<void>,
): Promise<boolean> {
  const name = `slipway.${key}`;
  holder.connection ??= sql.reserve();
  const reserved = holder.connection;
  /** A broken connection has already lost its locks: the next caller opens a new one. */
  const dropBroken = (error: unknown) => {
    if (isConnectionLost(error) && holder.connection === reserved) holder.connection = null;
  };
  const ask = async (asked: string) => {
    const connection = await reserved;
    return connection`select ${connection.unsafe(asked)}(hashtextextended(${name}, 0)) as locked`;
  };
  const [row] = await ask(lock).catch((error) => {
    dropBroken(error);
    throw error;
  });
  if (!row?.locked) return false;
  try {
    await work();
  } finally {
    await ask(unlock).catch(dropBroken);
  }
  return true;
}

function holderOf(sql: Sql): Holder {
  const holder = holders.get(sql) ?? { connection: null, held: new Set(), shared: new Map() };
  holders.set(sql, holder);
  return holder;
}

async function releaseUnused(sql: Sql, holder: Holder): Promise<void> {
  if (holder.held.size > 0 || holder.shared.size > 0) return;
  if (holders.get(sql) === holder) holders.delete(sql);
  const connection = await holder.connection?.catch(() => null);
  connection?.release();
}
