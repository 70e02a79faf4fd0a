import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { session } from 'electron';

const NAME = 'account-';

/** Each account has its own browser session, so that none sees another's cookies. */
export const partitionOf = (accountId: string) => `persist:${NAME}${accountId}`;

/** Empties the browser session of an account that was removed. Its folder is in use until the app quits. */
export async function emptyPartition(accountId: string): Promise<void> {
  const left = session.fromPartition(partitionOf(accountId));
  await Promise.all([left.clearData(), left.clearAuthCache()]);
}

/** Removes the folders of accounts that are gone. Runs before the first window uses one. */
export async function removeLeftPartitions(folder: string, accountIds: readonly string[]): Promise<void> {
  const partitions = path.join(folder, 'Partitions');
  const found = await readdir(partitions).catch((): string[] => []);
  const left = found.filter((name) => name.startsWith(NAME) && !accountIds.includes(name.slice(NAME.length)));
  await Promise.all(left.map((name) => rm(path.join(partitions, name), { recursive: true, force: true })));
}
