export { type AuditEntry, record } from './record.ts';
export { recordRefusal } from './record-refusal.ts';
