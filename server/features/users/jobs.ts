import { and, lte, sql } from 'drizzle-orm';
import { keptSince } from '#shared/api/undo.ts';
import type { Dependencies } from '../context.ts';
import { deletedGroups } from '../groups/tables.ts';
import { templates } from '../templates/tables.ts';
import { deleteDueWorkspaces } from '../workspaces/index.ts';
import { workspaces } from '../workspaces/tables.ts';
import { deletedMembers } from './tables.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** Deletes the shared workspaces of users who left 15 days ago. */
    'users.delete-due-workspaces': Record<string, never>;
    /** Erases what is kept of removed users, and deleted groups and templates, once they can't be had back. */
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
      const before = keptSince(clock.now());
      await db.delete(deletedMembers).where(lte(deletedMembers.deletedAt, before));
      await db.delete(deletedGroups).where(lte(deletedGroups.deletedAt, before));
      const unused = sql`not exists (select from ${workspaces} where ${workspaces.templateId} = ${templates.id})`;
      await db.delete(templates).where(and(lte(templates.deletedAt, before), unused));
    },
  };
}
