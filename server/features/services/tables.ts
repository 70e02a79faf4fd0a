import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { initMessageColumns, livingColumns, statusChangeColumns } from '../lifecycle/tables.ts';

export const organizationServices = pgTable(
  'organization_services',
  {
    ...livingColumns,
    /** Item of the catalogue. */
    serviceId: text('service_id').notNull(),
    /** The host's id. */
    serverId: text('server_id').notNull(),
    /** Its values by key, JSON, sealed with the secret box. */
    environment: text('environment').notNull(),
    /** Sealed: the values its data had in the snapshot, until the new secrets are in force. */
    previousEnvironment: text('previous_environment'),
    dockerPrivilege: boolean('docker_privilege_flag').notNull().default(false),
  },
  (table) => [
    uniqueIndex('organization_services_slug').on(table.slug).where(sql`status <> 'Deleted'`),
    index('organization_services_slug_ever').on(table.slug),
    index('organization_services_list')
      .on(table.organizationId, table.createdAt, table.id)
      .where(sql`status <> 'Deleted'`),
    index('organization_services_search')
      .using('gin', sql`${table.name} gin_trgm_ops`, sql`${table.slug} gin_trgm_ops`)
      .where(sql`status <> 'Deleted'`),
    index('organization_services_user').on(table.userId, table.status),
    index('organization_services_engine').on(table.engineId, table.status),
    index('organization_services_server').on(table.serverId, table.status),
  ],
);

/** Every change of status, with its cause. */
export const serviceStatusChanges = pgTable(
  'service_status_changes',
  {
    ...statusChangeColumns,
    serviceId: uuid('organization_service_id')
      .notNull()
      .references(() => organizationServices.id, { onDelete: 'cascade' }),
  },
  (table) => [index('service_status_changes_service').on(table.serviceId, table.id)],
);

/** Progress of the latest launch or start, in order. */
export const serviceInitMessages = pgTable(
  'service_init_messages',
  {
    ...initMessageColumns,
    serviceId: uuid('organization_service_id')
      .notNull()
      .references(() => organizationServices.id, { onDelete: 'cascade' }),
  },
  (table) => [uniqueIndex('service_init_messages_order').on(table.serviceId, table.revision, table.number)],
);
