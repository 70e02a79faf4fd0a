import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
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
    /** What lets a guest into VS Code; such a ticket is worth nothing without it. Null for everybody else. */
    shareId: uuid('share_id'),
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

/** The SSH gateway's host keys, which all gateways share, and the key that signs certificates of users. */
export const gatewayHostKeys = pgTable('gateway_host_keys', {
  type: text('type', { enum: ['ed25519', 'ecdsa', 'user-ca'] }).primaryKey(),
  /** An OpenSSH private key, encrypted. */
  privateKey: text('private_key').notNull(),
  createdAt: at('created_at').notNull().defaultNow(),
});

/** What each process is counting, so that limits hold for all of them together. Rows of processes that ended are stale. */
export const processCounts = pgTable('process_counts', {
  processId: uuid('process_id').primaryKey(),
  /** By what is counted, then by whom: `{"terminals": {"<user id>": 2}}`. */
  counts: jsonb('counts').$type<Record<string, Record<string, number>>>().notNull(),
  seenAt: at('seen_at').notNull(),
});

/** Failed SSH logins of an address, and of a key from there. */
export const sshFailedLogins = pgTable(
  'ssh_failed_logins',
  {
    /** The address, or the address and the key's fingerprint. */
    name: text('name').primaryKey(),
    count: integer('count').notNull(),
    /** From then on the row is ignored. */
    until: at('until').notNull(),
    changedAt: at('changed_at').notNull(),
  },
  (table) => [index('ssh_failed_logins_changed').on(table.changedAt), index('ssh_failed_logins_until').on(table.until)],
);
