import type { Services } from '../context.ts';
import { restartStacks } from './restart-stacks.ts';

export const stackJobs = (services: Services) => ({
  'stacks.restart': (): Promise<void> => restartStacks(services),
});

/** Each snapshot of a stack asks for it as well: this finds what was lost with its host. */
export const stackCrontab = '*/5 * * * * stacks.restart';
