export { IdleNotices } from './IdleNotices.tsx';
export { useIdleWarnings } from './use-idle-warnings.ts';
export { WeeklyActivity } from './WeeklyActivity.tsx';
