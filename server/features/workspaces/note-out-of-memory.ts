import { eq } from 'drizzle-orm';
import type { Services } from '../context.ts';
import { workspaces } from '../instances/tables.ts';
import { keepChange } from './change-status.ts';

/** A program inside was ended for want of memory while the workspace itself goes on: the person is told why. */
export async function noteOutOfMemory(services: Services, workspaceId: string): Promise<void> {
  await services.db.transaction(async (tx) => {
    const [workspace] = await tx.select().from(workspaces).where(eq(workspaces.id, workspaceId)).for('update');
    if (workspace?.status !== 'Active') return;
    await keepChange(services, tx, workspace, {
      cause: 'out_of_memory',
      detail: 'A program in it needed more memory than there is and was ended. The workspace goes on.',
    });
  });
}
