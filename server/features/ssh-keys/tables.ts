import { index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { at } from '../../platform/columns.ts';
import { users } from '../users/tables.ts';

export const sshKeys = pgTable(
  'ssh_keys',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** OpenSSH form: type, base64, comment. */
    publicKey: text('public_key').notNull(),
    /** `SHA256:…` without padding. */
    fingerprint: text('fingerprint').notNull(),
    /** The session or API token that added it; null for rows older than this column. */
    addedIn: uuid('added_in'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('ssh_keys_user_fingerprint').on(table.userId, table.fingerprint),
    uniqueIndex('ssh_keys_user_name').on(table.userId, table.name),
    index('ssh_keys_fingerprint').on(table.fingerprint),
  ],
);
