import type { Services } from '../context.ts';
import { sweepSnapshots } from './sweep-snapshots.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'snapshots.sweep': Record<string, never>;
  }
}

export const snapshotJobs = (services: Services) => ({
  'snapshots.sweep': (): Promise<void> => sweepSnapshots(services),
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const snapshotCrontab = '*/5 * * * * snapshots.sweep';
