import type { Dependencies } from '../context.ts';
import { endLostShares } from './end-share.ts';

export const sharingJobs = (dependencies: Dependencies) => ({
  'sharing.end-lost': (): Promise<void> => endLostShares(dependencies),
});

export const sharingCrontab = '* * * * * sharing.end-lost';
