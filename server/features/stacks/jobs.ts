import type { Dependencies } from '../context.ts';
import { restartStacks } from './restart-stacks.ts';

export const stackJobs = (dependencies: Dependencies) => ({
  'stacks.restart': (): Promise<void> => restartStacks(dependencies),
});

/** Each snapshot of a stack requests it too: this finds requests lost with their host. */
export const stackCrontab = '*/5 * * * * stacks.restart';
