import type { Dependencies } from '../context.ts';
import { runPrebuild } from './run-prebuild.ts';
import { watchPrebuilds } from './watch-prebuilds.ts';

export const prebuildJobs = (dependencies: Dependencies) => ({
  'prebuilds.run': ({ id }: { id: string }, signal: AbortSignal): Promise<void> =>
    runPrebuild(dependencies, id, signal),
  'prebuilds.watch': (): Promise<void> => watchPrebuilds(dependencies),
});

export const prebuildCrontab = '* * * * * prebuilds.watch';
