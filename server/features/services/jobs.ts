import type { Services } from '../context.ts';
import { convergeService } from './converge-service.ts';
import './converge-job.ts';

export const serviceJobs = (services: Services) => ({
  'services.converge': (payload: { serviceId: string }, signal: AbortSignal): Promise<void> =>
    convergeService(services, payload.serviceId, signal),
});
