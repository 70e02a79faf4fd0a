import type { Dependencies } from '../context.ts';
import { deleteDueServices } from './delete-service.ts';

declare module '#server/platform/jobs.ts' {
  interface Jobs {
    /** Deletes services for good once they can't be had back. */
    'services.delete-due': Record<string, never>;
  }
}

/** Once an hour, off the hour. */
export const serviceCrontab = '41 * * * * services.delete-due';

/** The handlers of this slice's jobs. */
export function serviceJobs(dependencies: Dependencies) {
  return { 'services.delete-due': (): Promise<void> => deleteDueServices(dependencies) };
}
