import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';
import { workspaces } from '../instances/tables.ts';
import { organizations, users } from '../people/tables.ts';

/**
 * Ports of the tcp gateway, each leading to one port of one workspace until that is closed or the workspace deleted.
 */
export const workspaceTcpPorts = pgTable(
  'workspace_tcp_ports',
  {
    port: integer('port').primaryKey(),
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    containerPort: integer('container_port').notNull(),
  },
  (table) => [uniqueIndex('workspace_tcp_ports_workspace').on(table.workspaceId, table.containerPort)],
);

/** Public links of http ports, at most one each; stored hashed. */
export const workspacePortLinks = pgTable(
  'workspace_port_links',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    port: integer('port').notNull(),
    tokenHash: text('token_hash').notNull(),
    endsAt: at('ends_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.port] })],
);

/** Repository keys of workspaces; between creation in a form and its submission they belong to none. */
export const workspaceDeployKeys = pgTable(
  'workspace_deploy_keys',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Who created it. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    workspaceId: uuid('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    /** Encrypted by the secret box; null once the workspace is deleted, and if its snapshot's files contain it. */
    privateKey: text('private_key'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('workspace_deploy_keys_workspace').on(table.workspaceId),
    index('workspace_deploy_keys_unused').on(table.userId, table.createdAt).where(sql`workspace_id is null`),
  ],
);

/** People whose SSH connection was open when a workspace stopped: the next one may be their editor reconnecting. */
export const workspaceCuts = pgTable(
  'workspace_cuts',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    cutAt: at('cut_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId] })],
);
