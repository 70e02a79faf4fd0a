import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { SECRET_KINDS } from '#shared/features/secrets/model.ts';
import { at } from '../../platform/columns.ts';
import { deletedGroups, groups } from '../groups/tables.ts';
import { ofOrganization, users } from '../people/tables.ts';

const columns = (ofGroup: typeof groups | typeof deletedGroups = groups) => ({
  id: uuid('id').primaryKey(),
  organizationId: ofOrganization(),
  /** The person it belongs to. */
  userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
  /** The group it belongs to; neither: the organization's. */
  groupId: uuid('group_id').references(() => ofGroup.id, { onDelete: 'cascade' }),
  name: text('name').notNull(),
  kind: text('kind', { enum: SECRET_KINDS }).notNull(),
  /** Encrypted by the secret box: a text as it is, a file's bytes as Base64. */
  sealed: text('sealed').notNull(),
  sizeBytes: integer('size_bytes').notNull(),
  /** Patterns of repositories; null: all, and workspaces without one. */
  repositories: text('repositories').array(),
  /** New with every change of the value. */
  version: uuid('version').notNull(),
  createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
  createdAt: at('created_at').notNull().defaultNow(),
  changedBy: uuid('changed_by').references(() => users.id, { onDelete: 'set null' }),
  changedAt: at('changed_at').notNull().defaultNow(),
  lastUsedAt: at('last_used_at'),
});

/** What workspaces get as variables and files: of a person in one organization, of a group, or of the organization. */
export const secrets = pgTable('secrets', columns(), (table) => [
  uniqueIndex('secrets_name').on(
    table.organizationId,
    sql`coalesce(${table.userId}, ${table.groupId}, ${table.organizationId})`,
    table.name,
  ),
  index('secrets_user').on(table.userId),
  index('secrets_group').on(table.groupId),
  check('secrets_one_owner', sql`${table.userId} is null or ${table.groupId} is null`),
]);

/** Deleted ones while they can be had back. Out of the way of every reader of `secrets`. */
export const deletedSecrets = pgTable(
  'deleted_secrets',
  { ...columns(), deletedAt: at('deleted_at').notNull() },
  (table) => [
    index('deleted_secrets_organization').on(table.organizationId, table.deletedAt),
    index('deleted_secrets_age').on(table.deletedAt),
  ],
);

/** Those of deleted groups, while a group can be had back. */
export const deletedGroupSecrets = pgTable(
  'deleted_group_secrets',
  {
    ...columns(deletedGroups),
    /** When it was deleted before its group was; null: it wasn't. */
    deletedAt: at('deleted_at'),
  },
  (table) => [index('deleted_group_secrets_group').on(table.groupId)],
);
