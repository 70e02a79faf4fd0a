import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from './database-types.ts';

/** A lock under which something is being worked on. */
export interface HeldLock {
  /** Aborts with `LockLost` as soon as this process learns that it lost the lock. */
  lost: AbortSignal;
  /**
   * Makes whoever takes the lock next wait until the transaction ends. Does nothing once the lock was given back.
   * @throws LockLost
   */
  confirm(tx: Transaction): Promise<void>;
}

/** The lock went with its connection, and somebody else may have it by now. The work is to be repeated. */
export class LockLost extends Error {
  override name = 'LockLost';
  constructor(key: string) {
    super(`the lock of ${key} was lost: somebody else may be working on it by now`);
  }
}

const held = new AsyncLocalStorage<readonly HeldLock[]>();

/** Runs `work`, whose transactions and engine calls then fail once the lock is lost, wherever they are made. */
export function underLock<T>(lock: HeldLock, work: () => Promise<T>): Promise<T> {
  return held.run([...heldLocks(), lock], work);
}

export const heldLocks = (): readonly HeldLock[] => held.getStore() ?? [];

/** @throws LockLost */
export function refuseLostLock(): void {
  for (const { lost } of heldLocks()) lost.throwIfAborted();
}

/** Settles with the work, or fails once a lock is lost under which it was begun. */
export async function whileLocked<T>(work: Promise<T>): Promise<T> {
  const locks = heldLocks();
  if (locks.length === 0) return work;
  const lost = AbortSignal.any(locks.map((lock) => lock.lost));
  const { promise, reject } = Promise.withResolvers<never>();
  const give = () => reject(lost.reason);
  if (lost.aborted) give();
  lost.addEventListener('abort', give, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    lost.removeEventListener('abort', give);
  }
}
