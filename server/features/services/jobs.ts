import type { Services } from '../context.ts';
import { convergeService } from './converge-service.ts';
import './converge-job.ts';
import { watchServiceDisks } from './watch-disk.ts';

export const serviceJobs = (services: Services) => ({
  'services.converge': (payload: { serviceId: string }, signal: AbortSignal): Promise<void> =>
    convergeService(services, payload.serviceId, signal),
  'services.watch-disks': (): Promise<void> => watchServiceDisks(services),
});

export const serviceCrontab = '* * * * * services.watch-disks';
