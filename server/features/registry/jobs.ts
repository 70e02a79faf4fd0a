import type { Services } from '../context.ts';
import { sweepRegistry } from './sweep-registry.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Removes from the registry what nobody needs any more. */
    'registry.sweep': Record<string, never>;
  }
}

export const registryJobs = (services: Services) => ({
  'registry.sweep': (): Promise<void> => sweepRegistry(services),
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const registryCrontab = '41 3 * * * registry.sweep';
