import { and, eq } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import { organizations } from './tables.ts';

/** Moves the wizard on if the completed step is its current one; otherwise nothing changes. */
export async function advanceSetup(
  executor: Executor,
  input: { organizationId: string; finished: number },
): Promise<void> {
  await executor
    .update(organizations)
    .set({ setupStep: input.finished + 1 })
    .where(and(eq(organizations.id, input.organizationId), eq(organizations.setupStep, input.finished)));
}
