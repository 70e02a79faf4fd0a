import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Of one organization; without one, as the crontab asks, of all. */
    'workspaces.refresh-secrets': { organizationId?: string };
  }
}

/** Has running workspaces get what changed. An organization's jobs follow one another, so that an older set never replaces a newer one. */
export async function refreshSecrets(executor: Executor, organizationId: string): Promise<void> {
  const key = `workspaces.refresh-secrets:${organizationId}`;
  await addJob(executor, 'workspaces.refresh-secrets', { organizationId }, { key, queue: key });
}
