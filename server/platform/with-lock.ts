import { isConnectionLost } from './database.ts';
import { underLock } from './held-locks.ts';
import type { LockMode, Locks, TakenLock } from './lock-connection.ts';

/** Runs `work` under a lock. @returns false if somebody else has it; `work` wasn't run */
export async function withLock(locks: Locks, key: string, mode: LockMode, work: () => Promise<void>): Promise<boolean> {
  const lock = await takeOnce(locks, key, mode);
  if (!lock) return false;
  try {
    await underLock(lock, work);
  } finally {
    await lock.release();
  }
  return true;
}

/** A connection found broken had no lock of this work yet: another one is tried at once. */
async function takeOnce(locks: Locks, key: string, mode: LockMode): Promise<TakenLock | null> {
  try {
    return await locks.take(key, mode);
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
    return locks.take(key, mode);
  }
}
