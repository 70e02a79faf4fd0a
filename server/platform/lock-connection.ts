import { sql as text } from 'drizzle-orm';
import postgres from 'postgres';
import type { Transaction } from './database-types.ts';
import { type HeldLock, LockLost } from './held-locks.ts';
import { newToken } from './ids.ts';

/** Locks that outlast transactions, on one connection of this process: the database frees them however it dies. */
export interface Locks {
  /** Null if somebody has it alone, or shares it and `mode` is `alone`. Not twice in one process. */
  take(key: string, mode: LockMode): Promise<TakenLock | null>;
  close(): Promise<void>;
}
export type LockMode = 'alone' | 'shared';
export interface TakenLock extends HeldLock {
  release(): Promise<void>;
}

const HEARTBEAT_MS = 5000;
/** One may be late because this process was busy. */
const UNANSWERED = 2;
/** Less than a heartbeat, which waits behind it on the same connection. */
const WAIT_FOR_FENCE_MS = 3000;
/** The database notices within this many seconds, times three, that a process or its network is gone. */
const PROBE_S = 10;

const FUNCTIONS = {
  alone: { take: 'pg_try_advisory_lock', release: 'pg_advisory_unlock' },
  shared: { take: 'pg_try_advisory_lock_shared', release: 'pg_advisory_unlock_shared' },
} as const;

interface Hold {
  key: string;
  mode: LockMode;
  /** Names this hold alone: while it is locked too, the connection that took the lock is alive. */
  token: string;
  lost: AbortController;
  released: boolean;
}

/** Connects when the first lock is taken, and closes the connection some time after the last one was released. */
export function createLocks(url: string): Locks {
  const holds = new Set<Hold>();
  let client: postgres.Sql | null = null;
  let heartbeat: NodeJS.Timeout | undefined;

  const lose = (from: postgres.Sql) => {
    if (client !== from) return;
    client = null;
    for (const hold of holds) hold.lost.abort(new LockLost(hold.key));
    holds.clear();
    clearInterval(heartbeat);
    void from.end({ timeout: 0 }).catch(() => undefined);
  };
  const open = (): postgres.Sql => {
    if (client) return client;
    const opened: postgres.Sql = postgres(url, {
      max: 1,
      max_lifetime: null,
      idle_timeout: 60,
      connect_timeout: 10,
      onnotice: () => {},
      connection: {
        lock_timeout: WAIT_FOR_FENCE_MS,
        tcp_keepalives_idle: PROBE_S,
        tcp_keepalives_interval: PROBE_S,
        tcp_keepalives_count: 2,
      },
      onclose: () => lose(opened),
    });
    client = opened;
    return opened;
  };
  /** A network that is cut says nothing by itself. */
  const listen = (to: postgres.Sql) => {
    clearInterval(heartbeat);
    let unanswered = 0;
    heartbeat = setInterval(() => {
      if (unanswered >= UNANSWERED) return lose(to);
      unanswered += 1;
      to`select 1`.then(
        () => {
          unanswered = 0;
        },
        () => lose(to),
      );
    }, HEARTBEAT_MS).unref();
  };

  async function take(key: string, mode: LockMode): Promise<TakenLock | null> {
    const hold: Hold = { key, mode, token: newToken(), lost: new AbortController(), released: false };
    const session = open();
    const [row] = await session`
      select case when ${session.unsafe(FUNCTIONS[mode].take)}(${numberOf(session, `slipway.${key}`)})
        then pg_try_advisory_lock(${numberOf(session, hold.token)}) end as taken`;
    if (!row?.taken) return null;
    if (client !== session) throw new LockLost(key);
    if (holds.size === 0) listen(session);
    holds.add(hold);
    const lock = {
      lost: hold.lost.signal,
      confirm: (tx: Transaction) => confirm(tx, hold),
      release: () => release(session, hold),
    };
    // Whoever lost it may still be about to commit; whatever begins later is refused.
    await session`select pg_advisory_xact_lock(${numberOf(session, fenceOf(key))})`.catch(async (error: unknown) => {
      await lock.release();
      throw error;
    });
    return lock;
  }

  async function release(session: postgres.Sql, hold: Hold): Promise<void> {
    hold.released = true;
    holds.delete(hold);
    if (holds.size === 0) clearInterval(heartbeat);
    if (client !== session) return;
    await session`select ${session.unsafe(FUNCTIONS[hold.mode].release)}(${numberOf(session, `slipway.${hold.key}`)}),
      pg_advisory_unlock(${numberOf(session, hold.token)})`.catch(() => lose(session));
  }

  return {
    take: (key, mode) => take(key, mode),
    async close() {
      clearInterval(heartbeat);
      await client?.end({ timeout: 2 });
    },
  };
}

const fenceOf = (key: string) => `slipway.fence.${key}`;
const numberOf = (session: postgres.Sql, name: string) => session`hashtextextended(${name}, 0)`;

async function confirm(tx: Transaction, { key, token, lost, released }: Hold): Promise<void> {
  if (released) return;
  lost.signal.throwIfAborted();
  // In this order: the fence first, so that what is seen of the hold stays true until the transaction ends.
  const [row] = await tx.execute(text`
    select case when pg_advisory_xact_lock_shared(hashtextextended(${fenceOf(key)}, 0))::text is not null
      then pg_try_advisory_xact_lock(hashtextextended(${token}, 0)) end as free`);
  if (row?.free !== false) throw new LockLost(key);
}
