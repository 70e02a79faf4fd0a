import type { Services } from '../context.ts';
import { storeSnapshot } from './store-snapshot.ts';
import { sweepSnapshots } from './sweep-snapshots.ts';

export const snapshotJobs = (services: Services) => ({
  'snapshots.store': ({ snapshotId }: { snapshotId: string }): Promise<void> => storeSnapshot(services, snapshotId),
  'snapshots.sweep': (): Promise<void> => sweepSnapshots(services),
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const snapshotCrontab = '*/5 * * * * snapshots.sweep';
