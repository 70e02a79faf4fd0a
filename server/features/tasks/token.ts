import { eq } from 'drizzle-orm';
import type { Transaction } from '../../platform/database.ts';
import { hashToken, newId, newToken } from '../../platform/ids.ts';
import { API_TOKEN_PREFIX } from '../auth/index.ts';
import { apiTokens, deletedApiTokens } from '../auth/tables.ts';
import type { Dependencies } from '../context.ts';
import type { TaskRecord } from './access.ts';
import { tasks } from './tables.ts';

/** For the command alone: it reaches only the copy, makes no workspace, and ends with the task. */
export async function giveToken(
  { clock, bus }: Dependencies,
  tx: Transaction,
  task: TaskRecord,
): Promise<{ id: string; token: string }> {
  await endToken({ bus }, tx, task);
  const token = `${API_TOKEN_PREFIX}${newToken()}`;
  const id = newId();
  await tx.insert(apiTokens).values({
    id,
    userId: task.userId,
    organizationId: task.organizationId,
    name: task.title,
    scopes: task.scopes,
    reach: 'some',
    workspaceIds: [task.copyId],
    atOnce: 0,
    cents: task.cents,
    tokenHash: hashToken(token),
    hint: token.slice(-4),
    expiresAt: task.expiresAt,
    createdAt: clock.now(),
  });
  await tx.update(tasks).set({ tokenId: id }).where(eq(tasks.id, task.id));
  return { id, token };
}

/** At once, live sockets included. */
export async function endToken(
  { bus }: Pick<Dependencies, 'bus'>,
  tx: Transaction,
  { id, tokenId }: Pick<TaskRecord, 'id' | 'tokenId'>,
): Promise<void> {
  if (!tokenId) return;
  // Once more at the end: an undo that the second waited for has put it back.
  for (const table of [apiTokens, deletedApiTokens, apiTokens]) {
    await tx.delete(table).where(eq(table.id, tokenId));
  }
  await tx.update(tasks).set({ tokenId: null }).where(eq(tasks.id, id));
  await bus.notify(tx, 'sessions_ended', { ids: [tokenId] });
}
