import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';
import { ofOrganization, ofUser } from '../people/tables.ts';

/** People, and the administrators who look after their workspaces. */
export const groups = pgTable(
  'groups',
  {
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('groups_name').on(table.organizationId, sql`lower(${table.name})`)],
);

const person = () => ({
  groupId: uuid('group_id')
    .notNull()
    .references(() => groups.id, { onDelete: 'cascade' }),
  userId: ofUser(),
});

/** May open, start and stop the workspaces of the group's users. */
export const groupAdmins = pgTable('group_admins', person(), (table) => [
  primaryKey({ columns: [table.groupId, table.userId] }),
  index('group_admins_user').on(table.userId),
]);

export const groupUsers = pgTable('group_users', person(), (table) => [
  primaryKey({ columns: [table.groupId, table.userId] }),
  index('group_users_user').on(table.userId),
]);
