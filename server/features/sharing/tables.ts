import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SHARE_MODES } from '#shared/features/sharing/model.ts';
import { at } from '../../platform/columns.ts';
import { instances } from '../instances/tables.ts';
import { ofOrganization, users } from '../people/tables.ts';

/** What a person shares of a workspace, with whom, and until when. */
const shared = () => ({
  id: uuid('id').primaryKey(),
  organizationId: ofOrganization(),
  workspaceId: uuid('workspace_id')
    .notNull()
    .references(() => instances.id, { onDelete: 'cascade' }),
  /** Whose terminal or workspace it is. */
  ownerId: uuid('owner_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  guestId: uuid('guest_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' }),
  createdAt: at('created_at').notNull(),
  expiresAt: at('expires_at').notNull(),
});

/** Terminals that are shared now. A row goes when the sharing ends; the audit log keeps what was. */
export const terminalShares = pgTable(
  'terminal_shares',
  {
    ...shared(),
    mode: text('mode', { enum: SHARE_MODES }).notNull(),
  },
  (table) => [
    uniqueIndex('terminal_shares_pair').on(table.workspaceId, table.ownerId, table.guestId),
    index('terminal_shares_guest').on(table.guestId),
  ],
);

/** Workspaces whose VS Code is shared now, by whom they belong to. A row goes when the sharing ends. */
export const editorShares = pgTable(
  'editor_shares',
  {
    ...shared(),
  },
  (table) => [
    uniqueIndex('editor_shares_pair').on(table.workspaceId, table.ownerId, table.guestId),
    index('editor_shares_guest').on(table.guestId),
  ],
);
