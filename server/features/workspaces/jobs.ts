import type { Services } from '../context.ts';
import { convergeWorkspace } from './converge-workspace.ts';
import { pauseIdle } from './pause-idle.ts';
import { reconcile } from './reconcile.ts';
import { removeAllWorkspaces } from './remove-all.ts';
import { watchWorkspaceDisks } from './watch-disk.ts';
import { watchWorkspaceHealth } from './watch-health.ts';
import './converge-job.ts';

export const workspaceJobs = (services: Services) => ({
  'workspaces.converge': (payload: { workspaceId: string }, signal: AbortSignal): Promise<void> =>
    convergeWorkspace(services, payload.workspaceId, signal),
  'workspaces.reconcile': (): Promise<void> => reconcile(services),
  'workspaces.remove-all': ({ organizationId }: { organizationId: string }): Promise<void> =>
    removeAllWorkspaces(services, organizationId),
  'workspaces.pause-idle': (): Promise<void> => pauseIdle(services),
  'workspaces.watch-disks': (): Promise<void> => watchWorkspaceDisks(services),
  'workspaces.watch-health': (): Promise<void> => watchWorkspaceHealth(services),
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const workspaceCron = [
  '* * * * * workspaces.reconcile',
  '* * * * * workspaces.pause-idle',
  '* * * * * workspaces.watch-disks',
  '* * * * * workspaces.watch-health',
].join('\n');
