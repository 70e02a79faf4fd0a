import type { Dependencies } from '../context.ts';
import { sweepRegistry } from './sweep-registry.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    /** Removes from the registry what nobody needs any more. */
    'registry.sweep': Record<string, never>;
  }
}

export const registryJobs = (dependencies: Dependencies) => ({
  'registry.sweep': (): Promise<void> => sweepRegistry(dependencies),
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const registryCrontab = '41 3 * * * registry.sweep';
