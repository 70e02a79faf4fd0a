import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { at, bytes } from '../../platform/columns.ts';
import { users } from '../people/tables.ts';

/** A person's re-encoded picture. A new picture has a new name. */
export const pictures = pgTable('pictures', {
  /** Its name in the address; can't be guessed. */
  id: uuid('id').primaryKey(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  webp: bytes('webp').notNull(),
  createdAt: at('created_at').notNull(),
});
