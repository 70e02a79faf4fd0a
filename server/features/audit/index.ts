export { type AuditEntry, record } from './record.ts';
