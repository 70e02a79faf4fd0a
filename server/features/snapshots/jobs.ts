import type { Dependencies } from '../context.ts';
import { storeSnapshot } from './store-snapshot.ts';
import { sweepSnapshots } from './sweep-snapshots.ts';

export const snapshotJobs = (dependencies: Dependencies) => ({
  'snapshots.store': ({ snapshotId }: { snapshotId: string }): Promise<void> => storeSnapshot(dependencies, snapshotId),
  'snapshots.sweep': (): Promise<void> => sweepSnapshots(dependencies),
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const snapshotCrontab = '*/5 * * * * snapshots.sweep';
