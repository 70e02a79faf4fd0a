import { index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';
import { users } from '../people/tables.ts';
import { workspaces } from '../workspaces/tables.ts';

/** Half-hours (of UTC) in which a person worked in a workspace. */
export const workspaceActivity = pgTable(
  'workspace_activity',
  {
    workspaceId: uuid('workspace_id')
      .notNull()
      .references(() => workspaces.id, { onDelete: 'cascade' }),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Start of the half-hour. */
    slot: at('slot').notNull(),
    /** Minutes in which something was recorded: the gateways record at most one a minute. */
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.slot, table.userId] }),
    index('workspace_activity_user').on(table.userId, table.slot),
  ],
);
