import type { Executor } from '../../platform/database.ts';
import { addJob } from '../../platform/jobs.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Of one organization; without one, as the crontab asks, of all. */
    'workspaces.refresh-secrets': { organizationId?: string };
  }
}

/** Has running workspaces get what changed. One job at a time, so that an older set never follows a newer one. */
export async function refreshSecrets(executor: Executor, organizationId: string): Promise<void> {
  const key = `secrets ${organizationId}`;
  await addJob(executor, 'workspaces.refresh-secrets', { organizationId }, { key, queue: 'secrets' });
}
