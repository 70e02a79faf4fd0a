export { registryCrontab, registryJobs } from './jobs.ts';
export { openRegistry } from './open-registry.ts';
