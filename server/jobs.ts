import { authCrontab, authJobs } from './features/auth/index.ts';
import { billingCrontab, billingJobs } from './features/billing/index.ts';
import type { Services } from './features/context.ts';
import { hostCrontab, hostJobs } from './features/hosts/index.ts';
import { registryCrontab, registryJobs } from './features/registry/index.ts';
import { serviceCrontab, serviceJobs } from './features/services/index.ts';
import { snapshotCrontab, snapshotJobs } from './features/snapshots/index.ts';
import { userCrontab, userJobs } from './features/users/index.ts';
import { workspaceCron, workspaceJobs } from './features/workspaces/index.ts';
import { mailJobs } from './mail/index.ts';
import type { JobHandlers } from './platform/jobs.ts';

/** Every job the worker knows, by name. */
export function jobHandlers(services: Services): JobHandlers {
  return {
    ...authJobs(services),
    ...billingJobs(services),
    ...hostJobs(services),
    ...mailJobs(services),
    ...registryJobs(services),
    ...serviceJobs(services),
    ...snapshotJobs(services),
    ...userJobs(services),
    ...workspaceJobs(services),
  };
}

/** When jobs come by themselves: `minute hour day month weekday name`, UTC. */
export const crontab = [
  authCrontab,
  billingCrontab,
  hostCrontab,
  registryCrontab,
  serviceCrontab,
  snapshotCrontab,
  userCrontab,
  workspaceCron,
].join('\n');
