import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ROLES } from '#shared/features/auth/model.ts';
import { at } from '../../platform/columns.ts';
import { ofOrganization, ofUser } from '../people/tables.ts';
import type { HandedOver } from '../workspaces/index.ts';

const ids = (name: string) => uuid(name).array().notNull().default(sql`'{}'`);

/** What people who were removed had, while that can be undone. */
export const deletedMembers = pgTable(
  'deleted_members',
  {
    /** New with every removal. */
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    userId: ofUser(),
    role: text('role', { enum: ROLES }).notNull(),
    status: text('status', { enum: ['active', 'pending'] }).notNull(),
    /** When they were added. */
    createdAt: at('created_at').notNull(),
    /** Who got their workspaces and services. */
    heirId: uuid('heir_id').notNull(),
    groupIds: ids('group_ids'),
    administeredGroupIds: ids('administered_group_ids'),
    /** Rows of `deleted_secrets`. */
    secretIds: ids('secret_ids'),
    serviceIds: ids('service_ids'),
    workspaces: jsonb('workspaces').$type<HandedOver[]>().notNull(),
    /** Their account, encrypted, if it went with the membership. */
    sealedAccount: text('sealed_account'),
    deletedAt: at('deleted_at').notNull(),
  },
  (table) => [
    uniqueIndex('deleted_members_organization_user').on(table.organizationId, table.userId),
    index('deleted_members_user').on(table.userId),
    index('deleted_members_age').on(table.deletedAt),
  ],
);
