export { findMember } from './access.ts';
export { userCrontab, userJobs } from './jobs.ts';
