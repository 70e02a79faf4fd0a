export { IdleWarning } from './IdleWarning.tsx';
export { WeeklyActivity } from './WeeklyActivity.tsx';
