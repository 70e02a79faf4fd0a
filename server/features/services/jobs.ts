import type { Services } from '../context.ts';
import { convergeService } from './converge-service.ts';
import './converge-job.ts';
import { watchServiceDisks } from './watch-disk.ts';
import { watchServiceHealth } from './watch-health.ts';

export const serviceJobs = (services: Services) => ({
  'services.converge': (payload: { serviceId: string }, signal: AbortSignal): Promise<void> =>
    convergeService(services, payload.serviceId, signal),
  'services.watch-disks': (): Promise<void> => watchServiceDisks(services),
  'services.watch-health': (): Promise<void> => watchServiceHealth(services),
});

export const serviceCrontab = '* * * * * services.watch-disks\n* * * * * services.watch-health';
