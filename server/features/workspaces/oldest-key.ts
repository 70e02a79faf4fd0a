import { asc, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { sshKeys } from '../people/tables.ts';

/** The key that a person's workspace gets if nobody chose one; null if they have none. */
export async function findOldestKey(executor: Executor, userId: string): Promise<string | null> {
  const [key] = await executor
    .select({ id: sshKeys.id })
    .from(sshKeys)
    .where(eq(sshKeys.userId, userId))
    .orderBy(asc(sshKeys.createdAt))
    .limit(1);
  return key?.id ?? null;
}
