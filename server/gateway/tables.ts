import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { at } from '../platform/columns.ts';

/**
 * Credentials for workspaces over http: first a code, valid once and for a minute, then the ticket the browser keeps
 * for one host. Both are stored hashed.
 */
export const gatewayTickets = pgTable(
  'gateway_tickets',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind', { enum: ['code', 'ticket'] }).notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    workspaceId: uuid('workspace_id').notNull(),
    userId: uuid('user_id').notNull(),
    organizationId: uuid('organization_id').notNull(),
    /** The ticket ends with the session it came from. */
    sessionId: uuid('session_id').notNull(),
    /** The one port it opens; 7080 is the web IDE's. */
    port: integer('port').notNull(),
    expiresAt: at('expires_at').notNull(),
  },
  (table) => [
    index('gateway_tickets_session').on(table.sessionId),
    index('gateway_tickets_expiry').on(table.expiresAt),
  ],
);

/** Public halves of the SSH gateway's host keys, for clients to pin. */
export const sshHostKeys = pgTable('ssh_host_keys', {
  /** `ssh-ed25519 AAAA…` */
  publicKey: text('public_key').primaryKey(),
  position: integer('position').notNull(),
});
