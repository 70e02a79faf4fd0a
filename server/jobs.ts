import { authCrontab, authJobs } from './features/auth/jobs.ts';
import { billingCrontab, billingJobs } from './features/billing/jobs.ts';
import type { Services } from './features/context.ts';
import { hostCrontab, hostJobs } from './features/hosts/jobs.ts';
import { instanceCrontab, instanceJobs } from './features/instances/jobs.ts';
import { registryCrontab, registryJobs } from './features/registry/jobs.ts';
import { snapshotCrontab, snapshotJobs } from './features/snapshots/jobs.ts';
import { stackCrontab, stackJobs } from './features/stacks/jobs.ts';
import { userCrontab, userJobs } from './features/users/jobs.ts';
import { workspaceCron, workspaceJobs } from './features/workspaces/jobs.ts';
import { runners } from './kinds.ts';
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
    ...instanceJobs(services, runners),
    ...stackJobs(services),
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
  instanceCrontab,
  stackCrontab,
  snapshotCrontab,
  userCrontab,
  workspaceCron,
].join('\n');
