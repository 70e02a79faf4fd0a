import type { Services } from '../context.ts';
import { pauseIdle } from './pause-idle.ts';
import { removeAllWorkspaces } from './remove-all.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'workspaces.pause-idle': Record<string, never>;
  }
}

export const workspaceJobs = (services: Services) => ({
  'workspaces.remove-all': ({ organizationId }: { organizationId: string }): Promise<void> =>
    removeAllWorkspaces(services, organizationId),
  'workspaces.pause-idle': (): Promise<void> => pauseIdle(services),
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const workspaceCron = '* * * * * workspaces.pause-idle';
