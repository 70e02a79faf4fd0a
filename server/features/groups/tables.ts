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

/** Deleted ones while they can be had back. Out of the way of every reader of `groups`. */
export const deletedGroups = pgTable(
  'deleted_groups',
  {
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    name: text('name').notNull(),
    createdAt: at('created_at').notNull(),
    adminIds: uuid('admin_ids').array().notNull(),
    userIds: uuid('user_ids').array().notNull(),
    deletedAt: at('deleted_at').notNull(),
  },
  (table) => [
    index('deleted_groups_organization').on(table.organizationId, table.deletedAt),
    index('deleted_groups_age').on(table.deletedAt),
  ],
);

/** May open, start and stop the workspaces of the group's users. */
export const groupAdmins = pgTable('group_admins', person(), (table) => [
  primaryKey({ columns: [table.groupId, table.userId] }),
  index('group_admins_user').on(table.userId),
]);

export const groupUsers = pgTable('group_users', person(), (table) => [
  primaryKey({ columns: [table.groupId, table.userId] }),
  index('group_users_user').on(table.userId),
]);
