import { index, integer, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';
import { ofUser } from '../people/tables.ts';
import { ofWorkspace } from '../workspaces/tables.ts';

/** Half-hours (of UTC) in which a person worked in a workspace. */
export const workspaceActivity = pgTable(
  'workspace_activity',
  {
    workspaceId: ofWorkspace(),
    userId: ofUser(),
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
