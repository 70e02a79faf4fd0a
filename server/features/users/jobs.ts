import { lte } from 'drizzle-orm';
import { keptSince } from '#shared/api/undo.ts';
import type { Dependencies } from '../context.ts';
import { deleteDueWorkspaces } from '../workspaces/index.ts';
import { deletedMembers } from './tables.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** Deletes the shared workspaces of users who left 15 days ago. */
    'users.delete-due-workspaces': Record<string, never>;
    /** Erases what is kept of removed users once it can't be had back. */
    'users.forget-removed': Record<string, never>;
  }
}

/** Once an hour, off the hour. */
export const userCrontab = `37 * * * * users.delete-due-workspaces
38 * * * * users.forget-removed`;

/** The handlers of this slice's jobs. */
export function userJobs(dependencies: Dependencies) {
  const { clock, db } = dependencies;
  return {
    'users.delete-due-workspaces': (): Promise<void> => deleteDueWorkspaces(dependencies),
    'users.forget-removed': async (): Promise<void> => {
      await db.delete(deletedMembers).where(lte(deletedMembers.deletedAt, keptSince(clock.now())));
    },
  };
}
