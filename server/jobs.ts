import { authCrontab, authJobs } from './features/auth/jobs.ts';
import { billingCrontab, billingJobs } from './features/billing/jobs.ts';
import type { Dependencies } from './features/context.ts';
import { hostCrontab, hostJobs } from './features/hosts/jobs.ts';
import { instanceCrontab, instanceJobs } from './features/instances/jobs.ts';
import { poolCrontab, poolJobs } from './features/pool/jobs.ts';
import { prebuildCrontab, prebuildJobs } from './features/prebuilds/jobs.ts';
import { registryCrontab, registryJobs } from './features/registry/jobs.ts';
import { serviceCrontab, serviceJobs } from './features/services/jobs.ts';
import { sharingCrontab, sharingJobs } from './features/sharing/jobs.ts';
import { snapshotCrontab, snapshotJobs } from './features/snapshots/jobs.ts';
import { stackCrontab, stackJobs } from './features/stacks/jobs.ts';
import { taskCrontab, taskJobs } from './features/tasks/jobs.ts';
import { userCrontab, userJobs } from './features/users/jobs.ts';
import { workspaceCron, workspaceJobs } from './features/workspaces/jobs.ts';
import { runners } from './kinds.ts';
import { mailJobs } from './mail/index.ts';
import type { JobHandlers } from './platform/jobs.ts';

/** Every job the worker knows, by name. */
export function jobHandlers(dependencies: Dependencies): JobHandlers {
  return {
    ...authJobs(dependencies),
    ...billingJobs(dependencies),
    ...hostJobs(dependencies),
    ...mailJobs(dependencies),
    ...poolJobs(dependencies),
    ...prebuildJobs(dependencies),
    ...registryJobs(dependencies),
    ...instanceJobs(dependencies, runners),
    ...stackJobs(dependencies),
    ...sharingJobs(dependencies),
    ...snapshotJobs(dependencies),
    ...taskJobs(dependencies),
    ...serviceJobs(dependencies),
    ...userJobs(dependencies),
    ...workspaceJobs(dependencies),
  };
}

/** When jobs come by themselves: `minute hour day month weekday name`, UTC. */
export const crontab = [
  authCrontab,
  billingCrontab,
  hostCrontab,
  poolCrontab,
  prebuildCrontab,
  registryCrontab,
  instanceCrontab,
  stackCrontab,
  sharingCrontab,
  snapshotCrontab,
  taskCrontab,
  serviceCrontab,
  userCrontab,
  workspaceCron,
].join('\n');
