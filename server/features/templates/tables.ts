import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { LEAD_ROLES } from '#shared/features/auth/model.ts';
import type { TemplateContent } from '#shared/features/templates/contract.ts';
import { BOUND_ROLES } from '#shared/features/templates/model.ts';
import { at } from '../../platform/columns.ts';
import { ofOrganization, users } from '../people/tables.ts';

/** Saved forms for workspaces. Deleted ones stay while they can be had back or a workspace names one. */
export const templates = pgTable(
  'templates',
  {
    id: uuid('id').primaryKey(),
    organizationId: ofOrganization(),
    name: text('name').notNull(),
    /** Who may use it. */
    roles: text('roles', { enum: LEAD_ROLES }).array().notNull(),
    /** The newest of its versions. */
    version: integer('version').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    changedAt: at('changed_at').notNull().defaultNow(),
    deletedAt: at('deleted_at'),
  },
  (table) => [
    uniqueIndex('templates_name').on(table.organizationId, sql`lower(${table.name})`).where(sql`deleted_at is null`),
    index('templates_organization').on(table.organizationId),
  ],
);

/** What a template said at each version; never changed. */
export const templateVersions = pgTable(
  'template_versions',
  {
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    content: jsonb('content').$type<TemplateContent>().notNull(),
    createdBy: uuid('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.version] })],
);

/** Roles that can add workspaces only from templates. */
export const templateBoundRoles = pgTable(
  'template_bound_roles',
  {
    organizationId: ofOrganization(),
    role: text('role', { enum: BOUND_ROLES }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.role] })],
);
