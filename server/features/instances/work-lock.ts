import { setTimeout as delay } from 'node:timers/promises';
import type { Locks } from '../../platform/lock-connection.ts';
import { withLock } from '../../platform/with-lock.ts';
import type { Dependencies } from '../context.ts';

const LOOK_AGAIN_MS = 250;

/** What this process has of each key; the database counts connections, not takers. */
interface Taken {
  alone: Set<string>;
  /** How many share it here. */
  shared: Map<string, number>;
}
const taken = new WeakMap<Locks, Taken>();

/**
 * Runs `work` unless some process is already working on this thing's container. If the lock is lost meanwhile,
 * transactions and engine calls of the work fail.
 * @param key its kind and id: `workspace.<id>`
 * @returns false if so; `work` wasn't run
 */
export async function withWorkLock(
  { locks }: Pick<Dependencies, 'locks'>,
  key: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const { alone, shared } = takenOf(locks);
  if (alone.has(key) || shared.has(key)) return false;
  alone.add(key);
  try {
    return await withLock(locks, key, 'alone', work);
  } finally {
    alone.delete(key);
  }
}

/** Runs `work` beside others that share the lock, as soon as nobody holds it exclusively. */
export async function withSharedLock(
  { locks }: Pick<Dependencies, 'locks'>,
  key: string,
  work: () => Promise<void>,
): Promise<void> {
  const { alone, shared } = takenOf(locks);
  for (;;) {
    if (!alone.has(key)) {
      shared.set(key, (shared.get(key) ?? 0) + 1);
      try {
        if (await withLock(locks, key, 'shared', work)) return;
      } finally {
        const left = (shared.get(key) ?? 1) - 1;
        if (left > 0) shared.set(key, left);
        else shared.delete(key);
      }
    }
    await delay(LOOK_AGAIN_MS);
  }
}

function takenOf(locks: Locks): Taken {
  const found = taken.get(locks) ?? { alone: new Set(), shared: new Map() };
  taken.set(locks, found);
  return found;
}
