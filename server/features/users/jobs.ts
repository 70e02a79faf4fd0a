import type { Dependencies } from '../context.ts';
import { deleteDueWorkspaces } from '../workspaces/index.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** Deletes the shared workspaces of users who left 15 days ago. */
    'users.delete-due-workspaces': Record<string, never>;
  }
}

/** Once an hour, off the hour. */
export const userCrontab = '37 * * * * users.delete-due-workspaces';

/** The handlers of this slice's jobs. */
export function userJobs(dependencies: Dependencies) {
  return { 'users.delete-due-workspaces': (): Promise<void> => deleteDueWorkspaces(dependencies) };
}
