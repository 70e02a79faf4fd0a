import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instances } from '../instances/tables.ts';

/** What only services have. */
export const services = pgTable('services', {
  id: uuid('id')
    .primaryKey()
    .references(() => instances.id, { onDelete: 'cascade' }),
  /** Item of the catalogue. */
  catalogueId: text('catalogue_id').notNull(),
  /** Its values by key, as encrypted JSON. */
  environment: text('environment').notNull(),
  /** Encrypted: the values of the snapshot's data, until the new secrets are active. */
  previousEnvironment: text('previous_environment'),
  dockerPrivilege: boolean('docker_privilege_flag').notNull().default(false),
});
