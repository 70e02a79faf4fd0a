import type { Services } from '../context.ts';
import { restartStacks } from './restart-stacks.ts';

export const stackJobs = (services: Services) => ({
  'stacks.restart': (): Promise<void> => restartStacks(services),
});

/** Each snapshot of a stack requests it too: this finds requests lost with their host. */
export const stackCrontab = '*/5 * * * * stacks.restart';
