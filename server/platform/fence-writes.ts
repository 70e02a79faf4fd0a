import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, Transaction } from './database-types.ts';
import { heldLocks, refuseLostLock } from './held-locks.ts';

const WRITES: ReadonlySet<string | symbol> = new Set<keyof Database>(['delete', 'execute', 'insert', 'update']);

const held = new AsyncLocalStorage<true>();

/** Does whoever asks hold a connection for a transaction? Then it must not wait for anybody outside. */
export const isInTransaction = () => held.getStore() === true;

/** The same database. Under a lock that was lost, no transaction commits and nothing is written outside of one. */
export function fenceWrites(db: Database): Database {
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction(async (tx: Transaction) => {
      for (const lock of heldLocks()) await lock.confirm(tx);
      return held.run(true, () => work(tx));
    }, config);
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return transaction;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || !WRITES.has(name)) return member;
      return (...given: unknown[]) => {
        refuseLostLock();
        return Reflect.apply(member, target, given);
      };
    },
  });
}
