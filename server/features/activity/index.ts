export { recordActivity } from './record-activity.ts';
