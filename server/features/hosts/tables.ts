import { pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { initMessageColumns } from '../instances/tables.ts';
import { hosts } from '../machines/tables.ts';

/** The progress of creating a host, in order. */
export const hostInitMessages = pgTable(
  'host_init_messages',
  {
    ...initMessageColumns,
    hostId: uuid('host_id')
      .notNull()
      .references(() => hosts.id, { onDelete: 'cascade' }),
  },
  (table) => [uniqueIndex('host_init_messages_order').on(table.hostId, table.revision, table.number)],
);
