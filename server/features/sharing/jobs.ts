import type { Dependencies } from '../context.ts';
import { endLostEditors } from './end-editor-share.ts';
import { endLostShares } from './end-share.ts';

export const sharingJobs = (dependencies: Dependencies) => ({
  'sharing.end-lost': async (): Promise<void> => {
    await endLostShares(dependencies);
    await endLostEditors(dependencies);
  },
});

export const sharingCrontab = '* * * * * sharing.end-lost';
