import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';

/** Who (and as whom) did what, on what, when, from where, and with what outcome. Rows are only added, but a count of reads grows for an hour. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    organizationId: uuid('organization_id'),
    userId: uuid('user_id'),
    /** The real user behind an impersonation. */
    realUserId: uuid('real_user_id'),
    /** `workspaces.start`, `ssh-keys.add`, … */
    action: text('action').notNull(),
    targetId: text('target_id'),
    outcome: text('outcome', { enum: ['success', 'failure'] }).notNull(),
    details: jsonb('details').$type<Record<string, string | number | boolean | null>>(),
    ipAddress: text('ip_address'),
    /** Of which token, call and hour the row counts reads, or tells once that it came after its end; else null. */
    readsOf: text('reads_of').unique(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('audit_log_organization').on(table.organizationId, table.createdAt)],
);
