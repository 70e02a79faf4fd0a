import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { at, bytes } from '../platform/columns.ts';

/** Mails that were kept because there is no mail server. */
export const outboxMails = pgTable('outbox_mails', {
  /** Sorts by time. */
  id: uuid('id').primaryKey(),
  /** The whole mail without its attachments, encrypted: its links are keys. */
  sealed: text('sealed').notNull(),
  createdAt: at('created_at').notNull(),
});

export const outboxAttachments = pgTable(
  'outbox_attachments',
  {
    mailId: uuid('mail_id')
      .notNull()
      .references(() => outboxMails.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    filename: text('filename').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.mailId, table.position] })],
);
