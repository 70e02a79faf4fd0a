import { sql } from 'drizzle-orm';
import { MINUTE } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { workspaceActivity } from './tables.ts';

const SLOT_MS = 30 * MINUTE;

/** Records that a person is working in a workspace, in the current half-hour. */
export async function recordActivity(
  { db, clock }: Pick<Dependencies, 'db' | 'clock'>,
  input: { workspaceId: string; userId: string },
): Promise<void> {
  const slot = new Date(Math.floor(clock.now().getTime() / SLOT_MS) * SLOT_MS);
  const { workspaceId, userId, slot: at, count } = workspaceActivity;
  await db
    .insert(workspaceActivity)
    .values({ ...input, slot, count: 1 })
    .onConflictDoUpdate({ target: [workspaceId, at, userId], set: { count: sql`${count} + 1` } });
}
