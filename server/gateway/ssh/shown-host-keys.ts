import { asc } from 'drizzle-orm';
import type { Database, Executor } from '../../platform/database.ts';
import { sshHostKeys } from '../tables.ts';

/** Stores the host keys clients will see, replacing older ones: the API may be another process. */
export async function showHostKeys(db: Database, publicKeys: string[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(sshHostKeys);
    await tx.insert(sshHostKeys).values(publicKeys.map((publicKey, position) => ({ publicKey, position })));
  });
}

/** The gateway's host keys as `ssh-ed25519 AAAA…`, best first; none before a gateway has started. */
export async function shownHostKeys(executor: Executor): Promise<string[]> {
  const rows = await executor.select().from(sshHostKeys).orderBy(asc(sshHostKeys.position));
  return rows.map(({ publicKey }) => publicKey);
}
