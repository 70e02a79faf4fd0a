export { userCrontab, userJobs } from './jobs.ts';
