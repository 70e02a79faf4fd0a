export { IdleNotices } from './IdleNotices.tsx';
export { WeeklyActivity } from './WeeklyActivity.tsx';
