import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';
import { workspaces } from '../instances/tables.ts';
import { organizations, users } from '../people/tables.ts';

/** Ports of the tcp gateway, each leading to one port of one workspace until that is closed or the workspace deleted. */
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

/** Keys of workspaces for their repositories; for a while of nobody's, between their making in a form and its sending. */
export const workspaceDeployKeys = pgTable(
  'workspace_deploy_keys',
  {
    id: uuid('id').primaryKey(),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    /** Who made it. */
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    workspaceId: uuid('workspace_id').references(() => workspaces.id, { onDelete: 'cascade' }),
    publicKey: text('public_key').notNull(),
    /** Sealed with the secret box; null once the workspace is deleted, and of one that has it in its snapshot's files. */
    privateKey: text('private_key'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('workspace_deploy_keys_workspace').on(table.workspaceId),
    index('workspace_deploy_keys_unused').on(table.userId, table.createdAt).where(sql`workspace_id is null`),
  ],
);

/** Whose SSH connection was open when a workspace stopped: what comes next may be their editor, reconnecting by itself. */
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
